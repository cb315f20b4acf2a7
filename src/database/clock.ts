import { type QueryExecutorProvider, sql } from 'kysely';
import type { Engine } from './database.ts';

const READ_INTERVAL_MS = 30_000;
/** Readings that took longer are too inexact. */
const MAX_READING_MS = 250;

export interface Clock {
  /** Milliseconds since 1970. */
  now: () => number;
  stop: () => void;
}

/**
 * Starts the clock of leases, claims and limits. All processes on a PostgreSQL database follow its server's clock, however
 * their own are set; an embedded database has one process, which follows its own.
 * @param given another clock, for tests
 */
export async function startClock(
  { db, engine }: { db: QueryExecutorProvider; engine: Engine },
  given?: () => number,
): Promise<Clock> {
  if (given || engine === 'sqlite') return { now: given ?? (() => Date.now()), stop: () => {} };
  // The first one may have to wait for a connection.
  const [first, second] = [await readOffset(db), await readOffset(db)];
  let { offset } = first.durationMs < second.durationMs ? first : second;
  const refresh = async () => {
    const reading = await readOffset(db);
    if (reading.durationMs <= MAX_READING_MS) ({ offset } = reading);
  };
  const timer = setInterval(() => {
    // Without the database there is nothing to claim either.
    refresh().catch(() => {});
  }, READ_INTERVAL_MS).unref();
  return {
    // Monotonic: setting the clock of this machine changes nothing.
    now: () => Math.floor(performance.now() + offset),
    stop: () => clearInterval(timer),
  };
}

/** Difference between the server's clock and `performance.now()`. */
async function readOffset(db: QueryExecutorProvider): Promise<{ offset: number; durationMs: number }> {
  const startedAt = performance.now();
  const { rows } = await sql<{
    at: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db);
  const endedAt = performance.now();
  return { offset: (rows[0]?.at ?? Date.now()) - (startedAt + endedAt) / 2, durationMs: endedAt - startedAt };
}
