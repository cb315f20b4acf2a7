import type { Kysely } from 'kysely';
import { type RateLimitTables, SharedRateLimiter, reserveTurn } from '#database/shared-rate-limiter.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import type { RateLimitResult } from '#http/rate-limiter.ts';
import type { Clock } from '#system/clock.ts';

/** Work that calls the service. */
type PacedWork = 'jobs' | 'sweeps';

/** Part of `RATE_LIMIT` that must be left in a minute for those who come first: people, then jobs, then sweeps. */
const RESERVED: Record<PacedWork, number> = { jobs: 0.1, sweeps: 0.2 };
/** Part of `RATE_LIMIT` that a person may take, so that nobody starves the others. */
const PERSON_SHARE = 0.2;
/** Key of the calls of everybody: no id of a person. */
const EVERYBODY = '*';

/** Calls per minute of each kind of work: 10 % of `RATE_LIMIT`, or 50 % for the embedded service. */
export function getCallsPerMinute({
  rateLimit,
  embeddedService,
}: Pick<GatewayConfig, 'rateLimit' | 'embeddedService'>): number {
  return Math.max(1, Math.floor(rateLimit / (embeddedService ? 2 : 10)));
}

/** Shares what the service allows a minute between purposes, on all gateways. */
export class ServicePace {
  readonly #db: Kysely<RateLimitTables>;
  readonly #clock: Clock;
  readonly #rateLimit: number;
  readonly #intervalMs: number;
  /** Calls of the service that a person may make a minute. */
  readonly callsPerPerson: number;
  readonly #people: SharedRateLimiter;
  readonly #all: SharedRateLimiter;

  constructor(
    db: Kysely<RateLimitTables>,
    clock: Clock,
    config: Pick<GatewayConfig, 'rateLimit' | 'embeddedService'>,
  ) {
    const { now } = clock;
    const limit = config.rateLimit;
    this.#db = db;
    this.#clock = clock;
    this.#rateLimit = limit;
    this.#intervalMs = Math.ceil(60_000 / getCallsPerMinute(config));
    this.callsPerPerson = Math.max(1, Math.floor(limit * PERSON_SHARE));
    this.#people = new SharedRateLimiter(db, { limit: this.callsPerPerson, now });
    this.#all = new SharedRateLimiter(db, { limit, now });
  }

  /** Consumes a call of a person, for whom no other purpose leaves less. */
  async consume(personId: string): Promise<RateLimitResult> {
    const result = await this.#people.consume(personId);
    if (result.isAllowed) await this.#all.consume(EVERYBODY);
    return result;
  }

  /**
   * Waits until work may call the service: calls of one kind follow each other at an interval, and leave others theirs.
   * @throws the reason of `signal` when it aborts
   */
  async awaitTurn(work: PacedWork, signal: AbortSignal): Promise<void> {
    const { now, sleep } = this.#clock;
    const at = await reserveTurn(this.#db, work, { intervalMs: this.#intervalMs, now: now() });
    if (at > now()) await sleep(at - now(), signal);
    for (;;) {
      const { isAllowed, remaining, secondsLeft } = await this.#all.consume(EVERYBODY);
      if (isAllowed && remaining >= Math.floor(this.#rateLimit * RESERVED[work])) return;
      if (isAllowed) this.#all.refund(EVERYBODY);
      await sleep(secondsLeft * 1000, signal);
    }
  }
}
