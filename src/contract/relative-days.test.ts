import { expect, it } from 'vitest';
import { LAST_DAYS, resolveDay } from './relative-days.ts';

it.each(Object.entries(LAST_DAYS))('the last %s days begin with %s: today is one of them', (count, start) => {
  const [today, first] = ['2026-03-05', resolveDay(start, () => '2026-03-05')];
  expect((Date.parse(today) - Date.parse(first)) / 86_400_000 + 1).toBe(Number(count));
});
