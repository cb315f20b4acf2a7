import type { Kysely } from 'kysely';
import { addDays, dayAt } from '#contract/window.ts';
import type { IndexedAgencyTables } from '#gateway/inquiries/agencies.ts';
import type { Scope } from '#gateway/inquiries/scope.ts';

/** First day of which the index has every inquiry of a scope, kept since `keptSince`; null: an agency is not whole yet. */
export async function fetchWholeSince(
  db: Kysely<IndexedAgencyTables>,
  { agencies }: Scope,
  { keptSince, zone }: { keptSince: number; zone: string },
): Promise<string | null> {
  const { expected, whole, since } = await db
    .selectFrom('indexed_agency')
    .where('gone_at', 'is', null)
    .$if(agencies !== undefined, (query) => query.where('agency_key', 'in', [...(agencies ?? []), '']))
    .select((eb) => [
      eb.fn.countAll<number>().as('expected'),
      eb.fn.count<number>('complete_since').as('whole'),
      eb.fn.max('complete_since').as('since'),
    ])
    .executeTakeFirstOrThrow();
  if (since === null || whole < (agencies?.length ?? expected)) return null;
  return addDays(dayAt(Math.max(since, keptSince) - 1, zone), 1);
}
