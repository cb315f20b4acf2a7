import { type Clock, systemClock } from '#system/clock.ts';

/** A clock whose time a test sets, and that waits like the machine's. */
export function createTestClock(now: () => number): Clock {
  return { ...systemClock, now };
}
