import { type Clock, systemClock } from '#system/clock.ts';
import { type Stamp, systemRandom } from '#system/random.ts';

/** A clock whose time a test lets pass, and that waits like the machine's. */
export function createTestClock(now: () => number): Clock {
  return { ...systemClock, now, monotonic: now };
}

/** Stamps rows that a test stores at a time, ms since 1970. */
export function stampAt(now: number): Stamp {
  return { now, random: systemRandom };
}
