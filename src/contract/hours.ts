import * as z from 'zod/mini';
import { boundedArray } from './bounded-array.ts';
import { addDays, dayAt, isCalendarDay, offsetAt } from './window.ts';

// Opening hours of an agency, and durations in open time.

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

const LocalTime = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/));

/** Interval of a day in local time, `HH:MM`; `24:00` is the end of the day. */
export const OpenInterval = z
  .strictObject({ from: LocalTime, to: LocalTime })
  .check(z.refine(({ from, to }) => from < to, { path: ['to'], error: 'not after' }));
export type OpenInterval = z.infer<typeof OpenInterval>;

const DayHours = boundedArray(
  OpenInterval,
  { max: 6 },
  z.refine(
    (intervals) => intervals.every(({ from }, at) => at === 0 || from >= (intervals[at - 1]?.to ?? '')),
    'overlap',
  ),
);

/** Opening hours of an agency, and its response time target. */
export const Hours = z
  .strictObject({
    /** IANA time zone of the intervals. */
    zone: z.string().check(z.maxLength(64), z.refine(isTimeZone, 'unknown zone')),
    /** Monday first; intervals of a day in order. */
    week: boundedArray(DayHours, { min: 7, max: 7 }),
    /** Closed days. */
    holidays: boundedArray(z.string().check(z.refine(isCalendarDay, 'not a day')), { max: 400 }),
    /** Open minutes until an inquiry is overdue, and until the warning before that. */
    target: z.int().check(z.minimum(1), z.maximum(10_080)),
    warning: z.int().check(z.minimum(0), z.maximum(10_080)),
  })
  .check(
    z.refine(({ target, warning }) => warning <= target, { path: ['warning'], error: 'after the target' }),
  );
export type Hours = z.infer<typeof Hours>;

/** Hours that may be set; stored ones may be older than this rule. */
export const SettableHours = Hours.check(
  z.refine(isTargetReachable, { path: ['target'], error: 'not within four weeks' }),
);

const WEEKDAY = [
  { from: '09:00', to: '13:00' },
  { from: '16:00', to: '20:00' },
];

const MAX_TARGET_WEEKS = 4;

/**
 * Whether four weeks have enough open time for the target. decided: an answer that is due later is no promise, and due times
 * far ahead take long to compute. Agencies that are never open have no response clock.
 */
function isTargetReachable({ week, target }: Pick<Hours, 'week' | 'target'>): boolean {
  const minutes = week.flat().reduce((sum, { from, to }) => sum + parseMinutes(to) - parseMinutes(from), 0);
  return minutes === 0 || target <= minutes * MAX_TARGET_WEEKS;
}

/** Hours of agencies that have not set their own. */
export function defaultHours(zone: string): Hours {
  return {
    zone,
    week: [WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, [{ from: '09:00', to: '13:00' }], []],
    holidays: [],
    target: 30,
    warning: 15,
  };
}

/** Search limit for open time: an agency closed for longer has no response clock. */
const HORIZON_DAYS = 400;

/**
 * Adds open minutes to an instant, both in ms since 1970. Undefined if the next 400 days have less open time; zero minutes
 * return the instant itself.
 */
export function addOpenMinutes(since: number, minutes: number, hours: Hours): number | undefined {
  let remainingMs = minutes * MINUTE_MS;
  if (remainingMs <= 0) return since;
  const first = dayAt(since, hours.zone);
  for (let ahead = 0; ahead <= HORIZON_DAYS; ahead++)
    for (const { from, to } of listOpenIntervals(addDays(first, ahead), hours)) {
      const start = Math.max(from, since);
      if (start >= to) continue;
      if (start + remainingMs <= to) return start + remainingMs;
      remainingMs -= to - start;
    }
  return undefined;
}

/** Open minutes between two instants; one that has begun counts. decided: the same wherever minutes are shown. */
export function countOpenMinutes(from: number, to: number, hours: Hours): number {
  return Math.ceil(countOpenMs(from, to, hours) / MINUTE_MS);
}

/** Open time between two instants, in milliseconds. */
export function countOpenMs(from: number, to: number, hours: Hours): number {
  let sum = 0;
  const last = dayAt(to, hours.zone);
  for (let day = dayAt(from, hours.zone); day <= last; day = addDays(day, 1))
    for (const open of listOpenIntervals(day, hours))
      sum += Math.max(0, Math.min(open.to, to) - Math.max(open.from, from));
  return sum;
}

/** Next start of an open interval at or after an instant; undefined: none in the next 400 days. */
export function nextOpening(at: number, hours: Hours): number | undefined {
  const first = dayAt(at, hours.zone);
  for (let ahead = 0; ahead <= HORIZON_DAYS; ahead++)
    for (const { from } of listOpenIntervals(addDays(first, ahead), hours)) if (from >= at) return from;
  return undefined;
}

/** Open intervals of a day as instants. */
function listOpenIntervals(day: string, { zone, week, holidays }: Hours): { from: number; to: number }[] {
  if (holidays.includes(day)) return [];
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return (week[weekday] ?? []).map(({ from, to }) => ({
    from: toInstant(day, parseMinutes(from), zone),
    to: toInstant(day, parseMinutes(to), zone),
  }));
}

function parseMinutes(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/**
 * Instant of a local time. An ambiguous time (clocks set back) is the earlier one; a skipped time (clocks set forward) is
 * moved forward by the gap.
 */
export function toInstant(day: string, minutes: number, zone: string): number {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS;
  const before = wall - offsetAt(wall - DAY_MINUTES * MINUTE_MS, zone) * MINUTE_MS;
  const after = wall - offsetAt(wall + DAY_MINUTES * MINUTE_MS, zone) * MINUTE_MS;
  const matchesWall = (at: number) => at + offsetAt(at, zone) * MINUTE_MS === wall;
  const [early, late] = before < after ? [before, after] : [after, before];
  if (matchesWall(early)) return early;
  return matchesWall(late) ? late : before;
}

const zones = new Map<string, boolean>();
/** Limits the cache, as names come from outside. */
const MAX_CACHED_ZONES = 1000;

/** Whether the name is a known IANA time zone. */
export function isTimeZone(name: string): boolean {
  const isKnown = zones.get(name) ?? canFormat(name);
  if (zones.size < MAX_CACHED_ZONES) zones.set(name, isKnown);
  return isKnown;
}

function canFormat(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
