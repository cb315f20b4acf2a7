import { setTimeout as pause } from 'node:timers/promises';
import { createProblem } from '#gateway/problems.ts';

/** decided: time between accepted resends of one inquiry. Each gateway instance counts for itself. */
const INTERVAL_MS = 1000;

/** Allows one resend per inquiry at a time, with a pause between accepted ones. */
export class ResendRateLimiter {
  readonly #now: () => number;
  /** By inquiry: a resend is pending, or the time of the next one, ms since 1970. */
  readonly #slots = new Map<string, 'pending' | number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Waits until the pause after the last resend is over.
   * @throws ProblemError `too-many-requests` while another resend is pending
   * @returns the release function, to be called with whether the service accepted the resend
   */
  async acquire(inquiry: string): Promise<(isAccepted: boolean) => void> {
    const now = this.#now();
    for (const [key, availableAt] of this.#slots)
      if (availableAt !== 'pending' && availableAt <= now) this.#slots.delete(key);
    const availableAt = this.#slots.get(inquiry) ?? now;
    if (availableAt === 'pending')
      throw createProblem('too-many-requests', { headers: { 'retry-after': '1' } });
    this.#slots.set(inquiry, 'pending');
    await pause(availableAt - now);
    return (isAccepted) => {
      if (isAccepted) this.#slots.set(inquiry, this.#now() + INTERVAL_MS);
      else this.#slots.delete(inquiry);
    };
  }
}
