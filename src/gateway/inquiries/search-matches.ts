import { type Kysely, sql } from 'kysely';
import type { ViewOrder } from '#contract/views.ts';
import { PackedNumbers, packNumbers } from '#database/packed-numbers.ts';
import {
  type ListContext,
  type ListRequest,
  type ListTables,
  type Where,
  buildFilters,
  partQuery,
  unionAll,
  viewParts,
} from './conditions.ts';
import { urgencyRank } from './urgency.ts';

/** Inquiries of a list in its order, by number. `where`: further conditions. */
export async function fetchMatches(
  db: Kysely<ListTables>,
  { scope, filters, context }: ListRequest,
  order: ViewOrder,
  where: readonly Where[] = [],
  ranking: ListContext = context,
): Promise<PackedNumbers> {
  const conditions = buildFilters(db, scope, filters, context);
  if (!conditions) return new PackedNumbers(null);
  const parts = viewParts(filters.view, context).map((part) =>
    partQuery(db, part, { scope, where: [...conditions, ...where] })
      .select(['i.number', 'i.at', 'i.sid', 'i.agency_key', 'i.snoozed_until'])
      .$if(order === 'urgency', (query) => query.select(urgencyRank(ranking).as('urgency'))),
  );
  const key = {
    newest: sql`at desc`,
    oldest: sql`at`,
    return: sql`snoozed_until, at desc`,
    urgency: sql`urgency, at`,
  }[order];
  const { rows } = await sql<{ numbers: Uint8Array | null }>`
    select ${packNumbers(db, sql`number`, sql`${key}, sid, agency_key`)} as numbers
    from (${unionAll(parts)}) as matches`.execute(db);
  return new PackedNumbers(rows[0]?.numbers ?? null);
}

/** A search can be paged for this time, with at most so many numbers stored. */
const MAX_MATCHES_AGE_MS = 10 * 60_000;
const MAX_NUMBERS = 4_000_000;

/** Matches of searches that are being paged: each page, row and count comes from one search. */
export class SearchMatches {
  readonly #searches = new Map<string, { matches: PackedNumbers; usedAt: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get(list: ListRequest, order: ViewOrder): PackedNumbers | undefined {
    const key = toSearchKey(list, order);
    const search = this.#searches.get(key);
    if (!search || search.usedAt < this.#now() - MAX_MATCHES_AGE_MS) return undefined;
    this.set(list, order, search.matches);
    return search.matches;
  }

  set(list: ListRequest, order: ViewOrder, matches: PackedNumbers): void {
    const key = toSearchKey(list, order);
    // Map order is age of the last use.
    this.#searches.delete(key);
    this.#searches.set(key, { matches, usedAt: this.#now() });
    let total = [...this.#searches.values()].reduce((sum, search) => sum + search.matches.length, 0);
    for (const [oldest, search] of this.#searches) {
      if (oldest === key || (total <= MAX_NUMBERS && search.usedAt >= this.#now() - MAX_MATCHES_AGE_MS))
        break;
      this.#searches.delete(oldest);
      total -= search.matches.length;
    }
  }
}

function toSearchKey(
  { scope, filters, context: { me, hidesContacts } }: ListRequest,
  order: ViewOrder,
): string {
  return JSON.stringify([me, hidesContacts, scope, filters, order]);
}
