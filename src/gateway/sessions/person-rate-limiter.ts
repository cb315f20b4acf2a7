import type { Kysely } from 'kysely';
import type { DeskName } from '#contract/desk/desk.ts';
import type { V3Name } from '#contract/v3.ts';
import { v3 } from '#contract/v3.ts';
import { type RateLimitTables, SharedRateLimiter } from '#database/shared-rate-limiter.ts';
import { createRateLimiter } from '#gateway/rate-limiter.ts';
import type { Person } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import type { ProblemError } from '#http/problem-error.ts';
import type { ActiveSession } from './store.ts';

// decided: for calls that do not reach the service; as many as for those that do where RATE_LIMIT is higher. They load
// this process only, so each one counts for itself.
const DESK_CALLS_PER_MINUTE = 1200;

/** Calls of the service per desk endpoint; others call `consumeUpstreamCall` when they need the service. */
const UPSTREAM_CALLS: Partial<Record<V3Name | DeskName, number>> = {
  changeFollowUp: 1,
  noteSeen: 1,
  noteLooking: 1,
  checkInvitation: 1,
  listWebhooksDesk: 1,
  restoreWebhook: 3,
};

/**
 * Limits each person, in all sessions together, to a fifth of the app's RATE_LIMIT on all gateways, so that nobody starves
 * the others.
 */
export class PersonRateLimiter {
  readonly #now: () => number;
  readonly #upstreamCalls: SharedRateLimiter;
  readonly #tryDeskCall: (client: string) => boolean;

  constructor(db: Kysely<RateLimitTables>, { rateLimit, now }: { rateLimit: number; now: () => number }) {
    this.#now = now;
    const limit = Math.max(1, Math.floor(rateLimit / 5));
    this.#upstreamCalls = new SharedRateLimiter(db, { limit, now });
    this.#tryDeskCall = createRateLimiter(Math.max(DESK_CALLS_PER_MINUTE, limit), now);
  }

  /** Consumes a call of an endpoint; whoever is still signing in counts by session. @throws ProblemError `too-many-requests` */
  async consume({ id, stage, person }: ActiveSession, endpoint: V3Name | DeskName): Promise<void> {
    const calls = Object.hasOwn(v3, endpoint) ? 1 : (UPSTREAM_CALLS[endpoint] ?? 0);
    if (calls === 0 && !this.#tryDeskCall(stage === 'in' ? person.id : id))
      throw createRateLimitProblem(getSecondsOfMinute(this.#now()));
    for (let call = 0; call < calls; call += 1) await this.consumeUpstreamCall(person);
  }

  /** Consumes one call of the service. @throws ProblemError `too-many-requests` */
  async consumeUpstreamCall({ id }: Pick<Person, 'id'>): Promise<void> {
    const { isAllowed, endsAt } = await this.#upstreamCalls.consume(id);
    if (!isAllowed) throw createRateLimitProblem(Math.max(1, Math.ceil((endsAt - this.#now()) / 1000)));
  }
}

/** Seconds left of the minute. */
function getSecondsOfMinute(now: number): number {
  return 60 - (Math.floor(now / 1000) % 60);
}

function createRateLimitProblem(retryAfterS: number): ProblemError {
  return createProblem('too-many-requests', { headers: { 'retry-after': String(retryAfterS) } });
}
