import { encodeTime } from 'ulid';
import { startOfDay } from '#contract/window.ts';

/** No id of a day is smaller: ids begin with their time. */
export function firstIdOf(day: string, timeZone: string): string {
  return encodeTime(Math.max(startOfDay(day, timeZone), 0), 10);
}
