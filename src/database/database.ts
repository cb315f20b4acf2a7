import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect, type SelectQueryBuilder } from 'kysely';
import { Pool, types } from 'pg';
import { NodeSqliteDialect } from './sqlite-dialect.ts';
import { unusable } from './unusable.ts';

export type Engine = 'sqlite' | 'postgres';

/** One connection for both engines. Times are integer milliseconds, JSON is text: the SQL stays portable. */
export interface Database<Tables> {
  db: Kysely<Tables>;
  engine: Engine;
  /** PostgreSQL schema that unqualified names mean. */
  schema?: string;
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
}

/**
 * SQLite alone. `full`: an acknowledged commit survives power loss. `normal`: it survives the end of the process.
 * `off`: for tests.
 */
export type Synchronous = 'full' | 'normal' | 'off';

/**
 * Opens the database, making the file or the schema where it is missing.
 * @throws DatabaseUnusable when the file cannot be read as a database
 */
export async function openDatabase<Tables>(target: DatabaseTarget): Promise<Database<Tables>> {
  return target.url ? openPostgres(target.url, target.schema) : openSqlite(target.file, target.synchronous);
}

function openSqlite<Tables>(file: string, synchronous: Synchronous = 'full'): Database<Tables> {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const sqlite = openFile(file, synchronous);
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(sqlite) });
  return { db, engine: 'sqlite', close: () => db.destroy() };
}

function openFile(file: string, synchronous: Synchronous): DatabaseSync {
  let sqlite: DatabaseSync | undefined;
  try {
    sqlite = new DatabaseSync(file);
    // busy_timeout first: the change to WAL itself may have to wait for another process.
    sqlite.exec(
      `pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = ${synchronous}; pragma foreign_keys = on; pragma cache_size = -32000;`,
    );
    return sqlite;
  } catch (error) {
    sqlite?.close();
    throw unusable(file, error);
  }
}

// int8 arrives as text; counts and milliseconds fit a number.
types.setTypeParser(types.builtins.INT8, Number);

async function openPostgres<Tables>(url: string, schema: string): Promise<Database<Tables>> {
  const pool = new Pool({ connectionString: url, max: 10, options: `-c search_path=${schema}` });
  // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
  pool.on('error', () => {});
  await pool.query(`create schema if not exists ${schema}`);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, engine: 'postgres', schema, close: () => db.destroy() };
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
