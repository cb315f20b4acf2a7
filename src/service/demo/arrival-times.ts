import { HOUR_MS } from '#contract/durations.ts';
import { addDays, dayAt, startOfDay } from '#contract/window.ts';
import type { Random } from './random.ts';

/** Factor of the daily mean by weekday, Sunday first; the sum is 7. */
const WEEKDAY_WEIGHTS = [0.55, 1.2, 1.15, 1.1, 1.1, 1.1, 0.8] as const;

/** Weight of each hour of the day. */
const HOUR_WEIGHTS = [
  0.6, 0.3, 0.2, 0.1, 0.1, 0.2, 0.5, 1, 2.5, 5, 7, 7.5, 6.5, 5, 4.5, 5, 6.5, 7.5, 7.5, 6.5, 5, 4.5, 3, 1.5,
].map((weight, hour) => [hour, weight] as const);

/** Random arrival times of inquiries on a day of a time zone, unordered, ms since 1970; `perDay` is the daily mean. */
export function makeArrivalTimes(day: string, timeZone: string, perDay: number, random: Random): number[] {
  const start = startOfDay(day, timeZone);
  const end = startOfDay(addDays(day, 1), timeZone);
  const weekday = WEEKDAY_WEIGHTS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 1;
  const randomMoment = () => start + random.weighted(HOUR_WEIGHTS) * HOUR_MS + random.int(0, HOUR_MS - 1);
  const moments = Array.from({ length: random.count(perDay * weekday) }, randomMoment);
  // Some days have a burst of half an hour.
  if (random.chance(0.05)) {
    const burst = randomMoment();
    for (let remaining = random.count(Math.min(perDay * 0.5, 12)); remaining > 0; remaining -= 1)
      moments.push(burst + random.int(0, HOUR_MS / 2));
  }
  // A day with a DST change may be shorter than 24 h.
  return moments.filter((at) => at < end);
}

/** Calendar days of a time zone between two instants, both included. */
export function listDaysBetween(from: number, to: number, timeZone: string): string[] {
  const days = [];
  const last = dayAt(to, timeZone);
  for (let day = dayAt(from, timeZone); day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}
