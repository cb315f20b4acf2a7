import type { ExpressionBuilder, Kysely } from 'kysely';
import { END_OF_INSTANTS, FIRST_INSTANT } from '#contract/window.ts';
import { countRows } from '#database/count-rows.ts';
import { deleteFullText } from '#database/full-text.ts';
import type { FollowUpTables } from '#gateway/follow-up/tables.ts';
import type { OverviewTables } from '#gateway/overview/tables.ts';
import { createBuyerHash } from '#gateway/erasure/erasure-marks.ts';
import { type InquiryTables, FULL_TEXT_INDEX } from './tables.ts';

// Inquiries that leave the index.

type Tables = InquiryTables & FollowUpTables & OverviewTables;

/** Inquiries from before a time, or hidden before it. */
export type RemovalFilter = { before: number } | { goneBefore: number };

/**
 * Deletes inquiries and their full-text tokens, at most `limit`. Of those with a follow-up, whose notes stay, keyed hashes of
 * the buyer remain, so that an erasure still reaches the notes.
 * @returns the number deleted
 */
export async function deleteInquiries(db: Kysely<Tables>, filter: RemovalFilter, limit: number) {
  return db.transaction().execute(async (transaction: Kysely<Tables>) => {
    const rows = await selectRemovable(transaction, filter)
      .select((eb) => [
        'number',
        'agency_key',
        'sid',
        'phone_key',
        'mail_key',
        'document_key',
        eb
          .exists(
            eb
              .selectFrom('follow_up')
              .select('follow_up.sid')
              .whereRef('follow_up.agency_key', '=', 'inquiry.agency_key')
              .whereRef('follow_up.sid', '=', 'inquiry.sid'),
          )
          .as('hasFollowUp'),
      ])
      .limit(limit)
      .execute();
    if (rows.length === 0) return 0;
    const hashBuyer = await createBuyerHash(transaction);
    const departed = rows
      .filter(({ hasFollowUp }) => hasFollowUp)
      .flatMap(({ agency_key, sid, ...columns }) =>
        hashBuyer(columns).map((key_hash) => ({ key_hash, agency_key, sid })),
      );
    if (departed.length > 0)
      await transaction
        .insertInto('departed_inquiry')
        .values(departed)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    const numbers = rows.map(({ number }) => number);
    await deleteFullText(transaction, FULL_TEXT_INDEX, numbers);
    await transaction.deleteFrom('inquiry_figures').where('number', 'in', numbers).execute();
    await transaction.deleteFrom('inquiry').where('number', 'in', numbers).execute();
    return numbers.length;
  });
}

/** Number of inquiries that a filter matches, counted up to a limit. */
export function countRemovable(db: Kysely<Tables>, filter: RemovalFilter, limit: number): Promise<number> {
  return countRows(db.selectFrom(selectRemovable(db, filter).select('number').limit(limit).as('removable')));
}

function selectRemovable(db: Kysely<Tables>, filter: RemovalFilter) {
  const query = db.selectFrom('inquiry');
  return 'before' in filter
    ? query.where(isOlderThan(filter.before))
    : query.where('gone_at', '<', filter.goneBefore);
}

/** Condition: the inquiry is older than an instant. Implausible dates tell no age: those rows are as old as their arrival. */
function isOlderThan(before: number) {
  return (eb: ExpressionBuilder<InquiryTables, 'inquiry'>) => {
    const isImplausible = eb.or([eb('at', '<', FIRST_INSTANT), eb('at', '>=', END_OF_INSTANTS)]);
    return eb.or([
      eb.and([eb('at', '>=', FIRST_INSTANT), eb('at', '<', before)]),
      eb.and([isImplausible, eb('first_seen_at', '<', before)]),
    ]);
  };
}
