import { type CompiledQuery, type Kysely, sql } from 'kysely';
import { vi } from 'vitest';
import type { Engine } from '#database/database.ts';

/** Lines of the plan of a statement; on PostgreSQL that of a big table. */
export async function explain<Tables>(
  db: Kysely<Tables>,
  engine: Engine,
  { sql: text, ...query }: CompiledQuery,
): Promise<string[]> {
  if (engine === 'sqlite') {
    const { rows } = await db.executeQuery<{ detail: string }>({
      ...query,
      sql: `explain query plan ${text}`,
    });
    return rows.map(({ detail }) => detail);
  }
  return db.transaction().execute(async (transaction) => {
    // Tables of a few rows are scanned and sorted otherwise.
    await sql`select set_config(name, 'off', true) from unnest(${['enable_seqscan', 'enable_sort']}::text[]) as name`.execute(
      transaction,
    );
    const { rows } = await transaction.executeQuery<{ 'QUERY PLAN': string }>({
      ...query,
      sql: `explain (costs off) ${text}`,
    });
    return rows.map((row) => row['QUERY PLAN'].trim());
  });
}

/** Runs `run`, and returns the different statements that the database gets meanwhile, also in transactions. */
export async function recordStatements<Tables>(
  db: Kysely<Tables>,
  run: () => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const { constructor } = db.getExecutor();
  const executors = Object.getPrototypeOf(constructor.prototype) as ReturnType<typeof db.getExecutor>;
  const spy = vi.spyOn(executors, 'executeQuery');
  await run();
  // All databases of the process share the method that is spied on; each has an adapter of its own.
  const { adapter } = db.getExecutor();
  const contexts = spy.mock.contexts as (typeof executors)[];
  const queries = spy.mock.calls
    .filter((_, call) => contexts[call]?.adapter === adapter)
    .map(([query]) => query);
  spy.mockRestore();
  return [...new Map(queries.map((query) => [query.sql, query])).values()];
}
