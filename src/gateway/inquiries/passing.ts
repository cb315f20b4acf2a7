import * as z from 'zod/mini';
import { v3 } from '#contract/v3.ts';
import type { ForwardHook } from '#gateway/forward/hook.ts';
import { hoursOf } from '#gateway/hours/store.ts';
import { mailKey } from '#gateway/people/store.ts';
import { scheduleSweepOnChange } from './agencies.ts';
import { announceAdded } from './announce.ts';
import type { Learned } from './entries.ts';
import { unindexed, upsertInquiries } from './store.ts';

const PageRead = z.looseObject({ _entries: z.array(z.unknown()) });

/** Updates the index with inquiries that the service sent to a person. */
const indexingAs = (learned: Learned, entriesIn: (body: unknown) => readonly unknown[]): ForwardHook => ({
  async after({ db, config, now, live }, { params: { adminMail = '' } }, { status, body }) {
    if (status !== v3.viewInquiry.success || body === undefined) return;
    const entries = await unindexed(db, adminMail, entriesIn(JSON.parse(body)));
    if (entries.length === 0) return;
    const { hours } = await hoursOf(db, adminMail, config.timeZone);
    const { added } = await upsertInquiries(db, entries, { agency: adminMail, learned, hours, now: now() });
    await announceAdded({ db, live }, mailKey(adminMail), added);
  },
});

/** Reads of people show whether the service answers before the next sweep is due. */
export const sweepingOnChange: ForwardHook = {
  async around({ db, now, sweepsDue }, { params: { adminMail = '' } }, send) {
    const [outcome] = await Promise.allSettled([send()]);
    const hasFailed = outcome.status === 'rejected';
    if (await scheduleSweepOnChange(db, adminMail, { hasFailed, now: now() })) sweepsDue();
    if (hasFailed) throw outcome.reason;
    return outcome.value;
  },
};

export const indexingOne = indexingAs('single', (body) => [body]);

export const indexingPage = indexingAs('list', (body) => {
  const page = z.safeParse(PageRead, body);
  return page.success ? page.data._entries : [];
});
