import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  type DatabaseConnection,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDatabase,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import type { DiskRoom } from './disk-room.ts';
import { isFull } from './full.ts';

/** Kysely's SQLite dialect over the SQLite that is part of Node. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #sqlite: DatabaseSync;
  readonly #room: DiskRoom | undefined;

  /** @param room notified when a statement finds the disk full */
  constructor(sqlite: DatabaseSync, room: DiskRoom | undefined) {
    super({ database: kyselySqlite(sqlite, room) });
    this.#sqlite = sqlite;
    this.#room = room;
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }

  override createDriver(): SqliteDriver {
    return new Driver(this.#sqlite, this.#room);
  }
}

/** SQLite rolls schema changes back: a migration that is interrupted leaves nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class Driver extends SqliteDriver {
  readonly #sqlite: DatabaseSync;

  constructor(sqlite: DatabaseSync, room: DiskRoom | undefined) {
    super({ database: kyselySqlite(sqlite, room) });
    this.#sqlite = sqlite;
  }

  /** SQLite itself rolls back after some errors, a full disk among them; a second rollback would hide the first error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.isTransaction) await super.rollbackTransaction(connection);
  }
}

const CACHED_STATEMENTS = 200;

/** The few members of a SQLite driver that kysely uses, over the one that is part of Node. */
function kyselySqlite(sqlite: DatabaseSync, room: DiskRoom | undefined): SqliteDatabase {
  // Preparing costs about as much as running a short query.
  const cache = new Map<string, SqliteStatement>();
  return {
    close: () => sqlite.close(),
    prepare(sql) {
      const statement = cache.get(sql) ?? prepare(sqlite, sql, room);
      // The one used last goes to the end; the first is the one to forget.
      cache.delete(sql);
      cache.set(sql, statement);
      const [oldest] = cache.keys();
      if (cache.size > CACHED_STATEMENTS && oldest !== undefined) cache.delete(oldest);
      return statement;
    },
  };
}

const values = (parameters: readonly unknown[]): SQLInputValue[] => parameters as SQLInputValue[];

function prepare(sqlite: DatabaseSync, sql: string, room: DiskRoom | undefined): SqliteStatement {
  const statement = sqlite.prepare(sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => withRoom(sqlite, room, () => statement.all(...values(parameters))),
    iterate: (parameters) => statement.iterate(...values(parameters)),
    run: (parameters) => withRoom(sqlite, room, () => statement.run(...values(parameters))),
  };
}

/** Runs a statement once more where room was made for it, unless SQLite rolled back the transaction it belongs to. */
function withRoom<T>(sqlite: DatabaseSync, room: DiskRoom | undefined, run: () => T): T {
  const wasTransaction = sqlite.isTransaction;
  try {
    return run();
  } catch (error) {
    if (!isFull(error) || !room?.noteFull() || sqlite.isTransaction !== wasTransaction) throw error;
    return run();
  }
}
