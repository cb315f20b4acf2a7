import { type Kysely, sql } from 'kysely';
import { isPostgres } from './database.ts';

/**
 * An index on a table that may already have many rows. On PostgreSQL it is created after the migrations, without blocking
 * writes of the processes that run.
 */
export interface ConcurrentIndex {
  name: string;
  /** SQL after `on`: `inquiry (agency_key, at desc)`. */
  on: string;
  isUnique?: boolean;
}

/** Creates missing indexes, and anew those that an interrupted start left invalid. Call it under the migration lock. */
export async function createIndexes<Tables>(db: Kysely<Tables>, indexes: readonly ConcurrentIndex[]) {
  for (const { name, on, isUnique } of await findMissingIndexes(db, indexes)) {
    const unique = sql.raw(isUnique ? 'unique' : '');
    const definition = sql`${sql.ref(name)} on ${sql.raw(on)}`;
    if (isPostgres(db)) {
      await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
      await sql`create ${unique} index concurrently ${definition}`.execute(db);
      // Another process that begins may have created it: an embedded database has no migration lock here.
    } else await sql`create ${unique} index if not exists ${definition}`.execute(db);
  }
}

export async function findMissingIndexes<Tables>(
  db: Kysely<Tables>,
  indexes: readonly ConcurrentIndex[],
): Promise<ConcurrentIndex[]> {
  if (indexes.length === 0) return [];
  const { rows } = isPostgres(db)
    ? await sql<{ name: string }>`
        select relname as name from pg_index
        join pg_class on pg_class.oid = indexrelid
        join pg_namespace on pg_namespace.oid = relnamespace
        where indisvalid and nspname = current_schema()`.execute(db)
    : await sql<{ name: string }>`select name from sqlite_schema where type = 'index'`.execute(db);
  return indexes.filter(({ name }) => !rows.some((row) => row.name === name));
}
