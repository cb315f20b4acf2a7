import { type Kysely, sql } from 'kysely';
import type { Scope } from './scope.ts';

export interface IndexVersionTables {
  /**
   * Changes with each change of an agency's inquiries, by triggers. On PostgreSQL writers that run at the same time have a
   * row each, so that none waits for the others.
   */
  index_version: { agency_key: string; version: number };
}

/** Version of the agencies of scopes: it differs after each change of their inquiries. */
export async function fetchIndexVersion(
  db: Kysely<IndexVersionTables>,
  scopes: readonly Scope[],
): Promise<string> {
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
