import { setTimeout as pause } from 'node:timers/promises';
import { type Client, escapeIdentifier } from 'pg';
import { type ConcurrentIndex, createIndexes, findMissingIndexes } from './concurrent-indexes.ts';
import { type Database, type DatabaseTarget, openDatabase } from './database.ts';
import { toPostgresStartError } from './database-unusable-error.ts';
import { type PostgresTarget, connectToPostgres } from './postgres.ts';
import { type Migrations, fetchPendingMigrations, runMigrations } from './run-migrations.ts';

/** Key of the advisory lock, one for all schemas of a database. */
const LOCK = 7_236_012;
const LOCK_POLL_MS = 200;

/**
 * Opens a schema and brings it up to date. Processes that start at once wait for the one that does it; with nothing to do no
 * lock is taken, and no right to change the schema is needed.
 * @throws DatabaseUnusableError, DatabaseUnavailableError
 */
export async function openMigratedPostgres<Tables>(
  target: DatabaseTarget & PostgresTarget,
  migrations: Migrations,
  indexes: readonly ConcurrentIndex[],
): Promise<Database<Tables>> {
  const database = await openDatabase<Tables>(target);
  try {
    const pending = await fetchPendingMigrations(database, migrations);
    if (pending.length > 0 || (await findMissingIndexes(database.db, indexes)).length > 0)
      await migrateUnderLock(target, migrations, indexes);
    return database;
  } catch (error) {
    await database.close();
    throw toPostgresStartError(target.url, error);
  }
}

async function migrateUnderLock(
  target: DatabaseTarget & PostgresTarget,
  migrations: Migrations,
  indexes: readonly ConcurrentIndex[],
): Promise<void> {
  const client = await connectToPostgres(target);
  try {
    await acquireLock(client);
    await client.query(`create schema if not exists ${escapeIdentifier(target.schema)}`);
    const database = await openDatabase(target, { hasStatementTimeout: false });
    try {
      await runMigrations(database, migrations);
      await createIndexes(database.db, indexes);
    } finally {
      await database.close();
    }
  } finally {
    // The end of the connection releases the lock.
    await client.end();
  }
}

/** `pg_advisory_lock` would wait within a snapshot, and `create index concurrently` waits for older snapshots to end. */
async function acquireLock(client: Client): Promise<void> {
  const query = `select pg_try_advisory_lock(${LOCK}) as acquired`;
  while (!(await client.query<{ acquired: boolean }>(query)).rows[0]?.acquired) await pause(LOCK_POLL_MS);
}
