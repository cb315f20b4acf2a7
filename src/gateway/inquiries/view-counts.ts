import { type Kysely, sql } from 'kysely';
import type { ListRequest, ListTables } from './conditions.ts';
import { countLists } from './lists.ts';
import type { Scope } from './scope.ts';

export interface IndexVersionTables {
  /**
   * Changes with each change of an agency's inquiries, by triggers. On PostgreSQL writers that run at the same time have a
   * row each, so that none waits for the others.
   */
  index_version: { agency_key: string; version: number };
}

/** Version of the agencies of scopes: it differs after each change of their inquiries. */
export async function fetchIndexVersion(db: Kysely<IndexVersionTables>, scopes: readonly Scope[]) {
  const agencies = scopes.some((scope) => !scope.agencies)
    ? undefined
    : new Set(scopes.flatMap((scope) => scope.agencies ?? []));
  const row = await db
    .selectFrom('index_version')
    .select([sql<number | null>`sum(version)`.as('sum'), ({ fn }) => fn.countAll<number>().as('count')])
    .$if(agencies !== undefined, (query) => query.where('agency_key', 'in', [...(agencies ?? []), '']))
    .executeTakeFirstOrThrow();
  return `${row.count} ${row.sum ?? 0}`;
}

/** decided: counts follow the clock (due times, ends of snoozes) this much later. */
const MAX_COUNTS_AGE_MS = 10_000;
const MAX_VIEW_COUNTS = 500;

/** Counts of views, until something in their agencies changes. */
export class ViewCounts {
  readonly #entries = new Map<string, { version: string; at: number; counts: Promise<number[]> }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts lists by one statement. */
  async fetch(
    db: Kysely<IndexVersionTables>,
    reads: Kysely<ListTables>,
    lists: readonly ListRequest[],
  ): Promise<number[]> {
    // The person's own read marks are not part of the version.
    if (lists.some(({ filters }) => filters.narrowing.seguimiento === 'sin-leer'))
      return countLists(reads, lists);
    const now = this.#now();
    const key = JSON.stringify(lists.map(({ scope, filters, context: { me } }) => [scope, filters, me]));
    const version = await fetchIndexVersion(
      db,
      lists.map(({ scope }) => scope),
    );
    const entry = this.#entries.get(key);
    if (entry?.version === version && Math.abs(now - entry.at) <= MAX_COUNTS_AGE_MS)
      // The request that counts them may be cancelled.
      return entry.counts.catch(() => countLists(reads, lists));
    const counts = countLists(reads, lists);
    if (this.#entries.size >= MAX_VIEW_COUNTS) this.#entries.clear();
    this.#entries.set(key, { version, at: now, counts });
    counts.catch(() => this.#entries.delete(key));
    return counts;
  }
}
