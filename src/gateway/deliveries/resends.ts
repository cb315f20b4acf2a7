import { refusal } from '#gateway/problems.ts';

/** decided: so long after a resend that the service took. Each gateway counts what passes through it. */
const PAUSE_MS = 2000;
/** As when each of them takes as long as a call may. */
const LONGEST_MS = 30_000;

/** How often one inquiry may be sent again: one at a time, with a pause between. */
export class ResendPace {
  readonly #now: () => number;
  /** When the next one may be asked for, by inquiry. */
  readonly #freeAt = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @throws ProblemError `too-many-requests` @returns what is to be called once it is known what became of it */
  begin(inquiry: string): (accepted: boolean) => void {
    const now = this.#now();
    for (const [key, at] of this.#freeAt) if (at <= now) this.#freeAt.delete(key);
    const wait = (this.#freeAt.get(inquiry) ?? now) - now;
    if (wait > 0)
      throw refusal('too-many-requests', {
        headers: { 'retry-after': String(Math.ceil(Math.min(wait, PAUSE_MS) / 1000)) },
      });
    this.#freeAt.set(inquiry, now + LONGEST_MS);
    return (accepted) => {
      if (accepted) this.#freeAt.set(inquiry, this.#now() + PAUSE_MS);
      else this.#freeAt.delete(inquiry);
    };
  }
}
