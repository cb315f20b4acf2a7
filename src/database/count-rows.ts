import type { SelectQueryBuilder } from 'kysely';

type AnyQuery = SelectQueryBuilder<Record<string, object>, string, object>;

/** Number of the rows of a query, which selects nothing itself. */
export async function countRows<Tables, From extends keyof Tables>(
  query: SelectQueryBuilder<Tables, From, object>,
): Promise<number> {
  const { count } = await (query as unknown as AnyQuery)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
