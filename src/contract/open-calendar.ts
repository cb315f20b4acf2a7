import { DAY_MS, MINUTE_MS } from './durations.ts';
import { toInstant } from './wall-time.ts';
import { dayAt, offsetAt } from './window.ts';

// The days of opening hours. A day is its number since 1970-01-01, an instant ms since 1970.

/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const FIRST_WEEKDAY = 3;
/** Limits the open time that is kept by day: more than ten years. */
const MAX_KEPT_DAYS = 4000;

interface WeekHours {
  zone: string;
  /** Monday first; intervals in local time, `HH:MM`. */
  week: readonly (readonly { from: string; to: string }[])[];
  /** Closed days. */
  holidays: readonly string[];
}

/** Interval between two instants; empty where the clocks skip it. */
interface Interval {
  from: number;
  to: number;
}

/** Calendar of opening hours: what is the same for many inquiries is computed once. */
export class OpenCalendar {
  readonly #zone: string;
  /** Minutes of the day, by weekday. */
  readonly #week: readonly (readonly Interval[])[];
  readonly #holidays: ReadonlySet<number>;
  readonly #openMs = new Map<number, number>();

  constructor({ zone, week, holidays }: WeekHours) {
    this.#zone = zone;
    this.#week = week.map((day) =>
      day.map(({ from, to }) => ({ from: minutesOfDay(from), to: minutesOfDay(to) })),
    );
    this.#holidays = new Set(holidays.map(toDayNumber));
  }

  /** Open intervals of a day, in order. */
  listIntervals(day: number): Interval[] {
    const intervals = this.#holidays.has(day) ? [] : this.#week[mod(day + FIRST_WEEKDAY, 7)];
    if (!intervals || intervals.length === 0) return [];
    const toInstantOfDay = this.#buildToInstant(day);
    return intervals.map(({ from, to }) => ({ from: toInstantOfDay(from), to: toInstantOfDay(to) }));
  }

  /** Sum of the intervals of a day. */
  getOpenMs(day: number): number {
    const cachedMs = this.#openMs.get(day);
    if (cachedMs !== undefined) return cachedMs;
    const openMs = this.listIntervals(day).reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0);
    if (this.#openMs.size >= MAX_KEPT_DAYS) this.#openMs.clear();
    this.#openMs.set(day, openMs);
    return openMs;
  }

  /** Minutes of a day as instants. Only near a change of the clocks they are looked up one by one. */
  #buildToInstant(day: number): (minutes: number) => number {
    const start = day * DAY_MS;
    const offset = offsetAt(start, this.#zone);
    const isConstant = [-1, 1, 2].every((days) => offsetAt(start + days * DAY_MS, this.#zone) === offset);
    const firstInstant = start - offset * MINUTE_MS;
    if (isConstant) return (minutes) => firstInstant + minutes * MINUTE_MS;
    const text = new Date(start).toISOString().slice(0, 10);
    return (minutes) => toInstant(text, minutes, this.#zone);
  }
}

const mod = (value: number, divisor: number) => ((value % divisor) + divisor) % divisor;

const toDayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** Number of the calendar day in a zone at an instant. */
export function dayNumberAt(instant: number, zone: string): number {
  return toDayNumber(dayAt(instant, zone));
}

/** Minutes since midnight of a time, `HH:MM`. */
export function minutesOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
