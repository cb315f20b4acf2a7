import { DAY_MS, MINUTE_MS } from './durations.ts';
import { isPlausibleDay, isoInZone, offsetAt } from './window.ts';

// Date and time as a clock on the wall shows them, without a zone: `2026-11-22T09:30`.

/** Formats the local time of a zone at an instant, to the minute. */
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

/**
 * Instant of a local time. An ambiguous time (clocks set back) is the earlier one; a skipped time (clocks set forward) is
 * moved forward by the gap.
 */
export function toInstant(day: string, minutes: number, zone: string): number {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS;
  const before = wall - offsetAt(wall - DAY_MS, zone) * MINUTE_MS;
  const after = wall - offsetAt(wall + DAY_MS, zone) * MINUTE_MS;
  const matchesWall = (at: number) => at + offsetAt(at, zone) * MINUTE_MS === wall;
  const [early, late] = before < after ? [before, after] : [after, before];
  if (matchesWall(early)) return early;
  return matchesWall(late) ? late : before;
}
