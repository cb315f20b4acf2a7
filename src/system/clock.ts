import { setTimeout as delay } from 'node:timers/promises';

/** The time of a program, and everything in it that waits: a simulation hands in its own. */
export interface Clock {
  /** Returns milliseconds since 1970. Whoever sets the clock of a machine or database changes it. */
  readonly now: () => number;
  /** Returns milliseconds since an arbitrary moment. It never goes back: use it to measure how long something took. */
  readonly monotonic: () => number;
  /** Waits, and keeps the process alive meanwhile. Rejects with the reason of `signal` when that is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /**
   * Calls `callback` once. A timer does not keep the process alive.
   * @returns cancels the timer
   */
  readonly setTimer: (callback: () => void, ms: number) => () => void;
  /** Returns a signal that is aborted after `ms` with a `TimeoutError`. */
  readonly timeout: (ms: number) => AbortSignal;
  /** Returns the time until the next look for what nothing reports: `ms`, or longer in a simulation. */
  readonly pollInterval: (ms: number) => number;
}

/** Node takes longer times for 1 ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(ms, signal) {
    try {
      await delay(Math.min(ms, MAX_TIMER_MS), undefined, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
  setTimer(callback, ms) {
    const timer = setTimeout(callback, Math.min(ms, MAX_TIMER_MS)).unref();
    return () => clearTimeout(timer);
  },
  timeout: (ms) => AbortSignal.timeout(ms),
  pollInterval: (ms) => ms,
};

/**
 * Calls `callback` every `ms`, first after `ms`.
 * @returns cancels it
 */
export function repeatTimer(clock: Clock, callback: () => void, ms: number): () => void {
  let cancel: () => void;
  const schedule = () => {
    cancel = clock.setTimer(() => {
      schedule();
      callback();
    }, ms);
  };
  schedule();
  return () => cancel();
}

/** Waits for `work`. @throws Error when it takes longer than `ms`; it goes on meanwhile */
export async function awaitAtMost<T>(
  clock: Pick<Clock, 'setTimer'>,
  work: Promise<T>,
  ms: number,
): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const cancel = clock.setTimer(() => reject(new Error(`It takes longer than ${ms} ms`)), ms);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    cancel();
  }
}
