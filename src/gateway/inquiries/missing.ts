import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import { countRows } from '#database/count-rows.ts';
import type { FollowUpTables } from '#gateway/follow-up/tables.ts';
import { syncFollowUps } from './store.ts';
import { ROWS_PER_WRITE } from './write-in-batches.ts';
import type { InquiryTables } from './tables.ts';

// Inquiries that the service no longer returns: marked, then hidden from lists, or shown again.

type Tables = InquiryTables & FollowUpTables;

interface Unseen {
  from: number;
  since: number;
  now: number;
}

/** Inquiries from `from` on that the service has not returned since `since`, and that were not asked for since. */
export function findUnseenSince(
  db: Kysely<InquiryTables>,
  agency_key: string,
  { limit, ...unseen }: Unseen & { limit: number },
): Promise<{ sid: string; missing_since: number | null; last_seen_at: number }[]> {
  return selectUnseen(db, agency_key, unseen)
    .select(['sid', 'missing_since', 'last_seen_at'])
    .orderBy('at')
    .orderBy('sid')
    .limit(limit)
    .execute();
}

/** Counts those of the inquiries that are not marked. */
export function countUnmarked(db: Kysely<InquiryTables>, agency_key: string, unseen: Unseen) {
  return countRows(selectUnseen(db, agency_key, unseen).where('missing_since', 'is', null));
}

function selectUnseen(db: Kysely<InquiryTables>, agency_key: string, { from, since, now }: Unseen) {
  return (
    db
      .selectFrom('inquiry')
      .where('agency_key', '=', agency_key)
      .where('at', '>=', from)
      .where('gone_at', 'is', null)
      // Times in the future were stored by a clock that was ahead.
      .where((eb) => eb.or([eb('last_seen_at', '<', since), eb('last_seen_at', '>', now)]))
      .where((eb) =>
        eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', since), eb('checked_at', '>', now)]),
      )
  );
}

/**
 * Counts the inquiries of an agency from `from` on that lists have, those of them that the service lacks, and
 * those of these that were not accepted: they were seen at `acceptedAt` or later.
 */
export async function countMissing(
  db: Kysely<InquiryTables>,
  agency_key: string,
  { from, acceptedAt }: { from: number; acceptedAt: number },
): Promise<{ missing: number; unaccepted: number; present: number }> {
  const query = db
    .selectFrom('inquiry')
    .where('agency_key', '=', agency_key)
    .where('at', '>=', from)
    .where('gone_at', 'is', null);
  const missing = query.where('missing_since', 'is not', null);
  return {
    missing: await countRows(missing),
    unaccepted: await countRows(missing.where('last_seen_at', '>=', acceptedAt)),
    present: await countRows(query),
  };
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
      checked_at: now,
      ...(isThere === true && { missing_since: null }),
      ...(isThere === false && {
        missing_since: eb
          .case()
          .when('missing_since', '<=', now)
          .then(eb.ref('missing_since'))
          .else(now)
          .end(),
      }),
    }))
    .where((eb) => eb.and({ agency_key, sid }))
    .execute();
}

/**
 * Hides inquiries that the full read since `since` did not find, and that were missing `before` or are accepted, one batch per
 * call.
 * @returns how many
 */
export const hideMissing = (
  db: Kysely<Tables>,
  agency_key: string,
  {
    from,
    since,
    before,
    acceptedAt,
    now,
  }: { from: number; since: number; before: number; acceptedAt: number; now: number },
): Promise<number> =>
  setGone(db, agency_key, now, (eb) =>
    eb.and([
      eb('missing_since', 'is not', null),
      eb.or([eb('missing_since', '<=', before), eb('last_seen_at', '<', acceptedAt)]),
      eb('checked_at', '>=', since),
      eb('at', '>=', from),
      eb('gone_at', 'is', null),
    ]),
  );

/** Hides inquiries of an agency that is gone, one batch per call. @returns how many */
export const hideInquiries = (db: Kysely<Tables>, agency_key: string, now: number): Promise<number> =>
  setGone(db, agency_key, now, (eb) => eb('gone_at', 'is', null));

/** Shows inquiries again that were hidden with their agency at `goneAt`, one batch per call. @returns how many */
export const restoreInquiries = (db: Kysely<Tables>, agency_key: string, goneAt: number): Promise<number> =>
  setGone(db, agency_key, null, (eb) => eb.and([eb('gone_at', '=', goneAt), eb('erased_at', 'is', null)]));

/** Hides or shows a batch of the inquiries of an agency that meet a condition. @returns how many */
function setGone(
  db: Kysely<Tables>,
  agency_key: string,
  gone_at: number | null,
  condition: (eb: ExpressionBuilder<Tables, 'inquiry'>) => Expression<SqlBool>,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('inquiry')
      .select('sid')
      .where('agency_key', '=', agency_key)
      .where(condition)
      .limit(ROWS_PER_WRITE)
      .execute();
    const sids = rows.map(({ sid }) => sid);
    if (sids.length === 0) return 0;
    await transaction
      .updateTable('inquiry')
      .set({ gone_at })
      .where('agency_key', '=', agency_key)
      .where('sid', 'in', sids)
      .execute();
    await syncFollowUps(transaction, agency_key, sids);
    return sids.length;
  });
}
