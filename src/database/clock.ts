import { type QueryExecutorProvider, sql } from 'kysely';
import { type Clock, repeatTimer, systemClock } from '#system/clock.ts';
import type { Engine } from './database.ts';

const READ_INTERVAL_MS = 30_000;
/** Readings that took longer are too inexact. */
const MAX_CLOCK_READING_MS = 250;
/** decided: smaller differences are those of two readings, or of a clock that is being adjusted. */
const MIN_JUMP_MS = 5000;

interface Log {
  warn: (fields: object, message: string) => void;
}

export interface DatabaseClock extends Clock {
  /** Logs from now on when the clock was set: leases, due times and retention follow it. */
  logJumpsTo: (log: Log) => void;
  stop: () => void;
}

/**
 * Starts the clock of leases, claims and limits. All processes on a PostgreSQL database follow its server's clock, however
 * their own are set; an embedded database has one process, which follows its own.
 * @param handedIn another clock, which is then the time on both engines
 */
export async function startDatabaseClock(
  { db, engine }: { db: QueryExecutorProvider; engine: Engine },
  handedIn?: Clock,
): Promise<DatabaseClock> {
  const clock = handedIn ?? systemClock;
  const isOwn = handedIn !== undefined || engine === 'sqlite';
  const read = async () => (isOwn ? readOwnOffset(clock) : readOffset(db, clock));
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
  const stop = repeatTimer(
    clock,
    () => {
      // While the database does not answer, nothing is claimed by this time either.
      refresh().catch(() => {});
    },
    clock.pollInterval(READ_INTERVAL_MS),
  );
  return {
    ...clock,
    // This time is monotonic on PostgreSQL: setting the clock of this machine changes nothing.
    now: isOwn ? clock.now : () => Math.floor(clock.monotonic() + offset),
    logJumpsTo(receiver) {
      log = receiver;
    },
    stop,
  };
}

interface Reading {
  /** Difference between a clock and the monotonic time of this process. */
  offset: number;
  durationMs: number;
}

function readOwnOffset({ now, monotonic }: Clock): Reading {
  return { offset: now() - monotonic(), durationMs: 0 };
}

async function readOffset(db: QueryExecutorProvider, { now, monotonic }: Clock): Promise<Reading> {
  const startedAt = monotonic();
  const { rows } = await sql<{
    at: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db);
  const endedAt = monotonic();
  return { offset: (rows[0]?.at ?? now()) - (startedAt + endedAt) / 2, durationMs: endedAt - startedAt };
}
