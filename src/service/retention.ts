import { type Kysely, sql } from 'kysely';
import { ATTEMPT_DAYS } from '#contract/attempts.ts';
import { DAY_MS } from '#contract/durations.ts';
import { inTransaction, isPostgres } from '#database/database.ts';
import { isRateLimitOver } from '#database/shared-rate-limiter.ts';
import { isMailOld } from '#work/mail-table.ts';
import type { Clock } from '#system/clock.ts';
import { firstUlidAt } from '#system/random.ts';
import {
  type RetentionOptions,
  type RetentionRule,
  isInSlice,
  retentionRules,
  toSlice,
} from '#work/retention.ts';
import type { ServiceConfig } from './config.ts';
import type { Tables } from './tables.ts';

// decided: so long the page of an invitation says that it is over, and not that it is unknown.
const ENDED_INVITATION_DAYS = 30;
/** Each has its published id, and several indexes. */
const INQUIRIES_PER_SLICE = 100;

const { deleteRows } = retentionRules<Tables>();

/** The README of this program lists these rules, with the tables that are bounded without one. */
export function createServiceRetention({
  db,
  clock,
  config: { inquiryDays },
}: {
  db: Kysely<Tables>;
  clock: Clock;
  config: Pick<ServiceConfig, 'inquiryDays'>;
}): RetentionOptions<Tables> {
  return {
    db,
    clock,
    rules: [
      deleteRows('mail', isMailOld),
      deleteRows('invitations', (eb, now) => eb('expires_at', '<', now - ENDED_INVITATION_DAYS * DAY_MS)),
      deleteRows('delivery_attempts', (eb, now) => eb('id', '<', firstUlidAt(now - ATTEMPT_DAYS * DAY_MS))),
      // An embedded database has one service, which counts in memory.
      ...(isPostgres(db) ? [deleteRows('rate_limit', isRateLimitOver)] : []),
      ...(inquiryDays === 0 ? [] : [inquiryRule(inquiryDays)]),
    ],
  };
}

/** Inquiries with their publishers' ids: a repeat counts as new where the first is gone. */
function inquiryRule(days: number): RetentionRule<Tables> {
  /**
   * The age is measured from the newest inquiry, so that a clock that jumped erases nothing: by such a clock the signatures of
   * publishers are refused, and nothing arrives.
   */
  const isOld = (now: number) =>
    sql<boolean>`received_at < (select min(newest.at) - ${days * DAY_MS} from (
      select max(received_at) as at from inquiries union all select cast(${now} as bigint)) as newest)`;
  return {
    tables: ['inquiries', 'published_inquiries'],
    rows: INQUIRIES_PER_SLICE,
    erase: (db, now, limit) =>
      inTransaction(db, async (transaction) => {
        const deleted = await transaction
          .deleteFrom('inquiries')
          .where(isInSlice(transaction, 'inquiries', isOld(now), limit))
          .returning(['sid', 'agency_key'])
          .execute();
        if (deleted.length === 0) return toSlice(0, limit);
        await transaction
          .deleteFrom('published_inquiries')
          .where(
            'sid',
            'in',
            deleted.map(({ sid }) => sid),
          )
          .execute();
        // Counts of lists are kept until the agency receives again.
        await transaction
          .updateTable('agencies')
          .set((eb) => ({ received_version: eb('received_version', '+', 1) }))
          .where('mail_key', 'in', [...new Set(deleted.map(({ agency_key }) => agency_key))].toSorted())
          .execute();
        return toSlice(deleted.length, limit);
      }),
  };
}
