import type { DeskName } from '#contract/desk/desk.ts';
import type { V3Name } from '#contract/v3.ts';
import { v3 } from '#contract/v3.ts';
import { perMinute } from '#gateway/per-minute.ts';
import { refusal } from '#gateway/problems.ts';

// decided: of what the service does not have to answer.
const DESK_CALLS_A_MINUTE = 600;

/** How often the gateway asks the service for one of these; of the others it asks as it finds out that it has to. */
const ASKS: Partial<Record<V3Name | DeskName, number>> = {
  changeFollowUp: 1,
  noteSeen: 1,
  noteLooking: 1,
  checkInvitation: 1,
  listWebhooksDesk: 1,
  restoreWebhook: 3,
};

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
  take(session: string, endpoint: V3Name | DeskName): void {
    const asks = Object.hasOwn(v3, endpoint) ? 1 : (ASKS[endpoint] ?? 0);
    if (asks === 0) this.#mustHaveRoom(this.#mayAsk(session));
    for (let times = 0; times < asks; times += 1) this.takeAnswer(session);
  }

  /** Counts a call of the service that the person did not name. @throws ProblemError `too-many-requests` */
  takeAnswer(session: string): void {
    this.#mustHaveRoom(this.mayForward(session));
  }

  #mustHaveRoom(may: boolean): void {
    if (may) return;
    const wait = 60 - (Math.floor(this.#now() / 1000) % 60);
    throw refusal('too-many-requests', { headers: { 'retry-after': String(wait) } });
  }
}
