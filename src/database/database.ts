import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresAdapter, type QueryExecutorProvider, type SelectQueryBuilder, sql } from 'kysely';
import { DiskRoom } from './disk-room.ts';
import { type PostgresTarget, STATEMENT_MS, createPool, postgresDialect } from './postgres.ts';
import { createPrivate } from './private-file.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';
import { unusable } from './unusable.ts';

export type Engine = 'sqlite' | 'postgres';

/** One connection for both engines. Times are integer milliseconds, JSON is text: the SQL stays portable. */
export interface Database<Tables> {
  db: Kysely<Tables>;
  engine: Engine;
  /** PostgreSQL schema that unqualified names mean. */
  schema?: string;
  /** @throws Error when it does not answer, or there is no room left to write. */
  check(): Promise<void>;
  /** Sets room on the disk aside, for when it is full; of an embedded database. */
  keepReserve(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseTarget {
  /** Without `url`: the file of an embedded SQLite database. */
  file: string;
  /** `postgres://…`, else embedded. */
  url: string | undefined;
  /** PostgreSQL schema, one for each program. */
  schema: string;
  synchronous?: Synchronous;
  /** PostgreSQL alone: how long one statement may take, ms. */
  statementMs?: number;
}

/**
 * SQLite alone. `full`: an acknowledged commit survives power loss. `normal`: it survives the end of the process.
 * `off`: for tests.
 */
export type Synchronous = 'full' | 'normal' | 'off';

/**
 * Opens the database, making the file or the schema where it is missing.
 * @throws DatabaseUnusable when the file cannot be read as a database; DatabaseUnavailable
 * @param options `limitStatements` false: a statement may take as long as it needs, on PostgreSQL.
 */
export async function openDatabase<Tables>(
  { file, url, schema, synchronous, statementMs = STATEMENT_MS }: DatabaseTarget,
  { limitStatements = true }: { limitStatements?: boolean } = {},
): Promise<Database<Tables>> {
  return url
    ? openPostgres({ url, schema }, limitStatements ? statementMs : undefined)
    : openSqlite(file, synchronous);
}

function openSqlite<Tables>(file: string, synchronous: Synchronous = 'full'): Database<Tables> {
  const sqlite = openFile(file, synchronous);
  const room = file === ':memory:' ? undefined : new DiskRoom(file);
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(sqlite, room) });
  return {
    db,
    engine: 'sqlite',
    async check() {
      await sql`select 1`.execute(db);
      await room?.check();
    },
    keepReserve: async () => room?.keepReserve(),
    close: () => db.destroy(),
  };
}

function openFile(file: string, synchronous: Synchronous): DatabaseSync {
  let sqlite: DatabaseSync | undefined;
  try {
    if (file !== ':memory:') createPrivate(file);
    sqlite = new DatabaseSync(file);
    // busy_timeout first: the change to WAL itself may have to wait for another process.
    sqlite.exec(
      `pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = ${synchronous}; pragma foreign_keys = on; pragma cache_size = -32000; pragma wal_autocheckpoint = 8000;`,
    );
    return sqlite;
  } catch (error) {
    sqlite?.close();
    throw unusable(file, error);
  }
}

async function openPostgres<Tables>(
  { url, schema }: PostgresTarget,
  statementMs: number | undefined,
): Promise<Database<Tables>> {
  const pool = createPool({ url, schema }, statementMs);
  const db = new Kysely<Tables>({ dialect: postgresDialect(pool) });
  try {
    await sql`create schema if not exists ${sql.ref(schema)}`.execute(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return {
    db,
    engine: 'postgres',
    schema,
    async check() {
      await sql`select 1`.execute(db);
    },
    keepReserve: async () => {},
    close: () => db.destroy(),
  };
}

/** Which of the two engines a connection or a transaction is of. */
export function isPostgres(db: QueryExecutorProvider): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Waits for those who change the rows read, and holds them as they are until the transaction ends; SQLite has one writer. */
export function held<Tables, From extends keyof Tables, Row>(
  engine: Engine,
  query: SelectQueryBuilder<Tables, From, Row>,
): SelectQueryBuilder<Tables, From, Row> {
  return engine === 'postgres' ? query.forShare() : query;
}

/** Rows to be claimed by an update: those that another instance is claiming are left out; SQLite has one writer. */
export function unclaimed<Tables, From extends keyof Tables, Row>(
  engine: Engine,
  query: SelectQueryBuilder<Tables, From, Row>,
): SelectQueryBuilder<Tables, From, Row> {
  return engine === 'postgres' ? query.forUpdate().skipLocked() : query;
}
