import { type ExpressionBuilder, type Kysely, type QueryCreator, sql } from 'kysely';
import { type RateLimitResult, RateLimiter, RATE_WINDOW_MS } from '#http/rate-limiter.ts';
import { isPostgres } from './database.ts';
import { executeStatements } from './execute-statements.ts';

export interface RateLimitTables {
  /** Uses by limit and key, in a window; the next one is allowed from `retry_at`. Times are ms since 1970. */
  rate_limit: { name: string; key: string; count: number; ends_at: number; retry_at: number };
}

/** Limit of `max` uses in a window that begins with the first one, with growing delays before the last ones. */
export interface SharedRateLimit {
  name: string;
  max: number;
  windowMs: number;
  /** Delay before the use with this number, seconds. */
  delaysS?: Record<number, number>;
}

export interface CountedUse {
  /** Uses in the window, with this one. */
  count: number;
  endsAt: number;
  /** Uncounts this use, and the delay that it caused. */
  refund: () => Promise<void>;
  /** Uncounts all uses of the key. */
  reset: () => Promise<void>;
  /** Ends the window at this time, ms since 1970. */
  endWindowAt: (endsAt: number) => Promise<void>;
}

/** Longest window of a limit. */
const MAX_WINDOW_MS = 24 * 3_600_000;
/** Windows that began further ahead were written while the clock was wrong. */
const CLOCK_TOLERANCE_MS = 60_000;
/** Longer than any line of callers; later turns were stored while the clock was wrong. */
const MAX_TURN_AHEAD_MS = 3_600_000;

export async function createRateLimitTable(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    `create table rate_limit (
      name text not null,
      key text not null,
      count integer not null,
      ends_at bigint not null,
      retry_at bigint not null,
      constraint rate_limit_key primary key (name, key)
    )`,
    'create index rate_limit_by_end on rate_limit (ends_at)',
  ]);
}

/**
 * Counts a use, or several, in the database before what it allows is done, atomically, so that concurrent ones of all
 * instances cannot exceed the limit.
 * @returns `retryAt`, ms since 1970, when the limit is reached; the use then does not count
 */
export async function consumeShared(
  db: QueryCreator<RateLimitTables>,
  limit: SharedRateLimit,
  key: string,
  now: number,
  uses = 1,
): Promise<{ retryAt: number } | CountedUse> {
  const { name, windowMs } = limit;
  await db
    .deleteFrom('rate_limit')
    .where((eb) => eb.and({ name, key }))
    .where((eb) => eb.or([eb('ends_at', '<=', now), eb('ends_at', '>', now + windowMs + CLOCK_TOLERANCE_MS)]))
    .execute();
  const row = await db
    .insertInto('rate_limit')
    .values({
      name,
      key,
      count: uses,
      ends_at: now + windowMs,
      retry_at: now + (uses >= limit.max ? windowMs : (limit.delaysS?.[uses + 1] ?? 0) * 1000),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'key'])
        .doUpdateSet((eb) => ({
          count: eb('rate_limit.count', '+', uses),
          retry_at: computeRetryAt(limit, now, uses),
        }))
        .where('rate_limit.retry_at', '<=', now),
    )
    .returning(['count', 'ends_at', 'retry_at'])
    .executeTakeFirst();
  if (!row) {
    const current = await db
      .selectFrom('rate_limit')
      .select('retry_at')
      .where((eb) => eb.and({ name, key }))
      .executeTakeFirst();
    return { retryAt: current?.retry_at ?? now };
  }
  const update = db.updateTable('rate_limit').where('name', '=', name).where('key', '=', key);
  return {
    count: row.count,
    endsAt: row.ends_at,
    refund: async () => {
      await update
        .set((eb) => ({
          count: eb('count', '-', uses),
          // A later use may have reached the limit meanwhile.
          retry_at: eb.case().when('retry_at', '=', row.retry_at).then(now).else(eb.ref('retry_at')).end(),
        }))
        .execute();
    },
    reset: async () => {
      await db.deleteFrom('rate_limit').where('name', '=', name).where('key', '=', key).execute();
    },
    endWindowAt: async (endsAt) => {
      await update.set({ ends_at: endsAt, retry_at: endsAt }).execute();
    },
  };
}

