import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { type Hours, defaultHours } from '#contract/hours.ts';
import {
  HoursInput,
  copyMondayToWeekdays,
  findInvalidTimes,
  isSameHours,
  splitHolidays,
  suggestInterval,
  toHoursInput,
} from './hours-form.ts';

const HOURS: Hours = { ...defaultHours('America/Argentina/Buenos_Aires'), holidays: ['2026-12-25'] };
const all = (week: Hours['week']): HoursInput => toHoursInput({ ...HOURS, week });
const read = (values: HoursInput) => z.safeParse(HoursInput, values);

describe('the inputs', () => {
  it.each<[string, Hours]>([
    ['the usual hours', HOURS],
    ['a day that ends at midnight', { ...HOURS, week: HOURS.week.with(4, [{ from: '18:00', to: '24:00' }]) }],
    ['a whole day', { ...HOURS, week: HOURS.week.with(6, [{ from: '00:00', to: '24:00' }]) }],
    ['never open', { ...HOURS, week: [[], [], [], [], [], [], []] }],
  ])('give back what they were filled with: %s', (_, hours) => {
    expect(read(toHoursInput(hours)).data).toEqual(hours);
  });

  it.each<[string, Partial<HoursInput>, PropertyKey[]]>([
    ['a zone that nobody knows', { zone: 'America/Nowhere' }, ['zone']],
    ['no zone', { zone: '' }, ['zone']],
    ['no target', { target: '' }, ['target']],
    ['half a minute', { target: '30.5' }, ['target']],
    ['a warning after the target', { warning: '31' }, ['warning']],
    [
      'an end before the beginning',
      { week: HOURS.week.with(0, [{ from: '13:00', to: '09:00' }]) },
      ['week', 0, 0, 'to'],
    ],
    ['no beginning', { week: HOURS.week.with(2, [{ from: '', to: '09:00' }]) }, ['week', 2, 0, 'from']],
    [
      'two that overlap',
      {
        week: HOURS.week.with(1, [
          { from: '09:00', to: '13:00' },
          { from: '12:00', to: '14:00' },
        ]),
      },
      ['week', 1],
    ],
  ])('name the input of what is wrong: %s', (_, wrong, path) => {
    const answer = read({ ...toHoursInput(HOURS), ...wrong });
    expect(answer.error?.issues.map((issue) => issue.path)).toEqual([path]);
  });
});

it('an invalid day names the time that is wrong', () => {
  const day = [
    { from: '09:00', to: '13:00' },
    { from: '', to: '13:00' },
    { from: '09:00', to: '' },
    { from: '', to: '' },
    { from: '09:00', to: '09:00' },
    { from: '20:00', to: '00:00' },
    { from: '00:00', to: '00:00' },
  ];
  expect(findInvalidTimes(day)).toEqual([undefined, 'from', 'to', 'from', 'to', undefined, undefined]);
});

describe('equality of hours', () => {
  it('does not depend on the order of intervals and holidays', () => {
    const week = HOURS.week.with(0, (HOURS.week[0] ?? []).toReversed());
    expect(isSameHours(all(HOURS.week), all(week))).toBe(true);
    const holidays = ['2026-12-25', '2026-12-08'];
    const [one, other] = [holidays, holidays.toReversed()].map((days) =>
      toHoursInput({ ...HOURS, holidays: days }),
    );
    expect(one && other && isSameHours(one, other)).toBe(true);
  });

  it('differs by any of them', () => {
    const inputs = toHoursInput(HOURS);
    for (const change of [
      { zone: 'America/Santiago' },
      { week: HOURS.week.with(6, [{ from: '10:00', to: '12:00' }]) },
      { holidays: [] },
      { target: '31' },
      { warning: '' },
    ])
      expect([change, isSameHours(inputs, { ...inputs, ...change })]).toEqual([change, false]);
  });
});

describe('a further interval', () => {
  it.each<[string, string[], string]>([
    ['of a closed day', [], '09:00–13:00'],
    ['after a morning', ['09:00–13:00'], '16:00–20:00'],
    ['after an afternoon', ['09:00–13:00', '16:00–20:00'], '21:00–23:00'],
    ['late', ['09:00–20:30'], '21:00–23:00'],
    ['up to midnight', ['09:00–17:00', '18:00–20:00', '20:00–20:59'], '21:00–23:00'],
    ['when there is no time left', ['09:00–22:00'], '–'],
    ['after one that ends at midnight', ['09:00–00:00'], '–'],
    ['after one that is not filled in', ['09:00–'], '–'],
  ])('%s', (_, day, expected) => {
    const intervals = day.map((text) => {
      const [from = '', to = ''] = text.split('–');
      return { from, to };
    });
    const { from, to } = suggestInterval(intervals);
    expect(`${from}–${to}`).toBe(expected);
  });
});

it('Monday is copied up to Friday as separate objects', () => {
  const week = HOURS.week.with(0, [{ from: '10:00', to: '11:00' }]);
  const copied = copyMondayToWeekdays(week);
  expect(copied.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => week[0]));
  expect(copied.slice(5)).toEqual(HOURS.week.slice(5));
  expect(copied[0]?.[0]).not.toBe(copied[1]?.[0]);
});

it('today counts among the coming holidays', () => {
  expect(splitHolidays(['2027-01-01', '2026-11-21', '2026-11-20'], '2026-11-21')).toEqual({
    upcoming: ['2026-11-21', '2027-01-01'],
    past: ['2026-11-20'],
  });
});
