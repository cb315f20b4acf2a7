import type { DeskName } from '#contract/desk/desk.ts';
import type { V3Name } from '#contract/v3.ts';
import { v3 } from '#contract/v3.ts';
import type { ServicePace } from '#gateway/forward/service-pace.ts';
import type { Person } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { type RateLimitResult, RateLimiter } from '#http/rate-limiter.ts';
import type { ActiveSession } from './store.ts';

// decided: for calls that do not reach the service; as many as for those that do where RATE_LIMIT is higher. They load
// this process only, so each one counts for itself.
const DESK_CALLS_PER_MINUTE = 1200;
// decided: a program leaves its person the rest; of the service's calls each token has half of what a person has.
const TOKEN_CALLS_PER_MINUTE = 300;

/** Calls of the service per desk endpoint; others call `consumeUpstreamCall` when they need the service. */
const UPSTREAM_CALLS: Partial<Record<V3Name | DeskName, number>> = {
  changeFollowUp: 1,
  noteSeen: 1,
  noteLooking: 1,
  checkInvitation: 1,
  listWebhooksDesk: 1,
  restoreWebhook: 3,
  sendTestDelivery: 1,
};

/** Limits the calls of each person, in all sessions and by all tokens together, and of each token. */
export class PersonRateLimiter {
  readonly #pace: ServicePace;
  readonly #deskCalls: RateLimiter;
  readonly #tokenCalls: RateLimiter;
  readonly #tokenUpstreamCalls: RateLimiter;

  constructor(pace: ServicePace, now: () => number) {
    this.#pace = pace;
    this.#deskCalls = new RateLimiter({ limit: Math.max(DESK_CALLS_PER_MINUTE, pace.callsPerPerson), now });
    this.#tokenCalls = new RateLimiter({ limit: TOKEN_CALLS_PER_MINUTE, now });
    this.#tokenUpstreamCalls = new RateLimiter({ limit: Math.ceil(pace.callsPerPerson / 2), now });
  }

  /** Consumes a call of an endpoint; whoever is still signing in counts by session. @throws ProblemError `too-many-requests` */
  async consume({ id, stage, person, token }: ActiveSession, endpoint: V3Name | DeskName): Promise<void> {
    const calls = Object.hasOwn(v3, endpoint) ? 1 : (UPSTREAM_CALLS[endpoint] ?? 0);
    if (token) assertAllowed((calls === 0 ? this.#tokenCalls : this.#tokenUpstreamCalls).consume(id));
    if (calls === 0) assertAllowed(this.#deskCalls.consume(stage === 'in' ? person.id : id));
    for (let call = 0; call < calls; call += 1) await this.consumeUpstreamCall(person);
  }

  /** Consumes one call of the service. @throws ProblemError `too-many-requests` */
  async consumeUpstreamCall({ id }: Pick<Person, 'id'>): Promise<void> {
    assertAllowed(await this.#pace.consume(id));
  }
}

/** @throws ProblemError `too-many-requests` */
function assertAllowed({ isAllowed, secondsLeft }: RateLimitResult): void {
  if (!isAllowed)
    throw createProblem('too-many-requests', { headers: { 'retry-after': String(secondsLeft) } });
}
