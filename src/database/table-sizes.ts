import { sql } from 'kysely';
import type { Database } from './database.ts';

interface TableSize {
  table: string;
  /** With its indexes. */
  bytes: number;
}

/** Sizes on disk, the largest table first. SQLite reads the whole file for it. */
export async function fetchTableSizes<Tables>({
  db,
  engine,
  schema,
}: Pick<Database<Tables>, 'db' | 'engine' | 'schema'>): Promise<TableSize[]> {
  const { rows } =
    engine === 'sqlite'
      ? await sql<TableSize>`
          select schema.tbl_name as "table", sum(page.pgsize) as bytes
          from dbstat as page join sqlite_schema as schema on schema.name = page.name
          where page.aggregate = 1
          group by schema.tbl_name order by bytes desc, schema.tbl_name`.execute(db)
      : await sql<TableSize>`
          select relname as "table", pg_total_relation_size(oid) as bytes
          from pg_class where relkind = 'r' and relnamespace = ${schema}::regnamespace
          order by bytes desc, relname`.execute(db);
  return rows;
}
