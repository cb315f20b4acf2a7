import type { Kysely } from 'kysely';
import type { DeskName } from '#contract/desk/desk.ts';
import type { V3Name } from '#contract/v3.ts';
import { v3 } from '#contract/v3.ts';
import { type RateLimitTables, SharedRateLimiter } from '#database/shared-rate-limiter.ts';
import { createRateLimiter } from '#gateway/rate-limiter.ts';
import { createProblem } from '#gateway/problems.ts';
import type { ProblemError } from '#http/problem-error.ts';

// decided: for calls that do not reach the service. They load this process only, so each one counts for itself.
const DESK_CALLS_PER_MINUTE = 600;

/** Calls of the service per desk endpoint; others call `consumeUpstreamCall` when they need the service. */
const UPSTREAM_CALLS: Partial<Record<V3Name | DeskName, number>> = {
  changeFollowUp: 1,
  noteSeen: 1,
  noteLooking: 1,
  checkInvitation: 1,
  listWebhooksDesk: 1,
  restoreWebhook: 3,
};

/** Limits each session to a fifth of the app's RATE_LIMIT on all gateways, so that no session starves the others. */
export class SessionRateLimiter {
  readonly #now: () => number;
  readonly #upstreamCalls: SharedRateLimiter;
  readonly #tryDeskCall: (session: string) => boolean;

  constructor(db: Kysely<RateLimitTables>, { rateLimit, now }: { rateLimit: number; now: () => number }) {
    this.#now = now;
    const limit = Math.max(1, Math.floor(rateLimit / 5));
    this.#upstreamCalls = new SharedRateLimiter(db, { limit, now });
    this.#tryDeskCall = createRateLimiter(DESK_CALLS_PER_MINUTE, now);
  }

  /** Consumes a call of an endpoint. @throws ProblemError `too-many-requests` */
  async consume(session: string, endpoint: V3Name | DeskName): Promise<void> {
    const calls = Object.hasOwn(v3, endpoint) ? 1 : (UPSTREAM_CALLS[endpoint] ?? 0);
    if (calls === 0 && !this.#tryDeskCall(session))
      throw createRateLimitProblem(getSecondsOfMinute(this.#now()));
    for (let call = 0; call < calls; call += 1) await this.consumeUpstreamCall(session);
  }

  /** Consumes one call of the service. @throws ProblemError `too-many-requests` */
  async consumeUpstreamCall(session: string): Promise<void> {
    const { isAllowed, endsAt } = await this.#upstreamCalls.consume(session);
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
