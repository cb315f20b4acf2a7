import { describe, expect, it } from 'vitest';
import { type Hours, defaultHours } from '#contract/hours.ts';
import { isoInZone } from '#contract/window.ts';
import { snoozeOptions, snoozeState } from './snooze.ts';
import { formatShortTime, formatDuration } from './times.ts';

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

describe('a snoozed inquiry', () => {
  it.each<[number | null, number | null, number, string]>([
    [null, null, 100, 'none'],
    [200, 50, 100, 'active'],
    [200, 50, 199, 'active'],
    [200, 50, 200, 'expired'],
    [200, 50, 9000, 'expired'],
    [200, 201, 300, 'none'],
    [200, null, 300, 'expired'],
  ])(
    'snoozed until %d and changed at %d is, at %d, in the state %s',
    (snoozedUntil, changedAt, now, state) => {
      expect(snoozeState({ snoozedUntil, changedAt }, now)).toBe(state);
    },
  );
});

describe('times', () => {
  it.each([
    ['2026-11-16T10:40:00-03:00', 'es', '10:40'],
    ['2026-11-17T09:05:00-03:00', 'es', 'mar 17, 09:05'],
    ['2026-11-17T09:05:00-03:00', 'en', 'Tue 17, 09:05'],
    ['2026-11-11T09:05:00-03:00', 'es', 'mié 11, 09:05'],
    ['2026-11-23T09:05:00-03:00', 'es', '23 nov, 09:05'],
    ['2026-11-16T00:00:00-03:00', 'es', '00:00'],
    ['2026-11-15T23:59:00-03:00', 'es', 'dom 15, 23:59'],
  ])('%s in %s is %s', (iso, language, text) => {
    expect(formatShortTime(at(iso), at('2026-11-16T10:00:00-03:00'), ZONE, language)).toBe(text);
  });

  it.each([
    [0, '0 min'],
    [59_999, '0 min'],
    [60_000, '1 min'],
    [3_600_000, '1 h'],
    [3_900_000, '1 h 5 min'],
    [90 * 3_600_000, '90 h'],
  ])('%d ms are %s', (ms, text) => expect(formatDuration(ms)).toBe(text));
});
