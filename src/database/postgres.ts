import { Socket } from 'node:net';
import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { DatabaseError, Pool, type PoolClient, types } from 'pg';
import { DatabaseUnavailable } from './unavailable.ts';

// int8 arrives as text; counts and milliseconds fit a number.
types.setTypeParser(types.builtins.INT8, Number);

/** To connect, or to wait for a connection of the pool. */
const CONNECT_MS = 3000;
/** For one statement, its wait for locks included. */
export const STATEMENT_MS = 10_000;
/** The server ends a statement in time; where it does not answer any more, the client gives up so much later. */
const SILENCE_AFTER_MS = 1000;
/** A transaction whose client is gone holds its locks no longer. */
const IDLE_IN_TRANSACTION_MS = 30_000;

export interface PostgresTarget {
  url: string;
  schema: string;
}

/** @param statementMs undefined: a statement may take as long as it needs, as in a migration. */
export function createPool({ url, schema }: PostgresTarget, statementMs: number | undefined): Pool {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    options: `-c search_path=${schema}`,
    connectionTimeoutMillis: CONNECT_MS,
    ...(statementMs !== undefined && {
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      stream: () => impatientSocket(statementMs + SILENCE_AFTER_MS),
    }),
  });
  // Without listeners a connection that breaks, idle or in use, would end the process; the pool replaces it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A connection on which nothing comes or goes is given up: its server may be gone without having closed it. */
function impatientSocket(silenceMs: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(silenceMs, () => {
    socket.destroy(new Error('The database did not answer in time'));
  });
}

/** Kysely's dialect, whose failures say whether the database is away. */
export function postgresDialect(pool: Pool): PostgresDialect {
  const guarded = new WeakMap<PoolClient, PostgresPoolClient>();
  const guardedPool: PostgresPool = {
    options: pool.options,
    async connect() {
      const client = await pool.connect().catch(rethrow);
      const known = guarded.get(client) ?? guard(client);
      guarded.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
  return new PostgresDialect({ pool: guardedPool });
}

function guard(client: PoolClient): PostgresPoolClient {
  const query = (statement: string, parameters: unknown[]) =>
    client.query(statement, parameters).catch(rethrow);
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  };
}

/** Connection exceptions, too many connections, a server that stops or starts, and statements that took too long. */
const AWAY = /^(?:08...|53300|57014|57P0[1-5]|25P0[34])$/;

function rethrow(error: unknown): never {
  // What the server says about a statement is a `DatabaseError`; anything else is about the connection.
  const isAway = error instanceof DatabaseError ? AWAY.test(error.code ?? '') : !(error instanceof TypeError);
  throw isAway ? new DatabaseUnavailable(error) : error;
}
