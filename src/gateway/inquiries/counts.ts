import type { Kysely } from 'kysely';
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
    const own = await db
      .selectFrom('inquiry')
      .select((eb) => eb.fn.countAll<number>().as('inquiries'))
      .where('agency_key', '=', agency_key)
      .where('operator_key', '=', operator)
      .where('gone_at', 'is', null)
      .executeTakeFirstOrThrow();
    counts.set(agency_key, own.inquiries);
  }
  return counts;
}

/** Merges the noted changes of an agency into one. */
export async function mergeInquiryCounts(db: Kysely<InquiryTables>, agency_key: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const changes = await transaction
      .deleteFrom('inquiry_count')
      .where('agency_key', '=', agency_key)
      .returning('change')
      .execute();
    const change = changes.reduce((sum, row) => sum + row.change, 0);
    if (change !== 0) await transaction.insertInto('inquiry_count').values({ agency_key, change }).execute();
  });
}
