import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import type { DiskReserve } from './disk-reserve.ts';
import { isDiskFullError } from './disk-full-error.ts';

/**
 * Kysely's SQLite dialect on top of `node:sqlite`.
 * @param reserve released when a statement finds the disk full
 */
export const createSqliteDialect = (sqlite: DatabaseSync, reserve: DiskReserve | undefined): Dialect => ({
  createAdapter: () => new TransactionalAdapter(),
  createDriver: () => new Driver(sqlite, reserve),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});

/** SQLite can roll back schema changes, so an interrupted migration has no effect. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class Driver extends SqliteDriver {
  readonly #sqlite: DatabaseSync;
  readonly #reserve: DiskReserve | undefined;

  constructor(sqlite: DatabaseSync, reserve: DiskReserve | undefined) {
    super({ database: kyselySqlite(sqlite, reserve) });
    this.#sqlite = sqlite;
    this.#reserve = reserve;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#reserve?.releaseIfLow();
    await super.beginTransaction(connection);
  }

  /** SQLite itself rolls back after some errors, such as a full disk; a second rollback would hide that error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.isTransaction) await super.rollbackTransaction(connection);
  }
}

const MAX_CACHED_STATEMENTS = 200;

/** The members of an SQLite driver that kysely uses, on top of `node:sqlite`, with an LRU cache of statements. */
function kyselySqlite(sqlite: DatabaseSync, reserve: DiskReserve | undefined): SqliteDatabase {
  // Preparing costs about as much as running a short query.
  const cache = new Map<string, SqliteStatement>();
  return {
    close: () => sqlite.close(),
    prepare(sql) {
      const statement = cache.get(sql) ?? prepareWrapped(sqlite, sql, reserve);
      // Map order is age: the statement used last is moved to the end.
      cache.delete(sql);
      cache.set(sql, statement);
      const [oldest] = cache.keys();
      if (cache.size > MAX_CACHED_STATEMENTS && oldest !== undefined) cache.delete(oldest);
      return statement;
    },
  };
}

const values = (parameters: readonly unknown[]): SQLInputValue[] => parameters as SQLInputValue[];

function prepareWrapped(
  sqlite: DatabaseSync,
  sql: string,
  reserve: DiskReserve | undefined,
): SqliteStatement {
  const statement = sqlite.prepare(sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => withDiskReserve(sqlite, reserve, () => statement.all(...values(parameters))),
    iterate: (parameters) => statement.iterate(...values(parameters)),
    run: (parameters) => withDiskReserve(sqlite, reserve, () => statement.run(...values(parameters))),
  };
}

/** Retries a statement once if the disk reserve was released for it, unless SQLite rolled back its transaction. */
function withDiskReserve<T>(sqlite: DatabaseSync, reserve: DiskReserve | undefined, run: () => T): T {
  const wasTransaction = sqlite.isTransaction;
  try {
    return run();
  } catch (error) {
    if (!isDiskFullError(error) || !reserve?.releaseOnDiskFull() || sqlite.isTransaction !== wasTransaction)
      throw error;
    return run();
  }
}
