import { type Clock, systemClock } from '#system/clock.ts';
import { type Stamp, systemRandom } from '#system/random.ts';

/** Timers of a test's clock look at its time so often. */
const TIMER_POLL_MS = 250;

/** A clock that a test sets. What the test adds to its time passes, as does real time; timers notice it a moment later. */
export function createTestClock(now: () => number): Clock {
  let last = now();
  let added = 0;
  const monotonic = () => {
    added += Math.max(now() - last, 0);
    last = now();
    return added + systemClock.monotonic();
  };
  return {
    ...systemClock,
    now,
    monotonic,
    setTimer(callback, ms) {
      const dueAt = monotonic() + ms;
      let cancel = () => {};
      const arm = () => {
        cancel = systemClock.setTimer(check, Math.min(dueAt - monotonic(), TIMER_POLL_MS));
      };
      const check = () => (monotonic() >= dueAt ? callback() : arm());
      arm();
      return () => cancel();
    },
  };
}

/** Stamps rows that a test stores at a time, ms since 1970. */
export function stampAt(now: number): Stamp {
  return { now, random: systemRandom };
}
