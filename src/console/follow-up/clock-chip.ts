import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { type Hours, countOpenMinutes } from '#contract/hours.ts';
import { computeResponseClock } from '#contract/response-clock.ts';
import type { Formats } from '#console/ui/formats.ts';

/** The chip says only that the inquiry is overdue after this time, ms. */
const LONG_OVERDUE_MS = 36 * 60 * MINUTE_MS;

interface ChipContent {
  kind: 'soon' | 'late' | 'overdue';
  text: string;
}

interface Context {
  hours: Hours | undefined;
  now: number;
  format: Formats;
  i18n: I18n;
}

export function computeClockChip(
  momento: number,
  followUp: FollowUp | undefined,
  { hours, now, format, i18n }: Context,
): { chip?: ChipContent; sentence?: string } {
  if (!hours || Number.isNaN(momento)) return {};
  const clock = computeResponseClock(momento, followUp, hours, now);
  if (clock.state !== 'soon' && clock.state !== 'late') return {};
  const due = format.exact(new Date(clock.dueAt).toISOString());
  if (clock.state === 'soon') {
    const left = Math.max(1, countOpenMinutes(now, clock.dueAt, hours));
    return {
      chip: { kind: 'soon', text: i18n._(msg`quedan ${left} min`) },
      sentence: i18n._(msg`Hay que responder antes de ${due}`),
    };
  }
  const sentence = i18n._(msg`Había que responder antes de ${due}`);
  if (now - clock.dueAt > LONG_OVERDUE_MS)
    return { chip: { kind: 'overdue', text: i18n._(msg`tarde`) }, sentence };
  const late = Math.max(1, countOpenMinutes(clock.dueAt, now, hours));
  const span = late < 60 ? `${late} min` : `${Math.floor(late / 60)} h`;
  return { chip: { kind: late < 60 ? 'late' : 'overdue', text: i18n._(msg`${span} tarde`) }, sentence };
}
