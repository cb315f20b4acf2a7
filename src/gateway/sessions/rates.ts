import type { V3Name } from '#contract/v3.ts';
import { v3 } from '#contract/v3.ts';
import { perMinute } from '#gateway/per-minute.ts';
import { refusal } from '#gateway/problems.ts';

// decided: of what the service does not have to answer.
const DESK_CALLS_A_MINUTE = 600;

/** How much one session may ask: a fifth of what the service allows the app, so that nobody leaves others without. */
export class SessionRates {
  readonly #now: () => number;
  /** Counts a call that the service answers; false: there is no room for it in this minute. */
  readonly mayForward: (session: string) => boolean;
  readonly #mayAsk: (session: string) => boolean;

  constructor(rateLimit: number, now: () => number) {
    this.#now = now;
    this.mayForward = perMinute(Math.max(1, Math.floor(rateLimit / 5)), now);
    this.#mayAsk = perMinute(DESK_CALLS_A_MINUTE, now);
  }

  /** Counts a call. @throws ProblemError `too-many-requests` */
  take(session: string, endpoint: string): void {
    const may = isForwarded(endpoint) ? this.mayForward : this.#mayAsk;
    if (may(session)) return;
    const wait = 60 - (Math.floor(this.#now() / 1000) % 60);
    throw refusal('too-many-requests', { headers: { 'retry-after': String(wait) } });
  }
}

function isForwarded(endpoint: string): endpoint is V3Name {
  return Object.hasOwn(v3, endpoint);
}
