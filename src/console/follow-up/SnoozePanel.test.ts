import { describe, expect, it } from 'vitest';
import { type Hours, defaultHours } from '#contract/hours.ts';
import { isoInZone } from '#contract/window.ts';
import { snoozeOptions } from './SnoozePanel.tsx';

const ZONE = 'America/Argentina/Buenos_Aires';
const usual = defaultHours(ZONE);
const at = (iso: string) => Date.parse(iso);

describe('snooze options', () => {
  const never: Hours = { ...usual, week: usual.week.map(() => []) };
  it.each<[string, string, Hours | undefined, string[]]>([
    [
      'on a working morning',
      '2026-11-16T10:12:30-03:00',
      usual,
      ['hour 16T11:13:00', 'tonight 16T20:00:00', 'tomorrow 17T09:00:00'],
    ],
    ['in the evening', '2026-11-16T20:00:00-03:00', usual, ['hour 16T21:00:00', 'tomorrow 17T09:00:00']],
    [
      'before a closed day',
      '2026-11-21T10:00:00-03:00',
      usual,
      ['hour 21T11:00:00', 'tonight 21T20:00:00', 'opening 23T09:00:00'],
    ],
    [
      'after midnight: the opening of the day after',
      '2026-11-17T01:00:00-03:00',
      usual,
      ['hour 17T02:00:00', 'tonight 17T20:00:00', 'tomorrow 18T09:00:00'],
    ],
    [
      'by the clock of the agency',
      '2026-11-16T22:30:00Z',
      usual,
      ['hour 16T20:30:00', 'tonight 16T20:00:00', 'tomorrow 17T09:00:00'],
    ],
    [
      'without hours to open at',
      '2026-11-16T10:00:00-03:00',
      never,
      ['hour 16T11:00:00', 'tonight 16T20:00:00'],
    ],
    ['while the hours are unknown', '2026-11-16T10:00:00-03:00', undefined, ['hour 16T11:00:00']],
  ])('are offered %s', (_, now, hours, choices) => {
    const options = snoozeOptions(at(now), hours);
    expect(options.map(({ kind, until }) => `${kind} ${isoInZone(until, ZONE).slice(8, 19)}`)).toEqual(
      choices,
    );
  });
});
