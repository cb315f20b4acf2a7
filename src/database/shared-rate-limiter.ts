import { type Kysely, sql } from 'kysely';
import {
  MAX_RATE_WINDOW_AHEAD_MS,
  type RateLimitResult,
  RateLimiter,
  RATE_WINDOW_MS,
} from '#http/rate-limiter.ts';
import { isPostgres } from './database.ts';

/** These tables exist only on PostgreSQL. */
export interface RateLimitTables {
  /** Windows of a minute by key, with the calls that instances have reserved. */
  rate_window: { key: string; ends_at: number; used: number };
}

/** Instances reserve calls in batches of this part of the limit, so that few calls write. */
const BATCHES = 60;
const PRUNE_INTERVAL_MS = 60_000;

/** Creates the table on PostgreSQL, for migrations. Unlogged: after a crash of the server counting starts anew. */
export async function createRateWindowTable(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return;
  await sql`create unlogged table rate_window (key text primary key, ends_at bigint not null, used bigint not null)`.execute(
    db,
  );
}

/**
 * Rate limiter for limits that hold for all instances together: they reserve calls in the database. An embedded database has
 * one instance, which counts in memory.
 */
export class SharedRateLimiter {
  readonly #db: Kysely<RateLimitTables>;
  readonly #limit: number;
  readonly #now: () => number;
  readonly #local: RateLimiter;
  readonly #reserving = new Map<string, Promise<void>>();
  #pruneAt = 0;

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
    if (now >= this.#pruneAt || this.#pruneAt > now + PRUNE_INTERVAL_MS) {
      this.#pruneAt = now + PRUNE_INTERVAL_MS;
      await this.#db
        .deleteFrom('rate_window')
        .where((eb) => eb.or([eb('ends_at', '<=', now), eb('ends_at', '>', now + MAX_RATE_WINDOW_AHEAD_MS)]))
        .execute();
    }
    const batch = Math.ceil(this.#limit / BATCHES);
    const isOver = sql<boolean>`(rate_window.ends_at <= ${now} or rate_window.ends_at > ${now + MAX_RATE_WINDOW_AHEAD_MS})`;
    const { used, ends_at: endsAt } = await this.#db
      .insertInto('rate_window')
      .values({ key, ends_at: now + RATE_WINDOW_MS, used: batch })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => ({
          used: eb
            .case()
            .when(isOver)
            .then(batch)
            .else(eb('rate_window.used', '+', batch))
            .end(),
          ends_at: eb
            .case()
            .when(isOver)
            .then(now + RATE_WINDOW_MS)
            .else(eb.ref('rate_window.ends_at'))
            .end(),
        })),
      )
      .returning(['used', 'ends_at'])
      .executeTakeFirstOrThrow();
    const available = Math.max(0, batch - Math.max(0, used - this.#limit));
    this.#local.open(key, { endsAt, reserved: Math.min(used, this.#limit), available });
  }
}
