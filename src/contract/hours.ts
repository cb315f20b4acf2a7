import * as z from 'zod/mini';
import { boundedArray } from './bounded-array.ts';
import { MINUTE_MS } from './durations.ts';
import { OpenCalendar, dayNumberAt, minutesOfDay } from './open-calendar.ts';
import { isCalendarDay, startOfDay } from './window.ts';

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

const members = {
  /** IANA time zone of the intervals. */
  zone: z.string().check(z.maxLength(64), z.refine(isTimeZone, 'unknown zone')),
  /** Monday first; intervals of a day in order. */
  week: boundedArray(DayHours, { min: 7, max: 7 }),
  /** Closed days. */
  holidays: boundedArray(z.string().check(z.refine(isCalendarDay, 'not a day')), { max: 400 }),
  /** Open minutes until an inquiry is overdue, and until the warning before that. */
  target: z.int().check(z.minimum(1), z.maximum(10_080)),
  warning: z.int().check(z.minimum(0), z.maximum(10_080)),
};

/** Hours that may be set; stored ones may be older than this rule. */
export const SettableHours = z.strictObject(members).check(
  z.refine(({ target, warning }) => warning <= target, { path: ['warning'], error: 'after the target' }),
  z.refine(isTargetReachable, { path: ['target'], error: 'not within four weeks' }),
);
/** Hours that hold for some time. */
export type SettableHours = z.infer<typeof SettableHours>;

/** decided: of more changes the oldest are forgotten. */
export const MAX_PAST_HOURS = 20;

/** Opening hours of an agency, and its response time target, with those that held before. */
export const Hours = z.strictObject({
  ...members,
  /** Oldest first; each holds until a day, which is the first day of the next ones, in their zone. */
  past: z.optional(
    boundedArray(
      z.strictObject({ ...members, until: z.string().check(z.refine(isCalendarDay, 'not a day')) }),
      {
        max: MAX_PAST_HOURS,
      },
    ),
  ),
});
export type Hours = z.infer<typeof Hours>;

const WEEKDAY = [
  { from: '09:00', to: '13:00' },
  { from: '16:00', to: '20:00' },
];

const MAX_TARGET_WEEKS = 4;

/**
 * Returns true if four weeks have enough open time for the target. decided: an answer that is due later is no
 * promise, and due times far ahead take long to compute. Agencies that are never open have no response clock.
 */
function isTargetReachable({ week, target }: Pick<SettableHours, 'week' | 'target'>): boolean {
  const minutes = countWeekMinutes(week);
  return minutes === 0 || target <= minutes * MAX_TARGET_WEEKS;
}

/** Open minutes of a week without holidays. */
export function countWeekMinutes(week: readonly (readonly OpenInterval[])[]): number {
  return week.flat().reduce((sum, { from, to }) => sum + minutesOfDay(to) - minutesOfDay(from), 0);
}

/** Hours of agencies that have not set their own. */
export function defaultHours(zone: string): SettableHours {
  return {
    zone,
    week: [WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, [{ from: '09:00', to: '13:00' }], []],
    holidays: [],
    target: 30,
    warning: 15,
  };
}

/** Hours with the time in which they hold, ms since 1970; `to` is exclusive. */
interface Span {
  hours: SettableHours;
  from: number;
  to: number;
}

/** Cached by object, because changed hours are a new object. */
const spanCache = new WeakMap<Hours, readonly Span[]>();

/** Lists the versions of an agency's hours with their times, the oldest first. */
function listSpans(hours: Hours): readonly Span[] {
  const cached = spanCache.get(hours);
  if (cached) return cached;
  const past = hours.past ?? [];
  const versions: SettableHours[] = [...past, hours];
  const starts = past.map(({ until }, at) => startOfDay(until, versions[at + 1]?.zone ?? hours.zone));
  const spans = versions.map((version, at) => ({
    hours: version,
    from: starts[at - 1] ?? -Infinity,
    to: starts[at] ?? Infinity,
  }));
  spanCache.set(hours, spans);
  return spans;
}

/** The hours that hold at an instant. */
export function hoursAt(hours: Hours, instant: number): SettableHours {
  return listSpans(hours).find(({ to }) => instant < to)?.hours ?? hours;
}

/** The first day on which hours hold; undefined: they always held. */
export function findFirstDay({ past }: Hours): string | undefined {
  return past?.at(-1)?.until;
}

