import * as z from 'zod/mini';
import { v3 } from '#contract/v3.ts';
import { ignoreDiskFull } from '#database/disk-full-error.ts';
import { parseExactJson } from '#gateway/forward/exact-json.ts';
import type { Interceptor } from '#gateway/forward/interceptor.ts';
import { fetchStoredHours } from '#gateway/hours/store.ts';
import { mailKey } from '#gateway/people/store.ts';
import { scheduleSweepOnChange } from './agencies.ts';
import { publishAddedInquiries } from './publish-added-inquiries.ts';
import { findUnindexed, upsertInquiries } from './store.ts';

const EntriesSchema = z.looseObject({ _entries: z.array(z.unknown()) });

/** Indexes the inquiries in replies to people. */
const createIndexInterceptor = (extractEntries: (body: unknown) => readonly unknown[]): Interceptor => ({
  async after({ db, config, now, liveEvents, wake }, { params: { adminMail = '' } }, { status, body }) {
    if (status !== v3.viewInquiry.success || body === undefined) return;
    const entries = await findUnindexed(db, adminMail, extractEntries(parseExactJson(body)));
    if (entries.length === 0) return;
    const { hours } = await fetchStoredHours(db, adminMail, config.timeZone);
    const source = { agency: adminMail, discoverySource: 'single', hours, now: now() } as const;
    const result = await ignoreDiskFull(upsertInquiries(db, entries, source));
    if (result?.isMailDue) wake('mails');
    if (result) await publishAddedInquiries({ db, liveEvents }, mailKey(adminMail), result.added);
  },
});

/** Schedules a sweep when a person's read shows that the service has failed or recovered. */
export const sweepOnChangeInterceptor: Interceptor = {
  async around({ db, now, wake }, { params: { adminMail = '' } }, send) {
    const [outcome] = await Promise.allSettled([send()]);
    const hasFailed = outcome.status === 'rejected';
    if (await ignoreDiskFull(scheduleSweepOnChange(db, adminMail, { hasFailed, now: now() }))) wake('sweeps');
    if (hasFailed) throw outcome.reason;
    return outcome.value;
  },
};

export const indexInquiryInterceptor = createIndexInterceptor((body) => [body]);

export const indexPageInterceptor = createIndexInterceptor((body) => {
  const page = z.safeParse(EntriesSchema, body);
  return page.success ? page.data._entries : [];
});
