import type { Kysely } from 'kysely';
import type { FollowUpTables } from '#gateway/follow-up/tables.ts';
import { BATCH_SIZE, syncFollowUps } from './store.ts';
import type { InquiryTables } from './tables.ts';

// Inquiries that the service no longer returns: marked, then hidden from lists, or shown again.

type Tables = InquiryTables & FollowUpTables;

/** Inquiries from `from` on that the service has not returned since `since`, and that were not asked for since. */
export function findUnseenSince(
  db: Kysely<InquiryTables>,
  agency_key: string,
  { from, since, now }: { from: number; since: number; now: number },
): Promise<{ sid: string; missed_since: number | null }[]> {
  return (
    db
      .selectFrom('inquiry')
      .select(['sid', 'missed_since'])
      .where('agency_key', '=', agency_key)
      .where('at', '>=', from)
      .where('gone_at', 'is', null)
      // Times in the future were stored by a clock that was ahead.
      .where((eb) => eb.or([eb('last_seen_at', '<', since), eb('last_seen_at', '>', now)]))
      .where((eb) =>
        eb.or([eb('asked_at', 'is', null), eb('asked_at', '<', since), eb('asked_at', '>', now)]),
      )
      .orderBy('at')
      .orderBy('sid')
      .execute()
  );
}

/** How many inquiries of an agency from `from` on lists have, and how many of them the service lacks. */
export async function countMissing(
  db: Kysely<InquiryTables>,
  agency_key: string,
  from: number,
): Promise<{ missing: number; present: number }> {
  const query = db
    .selectFrom('inquiry')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('agency_key', '=', agency_key)
    .where('at', '>=', from)
    .where('gone_at', 'is', null);
  const [missing, present] = [
    await query.where('missed_since', 'is not', null).executeTakeFirstOrThrow(),
    await query.executeTakeFirstOrThrow(),
  ];
  return { missing: missing.count, present: present.count };
}

/** Notes that a full read asked for an inquiry by itself; `isThere` undefined: the service did not say. */
export async function noteAsked(
  db: Kysely<InquiryTables>,
  { agency_key, sid }: { agency_key: string; sid: string },
  { isThere, now }: { isThere: boolean | undefined; now: number },
): Promise<void> {
  await db
    .updateTable('inquiry')
    .set((eb) => ({
      asked_at: now,
      ...(isThere === true && { missed_since: null }),
      ...(isThere === false && {
        missed_since: eb.case().when('missed_since', '<=', now).then(eb.ref('missed_since')).else(now).end(),
      }),
    }))
    .where('agency_key', '=', agency_key)
    .where('sid', '=', sid)
    .execute();
}

/**
 * Hides inquiries that the full read since `since` did not find, and that were missing `before`, one batch per call.
 * @returns how many
 */
export function hideMissing(
  db: Kysely<Tables>,
  agency_key: string,
  { from, since, before, now }: { from: number; since: number; before: number; now: number },
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('inquiry')
      .select('sid')
      .where('agency_key', '=', agency_key)
      .where('missed_since', '<=', before)
      .where('asked_at', '>=', since)
      .where('at', '>=', from)
      .where('gone_at', 'is', null)
      .limit(BATCH_SIZE)
      .execute();
    return setGone(transaction, agency_key, rows, now);
  });
}

/** Hides inquiries of an agency that is gone, one batch per call. @returns how many */
export function hideInquiries(db: Kysely<Tables>, agency_key: string, now: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('inquiry')
      .select('sid')
      .where('agency_key', '=', agency_key)
      .where('gone_at', 'is', null)
      .limit(BATCH_SIZE)
      .execute();
    return setGone(transaction, agency_key, rows, now);
  });
}

/** Shows inquiries again that were hidden with their agency alone, one batch per call. @returns how many */
export function restoreInquiries(db: Kysely<Tables>, agency_key: string): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('inquiry')
      .select('sid')
      .where('agency_key', '=', agency_key)
      .where('gone_at', 'is not', null)
      .where('missed_since', 'is', null)
      .where('erased_at', 'is', null)
      .limit(BATCH_SIZE)
      .execute();
    return setGone(transaction, agency_key, rows, null);
  });
}

async function setGone(
  db: Kysely<Tables>,
  agency_key: string,
  rows: readonly { sid: string }[],
  gone_at: number | null,
): Promise<number> {
  const sids = rows.map(({ sid }) => sid);
  if (sids.length === 0) return 0;
  await db
    .updateTable('inquiry')
    .set({ gone_at })
    .where('agency_key', '=', agency_key)
    .where('sid', 'in', sids)
    .execute();
  await syncFollowUps(db, agency_key, sids);
  return sids.length;
}
