import type { Failure } from './failure.ts';

/** Events: `activity`, a call made by the person was answered; `ended`, a call was refused: nobody is signed in. */
class SessionSignals extends EventTarget {
  generation = 1;
  renewal: Promise<unknown> = Promise.resolve();

  notify(type: 'activity' | 'ended'): void {
    this.dispatchEvent(new Event(type));
  }

  awaitRenewal(attempt: Promise<{ failure: Failure | undefined }>): void {
    this.renewal = this.#renew(attempt);
  }

  async #renew(attempt: Promise<{ failure: Failure | undefined }>): Promise<void> {
    const result = await attempt.catch(() => undefined);
    if (result && !result.failure) this.generation += 1;
  }
}

export const sessionSignals = new SessionSignals();
