import { isSnoozeActive, isSnoozeExpired } from '#contract/follow-up/follow-up-state.ts';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { type Hours, nextOpening } from '#contract/hours.ts';
import { toInstant } from '#contract/wall-time.ts';
import { addDays, dayAt, startOfDay } from '#contract/window.ts';

const EVENING_MINUTE = 20 * 60;

export function snoozeState(
  followUp: Pick<FollowUp, 'snoozedUntil' | 'changedAt'>,
  now: number,
): 'none' | 'active' | 'expired' {
  if (isSnoozeActive(followUp, now)) return 'active';
  return isSnoozeExpired(followUp, now) ? 'expired' : 'none';
}

export interface SnoozeOption {
  kind: 'hour' | 'tonight' | 'tomorrow' | 'opening';
  until: number;
}

export function snoozeOptions(now: number, hours: Hours | undefined): SnoozeOption[] {
  const inAnHour = Math.ceil((now + HOUR_MS) / MINUTE_MS) * MINUTE_MS;
  const options: SnoozeOption[] = [{ kind: 'hour', until: inAnHour }];
  if (!hours) return options;
  const today = dayAt(now, hours.zone);
  const tonight = toInstant(today, EVENING_MINUTE, hours.zone);
  if (tonight > now) options.push({ kind: 'tonight', until: tonight });
  const tomorrow = addDays(today, 1);
  const opening = nextOpening(startOfDay(tomorrow, hours.zone), hours);
  if (opening !== undefined)
    options.push({ kind: dayAt(opening, hours.zone) === tomorrow ? 'tomorrow' : 'opening', until: opening });
  return options;
}
