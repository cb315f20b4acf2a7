import { type Clock, systemClock } from '#system/clock.ts';
import { type Stamp, systemRandom } from '#system/random.ts';

/** A clock that a test sets, and that waits like the machine's. What the test adds to its time passes, as does real time. */
export function createTestClock(now: () => number): Clock {
  let last = now();
  let added = 0;
  return {
    ...systemClock,
    now,
    monotonic() {
      added += Math.max(now() - last, 0);
      last = now();
      return added + systemClock.monotonic();
    },
  };
}

/** Stamps rows that a test stores at a time, ms since 1970. */
export function stampAt(now: number): Stamp {
  return { now, random: systemRandom };
}
