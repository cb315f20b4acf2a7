import { expect, it } from 'vitest';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import {
  answeredShare,
  findIncompletePeriod,
  inTimeShare,
  limitSeries,
  minuteTicks,
  originSeries,
} from './figures.ts';

const answers = { inquiries: 8, answered: 4, inTime: 3, medianMinutes: 5, p90Minutes: 9 };

it('a share is of the whole that it names, and unknown where that is zero', () => {
  expect([answeredShare(answers), inTimeShare(answers)]).toEqual([0.5, 0.75]);
  const none = { ...answers, inquiries: 0, answered: 0, inTime: 0 };
  expect([answeredShare(none), inTimeShare(none)]).toEqual([null, null]);
});

it('too many series are merged, and their sum stays', () => {
  const series = Array.from({ length: 9 }, (_, at) => ({ id: `${at}`, name: `${at}`, values: [at, 1] }));
  const limited = limitSeries(series);
  expect(limited.map(({ name }) => name)).toEqual(['8', '7', '6', '5', '4', null]);
  expect(limited.at(-1)?.values).toEqual([0 + 1 + 2 + 3, 4]);
  expect(limitSeries(series.slice(0, 6))).toHaveLength(6);
});

it('a chart has a value for every day and origin, the most frequent first', () => {
  const day = { day: '2026-03-01', ...answers };
  const series = originSeries([
    { ...day, origins: { Chat: 1 } },
    { ...day, origins: { '': 1, Chat: 2, constructor: 1 } },
  ]);
  expect(series.map(({ name, values }) => [name, values])).toEqual([
    ['Chat', [1, 2]],
    ['', [0, 1]],
    ['constructor', [0, 1]],
  ]);
});

it('an axis has ticks of round minutes', () => {
  expect(minuteTicks([null])).toEqual([0, 1]);
  expect(minuteTicks([4, 95, null])).toEqual([0, 30, 60, 90, 120]);
  expect(minuteTicks([30_000]).at(-1)).toBeGreaterThanOrEqual(30_000);
});

it.each([
  [null, undefined],
  ['2026-02-27', undefined],
  ['2026-02-28', 'before'],
  ['2026-03-01', 'before'],
  ['2026-03-02', 'both'],
])('figures that are complete since %s may lack inquiries in %s', (wholeSince, incomplete) => {
  const before = { desde: '2026-02-27', hasta: '2026-02-28' } as OverviewPeriod['before'];
  expect(findIncompletePeriod({ desde: '2026-03-01', before, wholeSince })).toBe(incomplete);
});
