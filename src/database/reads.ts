import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteQueryCompiler,
} from 'kysely';
import { FairQueue, type TaskOwner } from './fair-queue.ts';

// The door for reads that may take long. They see what is committed, wait for their turn in a bounded queue, and end with
// their request. On SQLite they run in worker threads, as a statement would hold the event loop until its end.

export interface Reader<Tables> {
  /** A database for queries of this owner; it has no transactions. */
  readAs: (owner: TaskOwner) => Kysely<Tables>;
}

export interface ReadEngine {
  isPostgres: boolean;
  /** Reads at once. */
  slots: number;
  execute<Row>(query: CompiledQuery, signal: AbortSignal | undefined): Promise<Row[]>;
}

export function createReader<Tables>(engine: ReadEngine): Reader<Tables> {
  const queue = new FairQueue(engine.slots);
  return {
    readAs: (owner) =>
      new Kysely<Tables>({
        dialect: createReadDialect(engine, async (query) => ({
          rows: await queue.run(owner, () => engine.execute(query, owner.signal)),
        })),
      }),
  };
}

function createReadDialect(
  { isPostgres }: ReadEngine,
  execute: (query: CompiledQuery) => Promise<QueryResult<unknown>>,
): Dialect {
  const unsupported = () => Promise.reject(new Error('Reads have no transactions'));
  const connection: DatabaseConnection = {
    executeQuery: <Row>(query: CompiledQuery) => execute(query) as Promise<QueryResult<Row>>,
    streamQuery: () => {
      throw new Error('Reads are not streamed');
    },
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: unsupported,
    commitTransaction: unsupported,
    rollbackTransaction: unsupported,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  return {
    createAdapter: () => (isPostgres ? new PostgresAdapter() : new SqliteAdapter()),
    createDriver: () => driver,
    createIntrospector: () => {
      throw new Error('Reads have no introspection');
    },
    createQueryCompiler: () => (isPostgres ? new PostgresQueryCompiler() : new SqliteQueryCompiler()),
  };
}
