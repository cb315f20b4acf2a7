import { CANARY_HOURS } from '#contract/desk/canary.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { addDays, dayAt, startOfDay } from '#contract/window.ts';

/** The time of the next run after one at `lastAt`, within the hours of a day. */
export function findNextRunAt(
  lastAt: number | undefined,
  { minutes, now, zone }: { minutes: number; now: number; zone: string },
): number {
  // A later time was stored while the clock was wrong.
  const isAhead = lastAt !== undefined && lastAt > now;
  const at = lastAt === undefined || isAhead ? now : Math.max(now, lastAt + minutes * MINUTE_MS);
  const day = dayAt(at, zone);
  const start = startOfDay(day, zone);
  if (at < start + CANARY_HOURS.from * HOUR_MS) return start + CANARY_HOURS.from * HOUR_MS;
  if (at < start + CANARY_HOURS.to * HOUR_MS) return at;
  return startOfDay(addDays(day, 1), zone) + CANARY_HOURS.from * HOUR_MS;
}
