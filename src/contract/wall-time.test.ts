import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FIRST_INSTANT, END_OF_INSTANTS } from './window.ts';
import { parseWallTime, wallTimeAt } from './wall-time.ts';

const ZONES = Intl.supportedValuesOf('timeZone');

it('a wall time is the instant when a clock of the zone shows it, in every zone', () => {
  const instants = fc.integer({ min: FIRST_INSTANT / 60_000 + 1440, max: END_OF_INSTANTS / 60_000 - 1440 });
  fc.assert(
    fc.property(instants, fc.constantFrom(...ZONES), (minutes, zone) => {
      const text = wallTimeAt(minutes * 60_000, zone);
      const parsed = parseWallTime(text, zone) ?? Number.NaN;
      expect(wallTimeAt(parsed, zone)).toBe(text);
      expect(parsed).toBeLessThanOrEqual(minutes * 60_000);
      expect(parsed % 60_000).toBe(0);
    }),
    { numRuns: 2000 },
  );
});

it.each([
  // Twice: the earlier one.
  ['2026-10-25T02:30', 'Europe/Madrid', '2026-10-25T00:30:00.000Z'],
  ['2026-04-04T23:30', 'America/Santiago', '2026-04-05T02:30:00.000Z'],
  // Never: later by the gap.
  ['2026-03-29T02:30', 'Europe/Madrid', '2026-03-29T01:30:00.000Z'],
  ['2026-09-06T00:15', 'America/Santiago', '2026-09-06T04:15:00.000Z'],
  ['2026-11-22T09:30', 'America/Argentina/Buenos_Aires', '2026-11-22T12:30:00.000Z'],
  ['2026-11-22T09:30', 'Asia/Kathmandu', '2026-11-22T03:45:00.000Z'],
])('%s in %s is %s', (text, zone, instant) =>
  expect(new Date(parseWallTime(text, zone) ?? 0).toISOString()).toBe(instant),
);

it.each([
  '',
  '2026-11-22',
  '2026-02-30T10:00',
  '0002-11-22T10:00',
  '2026-11-22T24:00',
  '2026-11-22T10:00:30',
  'x',
])('"%s" is no date and time', (text) => expect(parseWallTime(text, 'UTC')).toBeUndefined());

it.each([
  '2026-11-22T09:60',
  '2026-11-22T25:00',
  '2026-11-22T9:30',
  'x2026-11-22T09:30',
  '2026-11-22 09:30',
  '1999-12-31T09:30',
])('%j is no wall time', (text) => expect(parseWallTime(text, 'UTC')).toBeUndefined());

it('the first and the last minute of a day are wall times', () => {
  expect(parseWallTime('2026-11-22T00:00', 'UTC')).toBe(Date.UTC(2026, 10, 22));
  expect(parseWallTime('2026-11-22T23:59', 'UTC')).toBe(Date.UTC(2026, 10, 22, 23, 59));
  expect(wallTimeAt(Date.UTC(2026, 10, 22, 23, 59, 59, 999), 'UTC')).toBe('2026-11-22T23:59');
});
