import { startOfDay } from '#contract/window.ts';
import { firstUlidAt } from '#system/random.ts';

/** Lower bound of the ULIDs of a day: they start with their time. */
export function firstIdOfDay(day: string, timeZone: string): string {
  return firstUlidAt(startOfDay(day, timeZone));
}
