import { type Kysely, type SqlBool, sql } from 'kysely';
import { countRows } from '#database/count-rows.ts';
import { inTransaction } from '#database/database.ts';
import { isInSlice } from '#work/retention.ts';
import type { Scope } from './scope.ts';
import type { InquiryTables } from './tables.ts';

// Counting a million rows would hold the loop: triggers note each change of an agency's number of inquiries in lists.

/** Number of inquiries in lists that a scope has, by agency; agencies without any may be missing. */
export async function fetchInquiryCounts(
  db: Kysely<InquiryTables>,
  { agencies, ownInquiriesIn, operator }: Scope,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('inquiry_count')
    .select((eb) => ['agency_key', eb.fn.sum<number>('change').as('inquiries')])
    .$if(agencies !== undefined, (query) => query.where('agency_key', 'in', [...(agencies ?? []), '']))
    .groupBy('agency_key')
    .execute();
  const counts = new Map(rows.map(({ agency_key, inquiries }) => [agency_key, inquiries]));
  for (const agency_key of ownInquiriesIn) {
    const own = db
      .selectFrom('inquiry')
      .where((eb) => eb.and({ agency_key, operator_key: operator, gone_at: null }));
    counts.set(agency_key, await countRows(own));
  }
  return counts;
}

/** Merges noted changes of an agency, at most `limit`, into one. @returns how many rows there are less */
export async function mergeInquiryCounts(db: Kysely<InquiryTables>, agency_key: string, limit: number) {
  return inTransaction(db, async (transaction) => {
    const isOfAgency = sql<SqlBool>`agency_key = ${agency_key}`;
    const changes = await transaction
      .deleteFrom('inquiry_count')
      .where(isInSlice(transaction, 'inquiry_count', isOfAgency, limit))
      .returning('change')
      .execute();
    const change = changes.reduce((sum, row) => sum + row.change, 0);
    if (change !== 0) await transaction.insertInto('inquiry_count').values({ agency_key, change }).execute();
    return changes.length - (change === 0 ? 0 : 1);
  });
}
