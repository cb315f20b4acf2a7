import { type QueryExecutorProvider, sql } from 'kysely';
import type { Engine } from './database.ts';

const READ_INTERVAL_MS = 30_000;
/** Readings that took longer are too inexact. */
const MAX_CLOCK_READING_MS = 250;
/** decided: smaller differences are those of two readings, or of a clock that is being adjusted. */
const MIN_JUMP_MS = 5000;

interface Log {
  warn: (fields: object, message: string) => void;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Logs from now on when the clock was set: leases, due times and retention follow it. */
  logJumpsTo: (log: Log) => void;
  stop: () => void;
}

/**
 * Starts the clock of leases, claims and limits. All processes on a PostgreSQL database follow its server's clock, however
 * their own are set; an embedded database has one process, which follows its own.
 * @param testClock another clock, for tests
 */
export async function startClock(
  { db, engine }: { db: QueryExecutorProvider; engine: Engine },
  testClock?: () => number,
): Promise<Clock> {
  if (testClock) return { now: testClock, logJumpsTo: () => {}, stop: () => {} };
  const read = engine === 'sqlite' ? readOwnOffset : () => readOffset(db);
  // The first one may have to wait for a connection.
  const [first, second] = [await read(), await read()];
  let { offset } = first.durationMs < second.durationMs ? first : second;
  let log: Log | undefined;
  const refresh = async () => {
    const reading = await read();
    if (reading.durationMs > MAX_CLOCK_READING_MS) return;
    const jumpMs = Math.round(reading.offset - offset);
    ({ offset } = reading);
    if (Math.abs(jumpMs) >= MIN_JUMP_MS)
      log?.warn({ jumpMs, engine }, 'the clock was set: check what is due, and the time of the server');
  };
  const timer = setInterval(() => {
    // Without the database there is nothing to claim either.
    refresh().catch(() => {});
  }, READ_INTERVAL_MS).unref();
  return {
    // This time is monotonic on PostgreSQL: setting the clock of this machine changes nothing.
    now: engine === 'sqlite' ? () => Date.now() : () => Math.floor(performance.now() + offset),
    logJumpsTo(receiver) {
      log = receiver;
    },
    stop: () => clearInterval(timer),
  };
}

interface Reading {
  /** Difference between a clock and `performance.now()`. */
  offset: number;
  durationMs: number;
}

async function readOwnOffset(): Promise<Reading> {
  return { offset: Date.now() - performance.now(), durationMs: 0 };
}

async function readOffset(db: QueryExecutorProvider): Promise<Reading> {
  const startedAt = performance.now();
  const { rows } = await sql<{
    at: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db);
  const endedAt = performance.now();
  return { offset: (rows[0]?.at ?? Date.now()) - (startedAt + endedAt) / 2, durationMs: endedAt - startedAt };
}
