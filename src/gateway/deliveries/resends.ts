import { setTimeout as pause } from 'node:timers/promises';
import { refusal } from '#gateway/problems.ts';

/** decided: so long after a resend that the service took the next one goes. Each gateway counts what passes through it. */
const PAUSE_MS = 1000;

/** How often one inquiry may be sent again: one at a time, with a pause between. */
export class ResendPace {
  readonly #now: () => number;
  /** By inquiry: one is on its way, or when the next one may be. */
  readonly #held = new Map<string, 'on its way' | number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Waits out the pause after the last one.
   * @throws ProblemError `too-many-requests` while another one is on its way
   * @returns what is to be called once it is known whether the service took it
   */
  async begin(inquiry: string): Promise<(accepted: boolean) => void> {
    const now = this.#now();
    for (const [key, until] of this.#held) if (until !== 'on its way' && until <= now) this.#held.delete(key);
    const until = this.#held.get(inquiry) ?? now;
    if (until === 'on its way') throw refusal('too-many-requests', { headers: { 'retry-after': '1' } });
    this.#held.set(inquiry, 'on its way');
    await pause(until - now);
    return (accepted) => {
      if (accepted) this.#held.set(inquiry, this.#now() + PAUSE_MS);
      else this.#held.delete(inquiry);
    };
  }
}
