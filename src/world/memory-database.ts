import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  type SqliteDialect,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Database } from '#database/database.ts';
import { registerFunctions } from '#database/sqlite-functions.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { Timeline } from './timeline.ts';

/** SQLITE_FULL. */
const FULL = 13;

interface Prepared {
  statement: StatementSync;
  isReader: boolean;
}

/** Some statements and transactions wait before they begin. */
interface StatementWait {
  maxMs: number;
  random: SeededRandom;
}

/** Share of the statements and transactions that wait. */
const WAITING_SHARE = 0.1;

/**
 * An embedded database in memory that outlives the processes that use it. One statement or transaction runs at a time; who comes
 * next is drawn from the seed. What a process had begun when it crashed is rolled back, and it never hears of its statements.
 */
export class MemoryDatabase {
  readonly #timeline: Timeline;
  readonly #wait: StatementWait | undefined;
  #sqlite: DatabaseSync;
  /** Names of the processes that are connected. */
  readonly #clients = new Set<string>();
  readonly #statements = new Map<string, Prepared>();
  #holder: SimulatedProcess | undefined;
  readonly #waiting: { process: SimulatedProcess; enter: () => void }[] = [];
  /** True while writes find the disk full. */
  isFull = false;
  /** Times at which a write found the disk full. */
  readonly refusals: number[] = [];
  statements = 0;

  constructor(timeline: Timeline, image?: Uint8Array, wait?: StatementWait) {
    this.#timeline = timeline;
    this.#wait = wait;
    this.#sqlite = this.#openImage(image);
  }

  #openImage(image: Uint8Array | undefined): DatabaseSync {
    const sqlite = new DatabaseSync(':memory:');
    if (image) sqlite.deserialize(image);
    sqlite.exec('pragma foreign_keys = on');
    registerFunctions(sqlite);
    sqlite.function('connected_clients', () => JSON.stringify([...this.#clients]));
    return sqlite;
  }

  /** Returns a copy of what is committed. */
  serialize(): Uint8Array {
    return this.#sqlite.serialize();
  }

  /** Puts a copy back. Its processes must have ended. */
  restore(image: Uint8Array): void {
    this.close();
    this.#sqlite = this.#openImage(image);
  }

  /** Frees its memory: an open one is held by its own functions. */
  close(): void {
    this.#statements.clear();
    this.#sqlite.close();
  }

  /** Reads without any process, for laws. */
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(sql).statement.all(...values) as Row[];
  }

  /** True while a transaction is open. */
  get isBusy(): boolean {
    return this.#holder !== undefined;
  }

  /** The database as one process sees it. */
  connect<Tables>(process: SimulatedProcess): Database<Tables> {
    const db = new Kysely<Tables>({ dialect: this.#createDialect(process) });
    this.#clients.add(process.name);
    const close = async () => {
      this.#clients.delete(process.name);
      await db.destroy();
    };
    return {
      db,
      readAs: () => db,
      engine: 'sqlite',
      clientName: process.name,
      connectedClients: sql`(select value from json_each(connected_clients()))`,
      check: async () => {},
      getPoolState: () => undefined,
      allocateReserve: async () => {},
      close,
      [Symbol.asyncDispose]: close,
    };
  }

  /** Ends what a process had begun, and lets others go on. */
  drop(process: SimulatedProcess): void {
    this.#clients.delete(process.name);
    for (let at = this.#waiting.length - 1; at >= 0; at -= 1)
      if (this.#waiting[at]?.process === process) this.#waiting.splice(at, 1);
    if (this.#holder !== process) return;
    if (this.#sqlite.isTransaction) this.#sqlite.exec('rollback');
    this.#release();
  }

  #createDialect(process: SimulatedProcess): SqliteDialect {
    const connection: DatabaseConnection = {
      executeQuery: <Row>(query: CompiledQuery) => process.step(() => this.#execute<Row>(query)),
      streamQuery() {
        throw new Error('Reads are not streamed');
      },
    };
    const run = (sql: string) => process.step(() => this.#sqlite.exec(sql));
    const driver: Driver = {
      init: async () => {},
      acquireConnection: async () => {
        await this.#acquire(process);
        return connection;
      },
      beginTransaction: () => run('begin'),
      commitTransaction: () => run('commit'),
      rollbackTransaction: async () => {
        if (this.#sqlite.isTransaction) await run('rollback');
      },
      releaseConnection: async () => {
        if (process.isAlive && this.#holder === process) this.#release();
      },
      destroy: async () => {},
    };
    return {
      createAdapter: () => new TransactionalAdapter(),
      createDriver: () => driver,
      createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    } as unknown as SqliteDialect;
  }

  async #acquire(process: SimulatedProcess): Promise<void> {
    const wait = this.#wait;
    if (wait && process.isAlive && wait.random.chance(WAITING_SHARE))
      await process.clock.sleep(wait.random.between(1, wait.maxMs));
    if (!process.isAlive) return new Promise(() => {});
    if (this.#holder === undefined) {
      this.#holder = process;
      return;
    }
    return new Promise((enter) => void this.#waiting.push({ process, enter }));
  }

  #release(): void {
    this.#holder = undefined;
    if (this.#waiting.length === 0) return;
    const index = this.#waiting.length === 1 ? 0 : this.#timeline.pick(this.#waiting.length);
    const [next] = this.#waiting.splice(index, 1);
    if (!next) return;
    this.#holder = next.process;
    if (next.process === this.#timeline.current) next.enter();
    // The others' work belongs to them.
    else this.#timeline.schedule(0, next.process, next.enter);
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#statements.get(sql);
    if (!prepared) {
      const statement = this.#sqlite.prepare(sql);
      prepared = { statement, isReader: statement.columns().length > 0 };
      this.#statements.set(sql, prepared);
      const [oldest] = this.#statements.keys();
      if (this.#statements.size > 600 && oldest !== undefined) this.#statements.delete(oldest);
    }
    return prepared;
  }

  #execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    this.statements += 1;
    if (this.isFull && /^\s*(?:insert|update|with|create)/i.test(sql)) {
      this.refusals.push(this.#timeline.now);
      throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: FULL });
    }
    const { statement, isReader } = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    if (isReader) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
