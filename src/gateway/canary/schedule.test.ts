import { expect, it } from 'vitest';
import { findNextRunAt } from './schedule.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const at = (time: string, day = '16') => Date.parse(`2026-11-${day}T${time}-03:00`);
const findNext = (last: number | undefined, now: number, minutes = 5) =>
  new Date(findNextRunAt(last, { minutes, now, zone: ZONE })).toISOString();
const iso = (instant: number) => new Date(instant).toISOString();

it.each([
  ['the first is due at once', undefined, at('10:00'), at('10:00')],
  ['an interval after the last', at('10:00'), at('10:01'), at('10:05')],
  ['at once after a longer pause', at('10:00'), at('10:30'), at('10:30')],
  ['not at night', undefined, at('03:00'), at('08:00')],
  ['not before the morning', undefined, at('07:59:59.999'), at('08:00')],
  ['from the morning on', undefined, at('08:00'), at('08:00')],
  ['until the evening', at('20:54:59.999'), at('20:58'), at('20:59:59.999')],
  ['not from the evening on', at('20:55'), at('20:58'), at('08:00', '17')],
  ['after a run of a wrong clock', at('10:00', '20'), at('10:00'), at('10:00')],
])('a run is due: %s', (_, last, now, expected) => {
  expect(findNext(last, now)).toBe(iso(expected));
});

it('a run is due by the time of the clock where clocks change', () => {
  const now = Date.parse('2026-03-29T05:00:00+02:00');
  const next = findNextRunAt(undefined, { minutes: 5, now, zone: 'Europe/Madrid' });
  expect(new Date(next).toISOString()).toBe('2026-03-29T07:00:00.000Z');
});
