import { createStore, useStore } from '#console/api/store.ts';
import { type InquiryKey, inquiryId } from '#console/inquiries/inquiry-queries.ts';

const store = createStore<readonly InquiryKey[]>([]);

export const lateInquiries = {
  add: ({ adminMail, sid }: InquiryKey) => {
    lateInquiries.remove({ adminMail, sid });
    store.set([...store.get(), { adminMail, sid }]);
  },
  remove: (inquiry: InquiryKey) => {
    const others = store.get().filter((other) => inquiryId(other) !== inquiryId(inquiry));
    if (others.length < store.get().length) store.set(others);
  },
  clear: () => store.set([]),
};

export const useLateInquiries = (): readonly InquiryKey[] => useStore(store);
