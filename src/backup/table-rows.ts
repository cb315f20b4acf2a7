import { type Kysely, sql } from 'kysely';
import { isPostgres } from '#database/database.ts';

/** Names of the tables of a program: no views, no shadow tables of an index, and no unlogged tables, which a dump leaves out. */
export async function listTables(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = isPostgres(db)
    ? await sql<{ name: string }>`
        select relname as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p'
        order by relname`.execute(db)
    : await sql<{ name: string }>`
        select name from pragma_table_list
        where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`.execute(
        db,
      );
  return rows.map(({ name }) => name);
}

/** Number of rows, by table. */
export async function countTableRows(db: Kysely<unknown>): Promise<Record<string, number>> {
  const counts: [string, number][] = [];
  for (const table of await listTables(db)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      db,
    );
    counts.push([table, rows[0]?.count ?? 0]);
  }
  return Object.fromEntries(counts);
}

/** Collects statistics of the tables on PostgreSQL; without names it would warn about each table of the system. */
export async function analyzeTables(db: Kysely<unknown>): Promise<void> {
  const tables = await listTables(db);
  await sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db);
}

/** Says which tables have other numbers of rows than they should. */
export function compareTableRows(
  expected: Readonly<Record<string, number>>,
  actual: Readonly<Record<string, number>>,
): string[] {
  const counts = new Map(Object.entries(actual));
  return Object.entries(expected).flatMap(([table, rows]) =>
    counts.get(table) === rows ? [] : [`${table} has ${counts.get(table) ?? 'no'} rows, and had ${rows}`],
  );
}
