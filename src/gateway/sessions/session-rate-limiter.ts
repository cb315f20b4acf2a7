import type { DeskName } from '#contract/desk/desk.ts';
import type { V3Name } from '#contract/v3.ts';
import { v3 } from '#contract/v3.ts';
import { createRateLimiter } from '#gateway/rate-limiter.ts';
import { createProblem } from '#gateway/problems.ts';

// decided: for calls that do not reach the service.
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

/** Limits each session to a fifth of the app's RATE_LIMIT, so that no session starves the others. */
export class SessionRateLimiter {
  readonly #now: () => number;
  /** Consumes one call of the service; false: the limit is reached. */
  readonly tryUpstreamCall: (session: string) => boolean;
  readonly #tryDeskCall: (session: string) => boolean;

  constructor(rateLimit: number, now: () => number) {
    this.#now = now;
    this.tryUpstreamCall = createRateLimiter(Math.max(1, Math.floor(rateLimit / 5)), now);
    this.#tryDeskCall = createRateLimiter(DESK_CALLS_PER_MINUTE, now);
  }

  /** Consumes a call of an endpoint. @throws ProblemError `too-many-requests` */
  consume(session: string, endpoint: V3Name | DeskName): void {
    const calls = Object.hasOwn(v3, endpoint) ? 1 : (UPSTREAM_CALLS[endpoint] ?? 0);
    if (calls === 0) this.#assertCapacity(this.#tryDeskCall(session));
    for (let call = 0; call < calls; call += 1) this.consumeUpstreamCall(session);
  }

  /** Consumes one call of the service. @throws ProblemError `too-many-requests` */
  consumeUpstreamCall(session: string): void {
    this.#assertCapacity(this.tryUpstreamCall(session));
  }

  #assertCapacity(isAllowed: boolean): void {
    if (isAllowed) return;
    const retryAfterS = 60 - (Math.floor(this.#now() / 1000) % 60);
    throw createProblem('too-many-requests', { headers: { 'retry-after': String(retryAfterS) } });
  }
}
