import { expect, it } from 'vitest';
import { LAST_DAYS, isDay, resolveDay } from './relative-days.ts';

it.each(Object.entries(LAST_DAYS))('the last %s days begin with %s: today is one of them', (count, start) => {
  const [today, first] = ['2026-03-05', resolveDay(start, () => '2026-03-05')];
  expect((Date.parse(today) - Date.parse(first)) / 86_400_000 + 1).toBe(Number(count));
});

it.each([
  ['2026-03-05', true],
  ['hoy', true],
  ['-999d', true],
  ['-1000d', false],
  ['0001-01-01', false],
  ['1999-12-31', false],
  ['9999-12-31', false],
  ['2026-02-30', false],
])('%s is a day of an address: %s', (text, is) => expect(isDay(text)).toBe(is));

it.each([
  ['2026-03-05', '2026-03-05'],
  ['hoy', '2026-03-01'],
  ['ayer', '2026-02-28'],
  ['-0d', '2026-03-01'],
  ['-7d', '2026-02-22'],
  ['-365d', '2025-03-01'],
])('%s is the day %s', (text, day) => expect(resolveDay(text, () => '2026-03-01')).toBe(day));

it.each(['', '-d', '7d', '-7', '-7d2', 'x-7d', 'hoyy', 'Hoy', '-1.5d', '-7D'])(
  '%j is no relative day',
  (text) => {
    expect(isDay(text)).toBe(false);
  },
);
