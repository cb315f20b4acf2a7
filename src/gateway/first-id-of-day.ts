import { encodeTime } from 'ulid';
import { startOfDay } from '#contract/window.ts';

/** Lower bound of the ULIDs of a day: they start with their time. */
export function firstIdOfDay(day: string, timeZone: string): string {
  return encodeTime(Math.max(startOfDay(day, timeZone), 0), 10);
}
