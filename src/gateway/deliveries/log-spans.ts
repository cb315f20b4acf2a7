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

/** Days, or the first instant and the one after the last. */
interface LogPeriod {
  from?: string | undefined;
  to?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
}

/** Spans of a period, without a begin the last 24 hours of it. At most the last `maxDays`. */
export function createLogSpans(
  { from, to, ...instants }: LogPeriod,
  { now, zone, maxDays }: { now: number; zone: string; maxDays: number },
): LogSpans {
  const ends = [now + 1, instants.until, to && startOfDay(addDays(to, 1), zone)];
  const until = Math.min(...ends.filter((at) => typeof at === 'number'));
  const begins = [instants.since, from && startOfDay(from, zone)].filter((at) => typeof at === 'number');
  const first = begins.length === 0 ? until - DAY_MS : Math.max(...begins);
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
