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
