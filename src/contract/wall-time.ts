import { toInstant } from './hours.ts';
import { isPlausibleDay, isoInZone } from './window.ts';

// Date and time as a clock on the wall shows them, without a zone: `2026-11-22T09:30`.

/** What a clock in a zone shows at an instant, to the minute. */
export function wallTimeAt(instant: number, zone: string): string {
  return isoInZone(instant, zone).slice(0, 16);
}

/**
 * Instant when a clock in a zone shows this; undefined: not a date and time from 2000 to 2099. Times that come twice or
 * never are those of `toInstant`.
 */
export function parseWallTime(text: string, zone: string): number | undefined {
  const [, day = '', hours, minutes] = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return isPlausibleDay(day) ? toInstant(day, Number(hours) * 60 + Number(minutes), zone) : undefined;
}
