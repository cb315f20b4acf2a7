import { DatabaseError, escapeIdentifier } from 'pg';
import { systemClock } from '#system/clock.ts';
import { type ConcurrentIndex, createIndexes, findMissingIndexes } from './concurrent-indexes.ts';
import { type Database, type DatabaseTarget, openDatabase } from './database.ts';
import { migrationLockError, toPostgresStartError } from './database-unusable-error.ts';
import { type PostgresConnection, type PostgresTarget, connectToPostgres } from './postgres.ts';
import { type Migrations, fetchPendingMigrations, runMigrations } from './run-migrations.ts';

/** Key of the advisory lock, one for all schemas of a database. */
const MIGRATION_LOCK = 7_236_012;
const LOCK_POLL_MS = 200;
/** A process that waits longer for the lock logs what it waits for. */
const LOCK_NOTICE_MS = 2000;
/** decided: longer than migrations and indexes of a large database take. */
const MAX_LOCK_WAIT_MS = 60 * 60_000;
/**
 * A migration that waits for a table blocks every later statement on it, so it gives up soon and tries again.
 */
const MIGRATION_LOCK_TIMEOUT_MS = 1000;
const MAX_TRIES = 60;
export const LOCK_NOT_AVAILABLE = '55P03';

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

const migrateUnderLock = (
  target: DatabaseTarget & PostgresTarget,
  migrations: Migrations,
  indexes: readonly ConcurrentIndex[],
): Promise<void> =>
  withMigrationLock(target, async (connection) => {
    await connection.query(`create schema if not exists ${escapeIdentifier(target.schema)}`);
    await migrate(target, migrations);
    const { db } = await openDatabase(target, { hasStatementTimeout: false });
    await using _ = db;
    await createIndexes(db, indexes);
  });

/** Runs `work` while nobody else changes a schema of the database. @throws DatabaseUnusableError */
export async function withMigrationLock(
  target: PostgresTarget,
  work: (connection: PostgresConnection) => Promise<void>,
): Promise<void> {
  const connection = await connectToPostgres(target);
  try {
    await acquireLock(connection);
    await work(connection);
  } finally {
    // The end of the connection releases the lock.
    connection.close();
  }
}

/** `pg_advisory_lock` would wait within a snapshot, and `create index concurrently` waits for older snapshots to end. */
export async function acquireLock(
  connection: PostgresConnection,
  { noticeMs = LOCK_NOTICE_MS, maxWaitMs = MAX_LOCK_WAIT_MS } = {},
): Promise<void> {
  const statement = `select 1 where pg_try_advisory_lock(${MIGRATION_LOCK})`;
  const startedAt = systemClock.monotonic();
  let isNoticed = false;
  while ((await connection.query(statement)).length === 0) {
    const waitedMs = systemClock.monotonic() - startedAt;
    if (waitedMs >= maxWaitMs) throw migrationLockError(Math.round(maxWaitMs / 1000));
    if (!isNoticed && waitedMs >= noticeMs) {
      isNoticed = true;
      process.emitWarning('Waiting for another process that migrates the database');
    }
    await systemClock.sleep(LOCK_POLL_MS);
  }
}

/** Tries again as long as others hold a lock on a table. */
async function migrate(target: DatabaseTarget, migrations: Migrations): Promise<void> {
  const database = await openDatabase(target, {
    hasStatementTimeout: false,
    lockTimeoutMs: MIGRATION_LOCK_TIMEOUT_MS,
  });
  await using _ = database.db;
  for (let tries = 1; ; tries++)
    try {
      return await runMigrations(database, migrations);
    } catch (error) {
      if (tries === MAX_TRIES || !isLockTimeout(error)) throw error;
      await systemClock.sleep(MIGRATION_LOCK_TIMEOUT_MS);
    }
}

function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof DatabaseError && cause.code === LOCK_NOT_AVAILABLE;
}
