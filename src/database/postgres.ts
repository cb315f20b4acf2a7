import { Socket } from 'node:net';
import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { Client, DatabaseError, Pool, type PoolClient, types } from 'pg';
import { createNameLookup, toLookupFunction } from '#http/name-resolver.ts';
import { DatabaseUnavailableError } from './database-unavailable-error.ts';

// pg returns int8 as text; our counts and milliseconds fit a number.
types.setTypeParser(types.builtins.INT8, Number);

/** Timeout for connecting, and for waiting for a pooled connection. */
export const CONNECT_TIMEOUT_MS = 3000;
/** Timeout of one statement, lock waits included. */
export const STATEMENT_TIMEOUT_MS = 10_000;
/** The server cancels slow statements. The client closes a silent connection this much later. */
const SOCKET_GRACE_MS = 1000;
/** Releases the locks of a transaction whose client is gone. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;

const POOL_SIZE = 10;
/** A connection without use is closed after this time. Who has claims uses one more often (`src/work/claims.ts`). */
const IDLE_POOL_MS = 10_000;
/** Time until a connection is probed on which nothing arrives. */
const KEEP_ALIVE_MS = 10_000;

export interface PostgresTarget {
  url: string;
  schema: string;
  /** `application_name` of the connections. */
  clientName?: string;
  /** Connections at most. */
  poolSize?: number | undefined;
  /** Timeout for waiting for a lock; undefined: that of the statement. */
  lockTimeoutMs?: number | undefined;
}

/** @param statementTimeoutMs undefined: no timeout, as in migrations */
export function createPostgresPool(
  { url, schema, clientName, poolSize = POOL_SIZE, lockTimeoutMs }: PostgresTarget,
  statementTimeoutMs: number | undefined,
): Pool {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    options: `-c search_path=${schema}`,
    application_name: clientName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_POOL_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    stream: createSocket,
    ...(lockTimeoutMs !== undefined && { lock_timeout: lockTimeoutMs }),
    ...(statementTimeoutMs !== undefined && {
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      stream: () => createSocketWithTimeout(statementTimeoutMs + SOCKET_GRACE_MS),
    }),
  });
  // A broken connection would end the process without listeners. The pool replaces it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const lookup = toLookupFunction(createNameLookup());

/** A socket whose host is looked up without libuv's threads. `pg` has no option for it, and connects sockets itself. */
export function createSocket(): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  // The port is the path of a Unix socket if there is no host.
  const connectTo = (port: number | string, host?: string) =>
    host === undefined ? connect(String(port)) : connect({ port: Number(port), host, lookup });
  return Object.assign(socket, { connect: connectTo });
}

/** A socket that closes itself without traffic: the server may be gone without closing the connection. */
function createSocketWithTimeout(timeoutMs: number): Socket {
  const socket = createSocket();
  return socket.setTimeout(timeoutMs, () => {
    socket.destroy(new Error('The database did not answer in time'));
  });
}

/** A connection outside the pool, without a timeout. */
export interface PostgresConnection {
  /** @throws DatabaseUnavailableError */
  query(statement: string): Promise<unknown[]>;
  close(): void;
}

/** @throws DatabaseUnavailableError */
export async function connectToPostgres({ url, schema }: PostgresTarget): Promise<PostgresConnection> {
  const socket = createSocket();
  const client = new Client({
    connectionString: url,
    options: `-c search_path=${schema}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + SOCKET_GRACE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    stream: () => socket,
  });
  client.on('error', () => {});
  // `client.end()` would wait for the server.
  const close = () => void socket.destroy();
  try {
    await client.connect();
  } catch (error) {
    close();
    rethrow(error);
  }
  return {
    query: async (statement) => (await client.query<object>(statement).catch(rethrow)).rows,
    close,
  };
}

/** Kysely's PostgreSQL dialect; connection failures are thrown as DatabaseUnavailableError. */
export function createPostgresDialect(pool: Pool): PostgresDialect {
  const wrappedClients = new WeakMap<PoolClient, PostgresPoolClient>();
  const wrappedPool: PostgresPool = {
    options: pool.options,
    async connect() {
      const client = await pool.connect().catch(rethrow);
      const wrapped = wrappedClients.get(client) ?? wrapClient(client);
      wrappedClients.set(client, wrapped);
      return wrapped;
    },
    end: () => pool.end(),
  };
  return new PostgresDialect({ pool: wrappedPool });
}

function wrapClient(client: PoolClient): PostgresPoolClient {
  const query = (statement: string, parameters: unknown[]) =>
    client.query(statement, parameters).catch(rethrow);
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  };
}

/** SQLSTATEs: connection exceptions, too many connections, server shutdown or start, statement timeouts. */
const UNAVAILABLE_STATES = /^(?:08...|53300|57014|57P0[1-5]|25P0[34])$/;

function rethrow(error: unknown): never {
  // Errors about a statement are `DatabaseError`s; anything else is about the connection.
  const isUnavailable =
    error instanceof DatabaseError
      ? UNAVAILABLE_STATES.test(error.code ?? '')
      : !(error instanceof TypeError);
  throw isUnavailable ? new DatabaseUnavailableError(error) : error;
}
