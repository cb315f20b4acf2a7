import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router';
import { createStore, useStore } from '#console/api/store.ts';
import { type InquiryKey, inquiryId } from '#console/inquiries/inquiry-queries.ts';
import { patterns } from '#console/paths.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';

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

const LateSnackbar = lazyWithRetry(() => import('./LateSnackbar.tsx').then((module) => module.LateSnackbar), {
  floats: true,
  fallback: () => null,
});

export function LateNotice() {
  const inquiries = useStore(store);
  const { adminMail, sid } = matchPath(patterns.inbox, useLocation().pathname)?.params ?? {};
  useEffect(() => {
    if (adminMail && sid) lateInquiries.remove({ adminMail, sid });
  }, [adminMail, sid]);
  return inquiries.length > 0 && <LateSnackbar inquiries={inquiries} onClose={lateInquiries.clear} />;
}
