import { type Kysely, sql } from 'kysely';
import { isPostgres } from './database.ts';

/** These tables exist only on PostgreSQL. */
export interface RateLimitTables {
  /** Windows of a minute by key, with the calls that instances have reserved. */
  rate_window: { key: string; ends_at: number; used: number };
}

const WINDOW_MS = 60_000;
/** Instances reserve calls in batches of this part of the limit, so that few calls write. */
const BATCHES = 60;
const MAX_KEYS = 10_000;
const PRUNE_INTERVAL_MS = 60_000;
/** Windows that end later began while the clock was wrong. The clocks of instances differ by less than a window. */
const MAX_AHEAD_MS = 2 * WINDOW_MS;

const isWithin = (endsAt: number, now: number) => now < endsAt && endsAt <= now + MAX_AHEAD_MS;

/** Creates the table on PostgreSQL, for migrations. Unlogged: after a crash of the server counting starts anew. */
export async function createRateWindowTable(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return;
  await sql`create unlogged table rate_window (key text primary key, ends_at bigint not null, used bigint not null)`.execute(
    db,
  );
}

export interface RateLimitResult {
  isAllowed: boolean;
  /** Calls left in the window. With several instances, those that others have reserved are not among them. */
  remaining: number;
  /** Milliseconds since 1970. */
  endsAt: number;
}

interface Window {
  endsAt: number;
  /** Calls that all instances have reserved. */
  reserved: number;
  /** Calls reserved by this instance and not consumed. */
  available: number;
}

/**
 * Rate limiter per key with windows of a minute, for limits that hold for all instances together: they reserve calls in
 * the database. An embedded database has one instance, which counts in memory.
 */
export class SharedRateLimiter {
  readonly #db: Kysely<RateLimitTables>;
  readonly #limit: number;
  readonly #now: () => number;
  /**
   * Windows in the order of use; the least recently used key is evicted, so that no client is refused because
   * of others.
   */
  readonly #windows = new Map<string, Window>();
  readonly #reserving = new Map<string, Promise<void>>();
  #pruneAt = 0;

  constructor(db: Kysely<RateLimitTables>, { limit, now }: { limit: number; now: () => number }) {
    this.#db = db;
    this.#limit = limit;
    this.#now = now;
  }

  /** Consumes one call, if there is one left. */
  async consume(key: string): Promise<RateLimitResult> {
    for (;;) {
      const window = this.#windows.get(key);
      const isCurrent = window !== undefined && isWithin(window.endsAt, this.#now());
      if (isCurrent && (window.available > 0 || window.reserved >= this.#limit)) {
        const isAllowed = window.available > 0;
        if (isAllowed) window.available -= 1;
        this.#windows.delete(key);
        this.#windows.set(key, window);
        const remaining = this.#limit - window.reserved + window.available;
        return { isAllowed, remaining, endsAt: window.endsAt };
      }
      const reserving =
        this.#reserving.get(key) ?? this.#reserve(key).finally(() => this.#reserving.delete(key));
      this.#reserving.set(key, reserving);
      await reserving;
    }
  }

  /** Undoes `consume`. */
  refund(key: string): void {
    const window = this.#windows.get(key);
    if (window) window.available += 1;
  }

  async #reserve(key: string): Promise<void> {
    const now = this.#now();
    const window = isPostgres(this.#db)
      ? await this.#reserveShared(key, now)
      : { endsAt: now + WINDOW_MS, reserved: this.#limit, available: this.#limit };
    const [leastRecentlyUsed] = this.#windows.keys();
    if (this.#windows.size >= MAX_KEYS && leastRecentlyUsed !== undefined)
      this.#windows.delete(leastRecentlyUsed);
    this.#windows.set(key, window);
  }

  async #reserveShared(key: string, now: number): Promise<Window> {
    if (now >= this.#pruneAt || this.#pruneAt > now + PRUNE_INTERVAL_MS) {
      this.#pruneAt = now + PRUNE_INTERVAL_MS;
      await this.#db
        .deleteFrom('rate_window')
        .where((eb) => eb.or([eb('ends_at', '<=', now), eb('ends_at', '>', now + MAX_AHEAD_MS)]))
        .execute();
    }
    const batch = Math.ceil(this.#limit / BATCHES);
    const isOver = sql<boolean>`(rate_window.ends_at <= ${now} or rate_window.ends_at > ${now + MAX_AHEAD_MS})`;
    const { used, ends_at: endsAt } = await this.#db
      .insertInto('rate_window')
      .values({ key, ends_at: now + WINDOW_MS, used: batch })
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
            .then(now + WINDOW_MS)
            .else(eb.ref('rate_window.ends_at'))
            .end(),
        })),
      )
      .returning(['used', 'ends_at'])
      .executeTakeFirstOrThrow();
    const available = Math.max(0, batch - Math.max(0, used - this.#limit));
    return { endsAt, reserved: Math.min(used, this.#limit), available };
  }
}
