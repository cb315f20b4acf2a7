import { DatabaseSync } from 'node:sqlite';
import {
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  type QueryExecutorProvider,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { systemRandom } from '#system/random.ts';
import { type Reader, createReader } from './reads.ts';
import { SqliteReaders } from './sqlite-readers.ts';
import { registerFunctions } from './sqlite-functions.ts';
import { DiskReserve } from './disk-reserve.ts';
import {
  type PostgresTarget,
  STATEMENT_TIMEOUT_MS,
  createPostgresDialect,
  createPostgresPool,
} from './postgres.ts';
import { createPrivateFile } from './create-private-file.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';
import { toDatabaseUnusableError } from './database-unusable-error.ts';

export type Engine = 'sqlite' | 'postgres';

/** A database of either engine. Times are integer milliseconds and JSON is text, so the SQL is portable. */
export interface Database<Tables> extends Reader<Tables>, AsyncDisposable {
  db: Kysely<Tables>;
  engine: Engine;
  /** Unique name of this client; on PostgreSQL the `application_name` of its connections. */
  clientName: string;
  /** Subquery of the `clientName` of everybody who is connected; default: what the engine knows. */
  connectedClients?: RawBuilder<unknown>;
  /** PostgreSQL schema of unqualified names. */
  schema?: string;
  /** @throws Error when the database does not answer or its disk is full. */
  check: () => Promise<void>;
  /** Connections of the pool; undefined: the engine has none. */
  getPoolState: () => PoolState | undefined;
  /** Allocates the disk reserve of an embedded database (`DiskReserve`). */
  allocateReserve: () => Promise<void>;
  close: () => Promise<void>;
}

export interface PoolState {
  used: number;
  idle: number;
  /** Statements that wait for a connection. */
  waiting: number;
  /** Connections at most. */
  size: number;
}

export interface DatabaseTarget {
  /** File of the embedded SQLite database, used when there is no `url`. */
  file: string;
  /** `postgres://…`; undefined: embedded SQLite. */
  url: string | undefined;
  /** PostgreSQL schema, one for each program. */
  schema: string;
  synchronous?: Synchronous;
  /** PostgreSQL only: timeout of one statement, ms. */
  statementTimeoutMs?: number;
  /** PostgreSQL only: connections at most. */
  poolSize?: number;
}

/**
 * SQLite's `pragma synchronous`. `full`: an acknowledged commit survives power loss. `normal`: it survives a crash of
 * the process. `off`: for tests.
 */
export type Synchronous = 'full' | 'normal' | 'off';

/**
 * Opens the database; creates the file if it does not exist.
 * @param options `hasStatementTimeout` false: PostgreSQL statements have no timeout, but for locks `lockTimeoutMs`
 * @throws DatabaseUnusableError when the file is not a usable database; DatabaseUnavailableError
 */
export async function openDatabase<Tables>(
  { file, url, schema, synchronous, statementTimeoutMs = STATEMENT_TIMEOUT_MS, poolSize }: DatabaseTarget,
  {
    hasStatementTimeout = true,
    lockTimeoutMs,
  }: { hasStatementTimeout?: boolean; lockTimeoutMs?: number } = {},
): Promise<Database<Tables>> {
  return url
    ? openPostgres(
        { url, schema, poolSize, lockTimeoutMs },
        hasStatementTimeout ? statementTimeoutMs : undefined,
      )
    : openSqlite(file, synchronous);
}

function openSqlite<Tables>(file: string, synchronous: Synchronous = 'full'): Database<Tables> {
  const sqlite = openFile(file, synchronous);
  const reserve = file === ':memory:' ? undefined : new DiskReserve(file);
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(sqlite, reserve) });
  // Other connections do not see a database in memory.
  const readers = file === ':memory:' ? undefined : new SqliteReaders(file);
  const close = async () => {
    await readers?.close();
    await db.destroy();
  };
  return {
    db,
    ...(readers ? createReader<Tables>(readers) : { readAs: () => db }),
    engine: 'sqlite',
    clientName: systemRandom.uuid(),
    async check() {
      await sql`select 1`.execute(db);
      await reserve?.check();
    },
    getPoolState: () => undefined,
    allocateReserve: async () => reserve?.allocateReserve(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function openFile(file: string, synchronous: Synchronous): DatabaseSync {
  let sqlite: DatabaseSync | undefined;
  try {
    if (file !== ':memory:') createPrivateFile(file);
    sqlite = new DatabaseSync(file);
    // busy_timeout comes first: switching to WAL may have to wait for another process. A checkpoint runs within a commit, so it
    // stays at SQLite's 1000 pages: 8000 held the event loop for 100 ms.
    sqlite.exec(
      `pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = ${synchronous}; pragma foreign_keys = on; pragma cache_size = -32000;`,
    );
    registerFunctions(sqlite);
    return sqlite;
  } catch (error) {
    sqlite?.close();
    throw toDatabaseUnusableError(file, error);
  }
}

function openPostgres<Tables>(
  target: PostgresTarget,
  statementTimeoutMs: number | undefined,
): Database<Tables> {
  const clientName = `${target.schema} ${systemRandom.uuid()}`;
  const pool = createPostgresPool({ ...target, clientName }, statementTimeoutMs);
  const db = new Kysely<Tables>({ dialect: createPostgresDialect(pool) });
  // Checks have a connection of their own: a pool whose connections are all in use is no reason to be unready.
  const checkPool = createPostgresPool({ ...target, clientName, poolSize: 1 }, statementTimeoutMs);
  const reader = createReader<Tables>({
    isPostgres: true,
    // The others are left for short statements.
    slots: Math.max(1, Math.floor((pool.options.max ?? 1) / 2)),
    execute: async <Row>(query: CompiledQuery, signal: AbortSignal | undefined) =>
      (await db.executeQuery(query, signal && { signal, inflightQueryAbortStrategy: 'cancel query' }))
        .rows as Row[],
  });
  const close = async () => {
    await checkPool.end();
    await db.destroy();
  };
  return {
    db,
    ...reader,
    engine: 'postgres',
    clientName,
    schema: target.schema,
    async check() {
      await checkPool.query('select 1');
    },
    getPoolState: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      size: pool.options.max,
    }),
    allocateReserve: async () => {},
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** `clientName` of everybody who is connected to the PostgreSQL database. */
const connectedClients = sql<string>`
  (select application_name from pg_stat_activity where datname = current_database())`;

/**
 * Condition that the client in a column, which claimed the row, has no connection any more. An embedded database has one process:
 * every other client is gone.
 */
export function isClientGone(
  { engine, clientName, connectedClients: known }: ClientNames,
  column: string,
): RawBuilder<SqlBool> {
  const connected = known ?? (engine === 'postgres' ? connectedClients : sql`(${clientName})`);
  return sql`${sql.ref(column)} not in ${connected}`;
}

export type ClientNames = Pick<Database<never>, 'engine' | 'clientName' | 'connectedClients'>;

/** Other clients of the same program on PostgreSQL. An embedded database is locked by the process that uses it. */
export async function countOtherClients<Tables>({
  db,
  engine,
  schema,
  clientName,
}: Database<Tables>): Promise<number> {
  if (engine === 'sqlite') return 0;
  const { rows } = await sql<{ count: number }>`
    select count(distinct name) as count from ${connectedClients} as client (name)
    where name like ${`${schema} %`} and name <> ${clientName}`.execute(db);
  return rows[0]?.count ?? 0;
}

export function isPostgres(db: QueryExecutorProvider): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Runs the callback in the transaction that `db` is, or in a new one. */
export function inTransaction<Tables, T>(
  db: Kysely<Tables>,
  callback: (transaction: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return db.isTransaction ? callback(db) : db.transaction().execute(callback);
}

/** Matches a column against the values in one parameter: the statement is the same for any number of them. */
export function matchesAny(
  db: QueryExecutorProvider,
  column: string,
  values: readonly string[],
): RawBuilder<SqlBool> {
  const reference = sql.ref(column);
  return isPostgres(db)
    ? sql`${reference} = any(${values}::text[])`
    : sql`${reference} in (select value from json_each(${JSON.stringify(values)}))`;
}

/** Adds `for share` on PostgreSQL: nobody else changes the rows until the transaction ends. SQLite has one writer. */
export function forShare<Tables, From extends keyof Tables, Row>(
  engine: Engine,
  query: SelectQueryBuilder<Tables, From, Row>,
): SelectQueryBuilder<Tables, From, Row> {
  return engine === 'postgres' ? query.forShare() : query;
}

/**
 * Value for `in`: the column of rows to claim. On PostgreSQL it skips rows that another instance is claiming; SQLite has one
 * writer. The query runs once, materialized: PostgreSQL may run a plain subquery again, which locks more rows than its limit.
 */
export function skipLocked<Tables, From extends keyof Tables, Row>(
  engine: Engine,
  query: SelectQueryBuilder<Tables, From, Row>,
): RawBuilder<Row[keyof Row]> {
  return engine === 'postgres'
    ? sql`(with claimed as materialized (${query.forUpdate().skipLocked()}) select * from claimed)`
    : sql`(${query})`;
}
