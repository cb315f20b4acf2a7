import { setImmediate } from 'node:timers/promises';
import type { Clock } from '#system/clock.ts';

interface Timer {
  at: number;
  fire: () => void;
}

/** A clock that stands still until the test advances it. */
export interface ManualClock extends Clock {
  /** Lets time pass: fires timers in their order, and lets what each began come to rest. */
  advance(ms: number): Promise<void>;
  /** Sets the clock of the machine; no time passes. */
  set(now: number): void;
  /** Timers that wait. */
  readonly waiting: number;
}

/** Turns of the event loop after which everything that needs no time has come to rest. */
const SETTLE_TURNS = 20;

async function settle(): Promise<void> {
  for (let turn = 0; turn < SETTLE_TURNS; turn += 1) await setImmediate();
}

export function createManualClock(start = Date.parse('2026-11-20T12:00:00-03:00')): ManualClock {
  let elapsed = 0;
  let offset = start;
  const timers = new Set<Timer>();

  function setTimer(callback: () => void, ms: number): () => void {
    const timer = { at: elapsed + ms, fire: callback };
    timers.add(timer);
    return () => void timers.delete(timer);
  }

  return {
    now: () => offset + elapsed,
    monotonic: () => elapsed,
    setTimer,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const cancel = setTimer(resolve, ms);
        signal?.addEventListener('abort', () => {
          cancel();
          reject(signal.reason as Error);
        });
      }),
    timeout(ms) {
      const controller = new AbortController();
      setTimer(() => controller.abort(new DOMException('Timeout', 'TimeoutError')), ms);
      return controller.signal;
    },
    pollInterval: (ms) => ms,
    async advance(ms) {
      const end = elapsed + ms;
      await settle();
      for (;;) {
        const next = [...timers].toSorted((a, b) => a.at - b.at)[0];
        if (!next || next.at > end) break;
        timers.delete(next);
        elapsed = Math.max(elapsed, next.at);
        next.fire();
        await settle();
      }
      elapsed = end;
    },
    set(now) {
      offset = now - elapsed;
    },
    get waiting() {
      return timers.size;
    },
  };
}
