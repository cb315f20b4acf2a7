import * as z from 'zod/mini';
import { boundedArray } from './bounded-array.ts';
import { MINUTE_MS } from './durations.ts';
import { OpenCalendar, dayNumberAt, minutesOfDay } from './open-calendar.ts';
import { isCalendarDay } from './window.ts';

// Opening hours of an agency, and durations in open time.

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
 * Returns true if four weeks have enough open time for the target. decided: an answer that is due later is no
 * promise, and due times far ahead take long to compute. Agencies that are never open have no response clock.
 */
function isTargetReachable({ week, target }: Pick<Hours, 'week' | 'target'>): boolean {
  const minutes = week.flat().reduce((sum, { from, to }) => sum + minutesOfDay(to) - minutesOfDay(from), 0);
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
 * A day's intervals may begin before the end of the day before, and end after the start of the next one, where clocks are
 * set back or skip a day.
 */
const OVERLAP_DAYS = 1;

/**
 * Adds open minutes to an instant, both in ms since 1970. Undefined if the next 400 days have less open time; zero minutes
 * return the instant itself.
 */
export function addOpenMinutes(since: number, minutes: number, hours: Hours): number | undefined {
  let remainingMs = minutes * MINUTE_MS;
  if (remainingMs <= 0) return since;
  const calendar = findCalendar(hours);
  const first = dayNumberAt(since, hours.zone);
  for (let day = first; day <= first + HORIZON_DAYS; day++) {
    const openMs = day > first + OVERLAP_DAYS ? calendar.getOpenMs(day) : undefined;
    if (openMs !== undefined && openMs < remainingMs) {
      remainingMs -= openMs;
      continue;
    }
    for (const { from, to } of calendar.listIntervals(day)) {
      const start = Math.max(from, since);
      if (start >= to) continue;
      if (start + remainingMs <= to) return start + remainingMs;
      remainingMs -= to - start;
    }
  }
  return undefined;
}

/** Open minutes between two instants; one that has begun counts. decided: the same wherever minutes are shown. */
export function countOpenMinutes(from: number, to: number, hours: Hours): number {
  return Math.ceil(countOpenMs(from, to, hours) / MINUTE_MS);
}

/** Open time between two instants, in milliseconds. */
export function countOpenMs(from: number, to: number, hours: Hours): number {
  const calendar = findCalendar(hours);
  const [first, last] = [dayNumberAt(from, hours.zone), dayNumberAt(to, hours.zone)];
  let sum = 0;
  for (let day = first; day <= last; day++)
    if (day > first + OVERLAP_DAYS && day < last - OVERLAP_DAYS) sum += calendar.getOpenMs(day);
    else
      for (const open of calendar.listIntervals(day))
        sum += Math.max(0, Math.min(open.to, to) - Math.max(open.from, from));
  return sum;
}

/** Next start of an open interval at or after an instant; undefined: none in the next 400 days. */
export function nextOpening(at: number, hours: Hours): number | undefined {
  const calendar = findCalendar(hours);
  const first = dayNumberAt(at, hours.zone);
  for (let day = first; day <= first + HORIZON_DAYS; day++)
    for (const { from } of calendar.listIntervals(day)) if (from >= at) return from;
  return undefined;
}

/** Cached by object, because changed hours are a new object. */
const calendars = new WeakMap<Hours, OpenCalendar>();

function findCalendar(hours: Hours): OpenCalendar {
  const calendar = calendars.get(hours) ?? new OpenCalendar(hours);
  calendars.set(hours, calendar);
  return calendar;
}

const zones = new Map<string, boolean>();
/** Limits the cache, as names come from outside. */
const MAX_CACHED_ZONES = 1000;

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
