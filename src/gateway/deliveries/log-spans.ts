import { DAY_MS, HOUR_MS } from '#contract/durations.ts';
import { addDays, dayAt, listDays, startOfDay } from '#contract/window.ts';

const HOURS_OF_TWO_DAYS = 48;

/** Period of the figures of a log, and its hours up to two days, otherwise its days. */
export interface LogSpans {
  /** First instant, and the one after the last, ms since 1970. */
  since: number;
  until: number;
  unit: 'hour' | 'day';
  starts: number[];
  /** Start of the hour or day of an hour. */
  findStart: (hour: number) => number;
}

/** Spans of the days `from` to `to`; without days those of the last 24 hours. At most the last `maxDays`. */
export function createLogSpans(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  { now, zone, maxDays }: { now: number; zone: string; maxDays: number },
): LogSpans {
  const until = to === undefined ? now + 1 : Math.min(now + 1, startOfDay(addDays(to, 1), zone));
  const first = from === undefined ? until - DAY_MS : startOfDay(from, zone);
  const since = Math.max(first, until - maxDays * DAY_MS);
  const unit = until - since <= HOURS_OF_TWO_DAYS * HOUR_MS ? 'hour' : 'day';
  const toStart = (at: number) => (unit === 'hour' ? at - (at % HOUR_MS) : startOfDay(dayAt(at, zone), zone));
  const starts =
    unit === 'hour'
      ? listHours(toStart(since), until)
      : listDays(dayAt(since, zone), dayAt(until - 1, zone)).map((day) => startOfDay(day, zone));
  return { since, until, unit, starts, findStart: (hour) => toStart(Math.max(hour, since)) };
}

function listHours(first: number, until: number): number[] {
  return Array.from({ length: Math.ceil((until - first) / HOUR_MS) }, (_, hour) => first + hour * HOUR_MS);
}
