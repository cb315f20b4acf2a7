import type { FollowUp } from '#contract/desk/follow-up.ts';
import { type Hours, nextOpening } from '#contract/hours.ts';
import { isSnoozeExpired } from '#contract/follow-up-state.ts';
import { addDays, dayAt, startOfDay } from '#contract/window.ts';
import { instantOf } from './times.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Whether an inquiry is put off, and until when; `back`: it came back and nobody has done anything about it since. */
export type Snooze = { state: 'none' } | { state: 'until' | 'back'; at: number };

export function snoozeOf(
  { snoozedUntil, changedAt }: Pick<FollowUp, 'snoozedUntil' | 'changedAt'>,
  now: number,
): Snooze {
  if (snoozedUntil === null) return { state: 'none' };
  if (now < snoozedUntil) return { state: 'until', at: snoozedUntil };
  return isSnoozeExpired({ snoozedUntil, changedAt }, now)
    ? { state: 'back', at: snoozedUntil }
    : { state: 'none' };
}

/** A moment to put an inquiry off to. */
export interface SnoozeChoice {
  kind: 'hour' | 'tonight' | 'tomorrow' | 'opening';
  until: number;
}

/**
 * The moments that are offered: in an hour, tonight at 20:00 while that is ahead, and the first opening after today, by
 * the clock of the agency; those of its hours only where they are known.
 */
export function snoozeChoices(now: number, hours: Hours | undefined): SnoozeChoice[] {
  const inAnHour = Math.ceil((now + HOUR_MS) / MINUTE_MS) * MINUTE_MS;
  const choices: SnoozeChoice[] = [{ kind: 'hour', until: inAnHour }];
  if (!hours) return choices;
  const today = dayAt(now, hours.zone);
  const tonight = instantOf(`${today}T20:00`, hours.zone);
  if (tonight !== undefined && tonight > now) choices.push({ kind: 'tonight', until: tonight });
  const tomorrow = addDays(today, 1);
  const opening = nextOpening(startOfDay(tomorrow, hours.zone), hours);
  if (opening !== undefined)
    choices.push({ kind: dayAt(opening, hours.zone) === tomorrow ? 'tomorrow' : 'opening', until: opening });
  return choices;
}