/** `retry_at` after the uses being counted: now plus the next delay, or the end of the window after the last one. */
function computeRetryAt({ delaysS = {}, max }: SharedRateLimit, now: number, uses: number) {
  const cases = Object.entries(delaysS)
    .filter(([number]) => Number(number) <= max)
    .map(
      ([number, seconds]) =>
        sql`when rate_limit.count + ${uses + 1} = ${Number(number)} then ${now + seconds * 1000}`,
    );
  return sql<number>`case when rate_limit.count + ${uses} >= ${max} then rate_limit.ends_at ${sql.join(cases, sql` `)} else ${now} end`;
}

/** Reserves the next turn of callers that follow each other at an interval. @returns when it is, ms since 1970 */
export async function reserveTurn(
  db: Kysely<RateLimitTables>,
  name: 'sweeps' | 'jobs',
  { intervalMs, now }: { intervalMs: number; now: number },
): Promise<number> {
  const next = sql<number>`(case when rate_limit.retry_at > ${now} and rate_limit.retry_at <= ${now + MAX_TURN_AHEAD_MS} then rate_limit.retry_at else ${now} end) + ${intervalMs}`;
  const { retry_at } = await db
    .insertInto('rate_limit')
    .values({ name, key: '', count: 1, ends_at: now + intervalMs, retry_at: now + intervalMs })
    .onConflict((conflict) =>
      conflict.columns(['name', 'key']).doUpdateSet({ ends_at: next, retry_at: next }),
    )
    .returning('retry_at')
    .executeTakeFirstOrThrow();
  return retry_at - intervalMs;
}

/** Condition of a window that has ended. */
export function isRateLimitOver(eb: ExpressionBuilder<RateLimitTables, 'rate_limit'>, now: number) {
  return eb.or([eb('ends_at', '<=', now), eb('ends_at', '>', now + MAX_WINDOW_MS + CLOCK_TOLERANCE_MS)]);
}

/** Instances reserve calls in batches of this part of the limit, so that few calls write. */
const BATCHES = 60;

/**
 * Limits the calls a minute, per key, of all instances together: they reserve calls in the database. An embedded database has
 * one instance, which counts in memory.
 */
export class SharedRateLimiter {
  readonly #db: Kysely<RateLimitTables>;
  readonly #limit: number;
  readonly #now: () => number;
  readonly #local: RateLimiter;
  readonly #reserving = new Map<string, Promise<void>>();

  constructor(db: Kysely<RateLimitTables>, { limit, now }: { limit: number; now: () => number }) {
    this.#db = db;
    this.#limit = limit;
    this.#now = now;
    this.#local = new RateLimiter({ limit, now });
  }

  /** Consumes one call, if there is one left. */
  async consume(key: string): Promise<RateLimitResult> {
    if (!isPostgres(this.#db)) return this.#local.consume(key);
    for (;;) {
      const result = this.#local.consumeReserved(key);
      if (result) return result;
      const reserving =
        this.#reserving.get(key) ?? this.#reserve(key).finally(() => this.#reserving.delete(key));
      this.#reserving.set(key, reserving);
      await reserving;
    }
  }

  /** Undoes `consume`. */
  refund(key: string): void {
    this.#local.refund(key);
  }

  async #reserve(key: string): Promise<void> {
    const now = this.#now();
    const max = this.#limit;
    const batch = Math.ceil(max / BATCHES);
    const limit = { name: 'calls', max, windowMs: RATE_WINDOW_MS };
    const result = await consumeShared(this.#db, limit, key, now, batch);
    this.#local.open(
      key,
      'retryAt' in result
        ? { endsAt: result.retryAt, reserved: max, available: 0 }
        : {
            endsAt: result.endsAt,
            reserved: Math.min(result.count, max),
            available: batch - Math.max(0, result.count - max),
          },
    );
  }
}
