import { createBatch } from '#console/api/batch.ts';
import { queryClient } from '#console/api/query-client.ts';
import { type InquiryKey, newInquiriesQuery } from '#console/inquiries/inquiry-queries.ts';
import { NEW_INQUIRY_MS } from './notifications.ts';
import { unreadBadge } from './unread-badge.ts';

const COUNT_INTERVAL_MS = 1000;

/** Adds arrivals to the unread badge, also where no list shows them. A resent inquiry is not new. */
export function createArrivalCounter() {
  let countedAt = 0;
  return createBatch<InquiryKey>(
    (arrivals) => {
      countedAt = Date.now();
      const byAgency = Map.groupBy(arrivals, ({ adminMail }) => adminMail);
      for (const [adminMail, inquiries] of byAgency)
        void countNew(adminMail, new Set(inquiries.map(({ sid }) => sid.toUpperCase())));
    },
    () => Math.max(0, countedAt + COUNT_INTERVAL_MS - Date.now()),
  );
}

async function countNew(adminMail: string, sids: ReadonlySet<string>): Promise<void> {
  const now = Date.now();
  try {
    const { rows } = await queryClient.fetchQuery(
      newInquiriesQuery({ agencia: [adminMail] }, now - NEW_INQUIRY_MS),
    );
    for (const { sid, inquiry } of rows) {
      const isNew = now - Date.parse(inquiry.Momento) < NEW_INQUIRY_MS;
      if (sid && sids.has(sid.toUpperCase()) && isNew) unreadBadge.add(adminMail, sid);
    }
  } catch {
    // The list itself reports that it cannot be read.
  }
}
