import { addDays, dayAt, startOfDay } from '#contract/window.ts';
import type { Random } from './random.ts';

const HOUR_MS = 3_600_000;

/** Share of an average day, Sunday first; the seven make 7. */
const WEEKDAYS = [0.55, 1.2, 1.15, 1.1, 1.1, 1.1, 0.8] as const;

/** Weight of each hour: people write while shops are open, a little at night, hardly at dawn. */
const HOURS = [
  0.6, 0.3, 0.2, 0.1, 0.1, 0.2, 0.5, 1, 2.5, 5, 7, 7.5, 6.5, 5, 4.5, 5, 6.5, 7.5, 7.5, 6.5, 5, 4.5, 3, 1.5,
].map((weight, hour) => [hour, weight] as const);

/** Instants at which inquiries arrive on one day of a zone, in no order; `perDay` on an average day. */
export function momentsOfDay(day: string, timeZone: string, perDay: number, random: Random): number[] {
  const start = startOfDay(day, timeZone);
  const end = startOfDay(addDays(day, 1), timeZone);
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 1;
  const moment = () => start + random.weighted(HOURS) * HOUR_MS + random.int(0, HOUR_MS - 1);
  const moments = Array.from({ length: random.count(perDay * weekday) }, moment);
  // Now and then an advertisement is shared around: many in half an hour.
  if (random.chance(0.05)) {
    const burst = moment();
    for (let left = random.count(Math.min(perDay * 0.5, 12)); left > 0; left -= 1)
      moments.push(burst + random.int(0, HOUR_MS / 2));
  }
  // A day that loses an hour ends before its last one.
  return moments.filter((at) => at < end);
}

/** The days of a zone from one instant to another, both included. */
export function daysBetween(from: number, to: number, timeZone: string): string[] {
  const days = [];
  const last = dayAt(to, timeZone);
  for (let day = dayAt(from, timeZone); day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}
