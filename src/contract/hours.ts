import * as z from 'zod/mini';
import { addDays, dayAt, isCalendarDay, offsetAt } from './window.ts';

// The response clock: how long a buyer has waited, in the minutes that the agency is open.

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

const Clock = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/));

/** From one time of the wall clock to a later one of the same day, `HH:MM`; `24:00` is the end of the day. */
export const OpenInterval = z
  .strictObject({ from: Clock, to: Clock })
  .check(z.refine(({ from, to }) => from < to, { path: ['to'], error: 'not after' }));
export type OpenInterval = z.infer<typeof OpenInterval>;

const DayHours = z.array(OpenInterval).check(
  z.maxLength(6),
  z.refine(
    (intervals) => intervals.every(({ from }, at) => at === 0 || from >= (intervals[at - 1]?.to ?? '')),
    'overlap',
  ),
);

/** When an agency answers, and how soon. */
export const Hours = z
  .strictObject({
    /** IANA name of the zone that the times are in. */
    zone: z.string().check(z.maxLength(64), z.refine(isZone, 'unknown zone')),
    /** Monday first; each day's intervals in order. */
    week: z.array(DayHours).check(z.length(7)),
    /** Days on which it is closed. */
    holidays: z.array(z.string().check(z.refine(isCalendarDay, 'not a day'))).check(z.maxLength(400)),
    /** Open minutes until an inquiry should have been answered, and after which it is said that time runs out. */
    target: z.int().check(z.minimum(1), z.maximum(10_080)),
    warning: z.int().check(z.minimum(0), z.maximum(10_080)),
  })
  .check(
    z.refine(({ target, warning }) => warning <= target, { path: ['warning'], error: 'after the target' }),
  );
export type Hours = z.infer<typeof Hours>;

const WEEKDAY = [
  { from: '09:00', to: '13:00' },
  { from: '16:00', to: '20:00' },
];

/** Until an agency has hours of its own. */
export function defaultHours(zone: string): Hours {
  return {
    zone,
    week: [WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, [{ from: '09:00', to: '13:00' }], []],
    holidays: [],
    target: 30,
    warning: 15,
  };
}

/** The wait looks no further than this for open time: who is closed for longer has no clock. */
const HORIZON_DAYS = 400;

/**
 * The instant at which so many open minutes have passed since another, both in milliseconds since 1970; undefined when
 * the agency is not open for that long in the next 400 days. Zero minutes end at once, also when it is closed.
 */
export function afterOpenMinutes(since: number, minutes: number, hours: Hours): number | undefined {
  let left = minutes * MINUTE_MS;
  if (left <= 0) return since;
  const first = dayAt(since, hours.zone);
  for (let ahead = 0; ahead <= HORIZON_DAYS; ahead++)
    for (const { from, to } of openOn(addDays(first, ahead), hours)) {
      const start = Math.max(from, since);
      if (start >= to) continue;
      if (start + left <= to) return start + left;
      left -= to - start;
    }
  return undefined;
}

/** Open time between two instants, in milliseconds. */
export function openTime(from: number, to: number, hours: Hours): number {
  let sum = 0;
  const last = dayAt(to, hours.zone);
  for (let day = dayAt(from, hours.zone); day <= last; day = addDays(day, 1))
    for (const open of openOn(day, hours))
      sum += Math.max(0, Math.min(open.to, to) - Math.max(open.from, from));
  return sum;
}

/** When it opens next at or after an instant; undefined: not in the next 400 days. */
export function nextOpening(at: number, hours: Hours): number | undefined {
  const first = dayAt(at, hours.zone);
  for (let ahead = 0; ahead <= HORIZON_DAYS; ahead++)
    for (const { from } of openOn(addDays(first, ahead), hours)) if (from >= at) return from;
  return undefined;
}

/** The open intervals of a day as instants. */
function openOn(day: string, { zone, week, holidays }: Hours): { from: number; to: number }[] {
  if (holidays.includes(day)) return [];
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return (week[weekday] ?? []).map(({ from, to }) => ({
    from: instantOf(day, minutesOf(from), zone),
    to: instantOf(day, minutesOf(to), zone),
  }));
}

function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/**
 * The instant of a wall clock's time. One that the clock shows twice is the first of the two; one that it skips is as
 * long after the jump.
 */
function instantOf(day: string, minutes: number, zone: string): number {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS;
  const before = wall - offsetAt(wall - DAY_MINUTES * MINUTE_MS, zone) * MINUTE_MS;
  const after = wall - offsetAt(wall + DAY_MINUTES * MINUTE_MS, zone) * MINUTE_MS;
  const isShown = (at: number) => at + offsetAt(at, zone) * MINUTE_MS === wall;
  const [early, late] = before < after ? [before, after] : [after, before];
  if (isShown(early)) return early;
  return isShown(late) ? late : before;
}

const zones = new Map<string, boolean>();
/** Names from outside have no end. */
const KEPT_ZONES = 1000;

/** Is it the IANA name of a zone that is known here? */
export function isZone(name: string): boolean {
  const known = zones.get(name) ?? hasFormat(name);
  if (zones.size < KEPT_ZONES) zones.set(name, known);
  return known;
}

function hasFormat(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
