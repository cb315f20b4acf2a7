import { sql } from 'kysely';
import type { Database } from '#database/database.ts';

/** The rows of a table that work is due for. */
export interface Queue {
  table: string;
  due: number;
  /** When the oldest became due, ms since 1970; 0: it was never done; null: none is due. */
  oldestAt: number | null;
}

/** The queues of a database: its tables with `ClaimColumns`. Work that waits for something else counts as due. */
export async function fetchQueues<Tables>(
  { db, schema }: Pick<Database<Tables>, 'db' | 'schema'>,
  now: number,
): Promise<Queue[]> {
  const tables = await db.introspection.getTables();
  const names = tables
    .filter((table) => table.schema === schema)
    .filter(({ columns }) => columns.some(({ name }) => name === 'claimed_until'))
    .map(({ name }) => name)
    .toSorted();
  return Promise.all(
    names.map(async (table) => {
      const { rows } = await sql<Omit<Queue, 'table'>>`
        select count(*) as due, min(due_at) as "oldestAt" from ${sql.table(table)} where due_at <= ${now}`.execute(
        db,
      );
      const [{ due, oldestAt } = { due: 0, oldestAt: null }] = rows;
      return { table, due, oldestAt };
    }),
  );
}