/** Only the members that can be set, always in the same order. */
function pickSettable({ zone, week, holidays, target, warning }: SettableHours): SettableHours {
  return { zone, week, holidays, target, warning };
}

export function isSameHours(a: SettableHours, b: SettableHours): boolean {
  return JSON.stringify(pickSettable(a)) === JSON.stringify(pickSettable(b));
}

/** Hours that hold from a day on. Days before keep theirs; what was planned for later is replaced. */
export function changeHours(current: Hours, next: SettableHours, day: string): Hours {
  const before = (current.past ?? []).filter(({ until }) => until < day);
  const previous = [...(current.past ?? []), current][before.length] ?? current;
  const past = isSameHours(previous, next) ? before : [...before, { ...pickSettable(previous), until: day }];
  return past.length > 0 ? { ...pickSettable(next), past: past.slice(-MAX_PAST_HOURS) } : pickSettable(next);
}

/** Search limit for open time: an agency closed for longer has no response clock. */
const HORIZON_DAYS = 400;
/**
 * A day's intervals may begin before the end of the day before, and end after the start of the next one, where clocks are
 * set back or skip a day.
 */
const OVERLAP_DAYS = 1;

/**
 * Adds open minutes to an instant, both in ms since 1970, by the hours that hold at the time. Undefined if the next 400 days
 * have less open time; zero minutes return the instant itself.
 */
export function addOpenMinutes(since: number, minutes: number, hours: Hours): number | undefined {
  let remainingMs = minutes * MINUTE_MS;
  if (remainingMs <= 0) return since;
  for (const span of listSpans(hours)) {
    if (span.to <= since) continue;
    const calendar = findCalendar(span.hours);
    const start = Math.max(since, span.from);
    const first = dayNumberAt(start, span.hours.zone);
    const limit = dayNumberAt(since, span.hours.zone) + HORIZON_DAYS;
    const last = span.to === Infinity ? Infinity : dayNumberAt(span.to, span.hours.zone);
    for (let day = first; day <= Math.min(last, limit); day++) {
      const isWhole = day > first + OVERLAP_DAYS && day < last - OVERLAP_DAYS;
      const openMs = isWhole ? calendar.getOpenMs(day) : undefined;
      if (openMs !== undefined && openMs < remainingMs) {
        remainingMs -= openMs;
        continue;
      }
      for (const open of calendar.listIntervals(day)) {
        const [from, to] = [Math.max(open.from, start), Math.min(open.to, span.to)];
        if (from >= to) continue;
        if (from + remainingMs <= to) return from + remainingMs;
        remainingMs -= to - from;
      }
    }
  }
  return undefined;
}

/** The instant at which an answer to an inquiry is due, both ms since 1970; undefined: the agency is never open. */
export function findDueAt(arrivedAt: number, hours: Hours): number | undefined {
  return addOpenMinutes(arrivedAt, hoursAt(hours, arrivedAt).target, hours);
}

/** Open minutes between two instants; one that has begun counts. decided: the same wherever minutes are shown. */
export function countOpenMinutes(from: number, to: number, hours: Hours): number {
  return Math.ceil(countOpenMs(from, to, hours) / MINUTE_MS);
}

/** Open time between two instants, in milliseconds, by the hours that held at the time. */
export function countOpenMs(from: number, to: number, hours: Hours): number {
  let sum = 0;
  for (const span of listSpans(hours))
    if (span.from < to && from < span.to)
      sum += countOpenMsWithin(span.hours, Math.max(from, span.from), Math.min(to, span.to));
  return sum;
}

function countOpenMsWithin(hours: SettableHours, from: number, to: number): number {
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
  for (const span of listSpans(hours)) {
    if (span.to <= at) continue;
    const calendar = findCalendar(span.hours);
    const start = Math.max(at, span.from);
    const first = dayNumberAt(start, span.hours.zone);
    for (let day = first; day <= first + HORIZON_DAYS; day++)
      for (const { from } of calendar.listIntervals(day)) if (from >= start && from < span.to) return from;
  }
  return undefined;
}

const calendarCache = new WeakMap<SettableHours, OpenCalendar>();

function findCalendar(hours: SettableHours): OpenCalendar {
  const calendar = calendarCache.get(hours) ?? new OpenCalendar(hours);
  calendarCache.set(hours, calendar);
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
