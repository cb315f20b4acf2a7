import { expect, it } from 'vitest';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { answeredShare, findIncompletePeriod, inTimeShare } from './figures.ts';

const answers = { inquiries: 8, answered: 4, inTime: 3, medianMinutes: 5, p90Minutes: 9 };

it('a share is of the whole that it names, and unknown where that is zero', () => {
  expect([answeredShare(answers), inTimeShare(answers)]).toEqual([0.5, 0.75]);
  const none = { ...answers, inquiries: 0, answered: 0, inTime: 0 };
  expect([answeredShare(none), inTimeShare(none)]).toEqual([null, null]);
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
