import { encodeTime } from 'ulid';
import { startOfDay } from '#contract/window.ts';

/** Lower bound of the ULIDs that were made at this time or later, ms since 1970. */
export const firstIdAt = (at: number): string => encodeTime(Math.max(at, 0), 10);

/** Lower bound of the ULIDs of a day: they start with their time. */
export function firstIdOfDay(day: string, timeZone: string): string {
  return firstIdAt(startOfDay(day, timeZone));
}
