import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Hours,
  OpenInterval,
  SettableHours,
  addOpenMinutes,
  countOpenMinutes,
  countOpenMs,
  defaultHours,
  isTimeZone,
  nextOpening,
} from './hours.ts';
import { addDays, isoInZone } from './window.ts';

const BUENOS_AIRES = 'America/Argentina/Buenos_Aires';
const SANTIAGO = 'America/Santiago';
const usual = defaultHours(BUENOS_AIRES);
const at = (iso: string) => Date.parse(iso);
const always: Hours = { ...usual, week: Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]) };
const never: Hours = { ...usual, week: Array.from({ length: 7 }, () => []) };

describe('an inquiry is due', () => {
  // 2026-11-16 is a Monday.
  it.each([
    ['in the morning', '2026-11-16T10:00:00-03:00', 30, '2026-11-16T10:30:00-03:00'],
    ['with its warning', '2026-11-16T10:00:00-03:00', 15, '2026-11-16T10:15:00-03:00'],
    ['at the first minute', '2026-11-16T09:00:00-03:00', 30, '2026-11-16T09:30:00-03:00'],
    ['before opening', '2026-11-16T07:12:00-03:00', 30, '2026-11-16T09:30:00-03:00'],
    ['a minute before opening', '2026-11-16T08:59:00-03:00', 30, '2026-11-16T09:30:00-03:00'],
    ['at the last minute before lunch', '2026-11-16T12:59:00-03:00', 30, '2026-11-16T16:29:00-03:00'],
    ['exactly when lunch begins', '2026-11-16T13:00:00-03:00', 30, '2026-11-16T16:30:00-03:00'],
    ['ending exactly when lunch begins', '2026-11-16T12:30:00-03:00', 30, '2026-11-16T13:00:00-03:00'],
    ['over the lunch gap', '2026-11-16T12:45:00-03:00', 30, '2026-11-16T16:15:00-03:00'],
    ['during lunch', '2026-11-16T14:20:00-03:00', 30, '2026-11-16T16:30:00-03:00'],
    ['overnight', '2026-11-16T19:50:00-03:00', 30, '2026-11-17T09:20:00-03:00'],
    ['after closing', '2026-11-16T21:00:00-03:00', 30, '2026-11-17T09:30:00-03:00'],
    ['at midnight', '2026-11-17T00:00:00-03:00', 30, '2026-11-17T09:30:00-03:00'],
    ['on Friday evening', '2026-11-20T19:45:00-03:00', 30, '2026-11-21T09:15:00-03:00'],
    ['on Saturday at noon', '2026-11-21T12:40:00-03:00', 30, '2026-11-23T09:10:00-03:00'],
    ['on Saturday afternoon', '2026-11-21T15:00:00-03:00', 30, '2026-11-23T09:30:00-03:00'],
    ['on Sunday', '2026-11-22T11:00:00-03:00', 30, '2026-11-23T09:30:00-03:00'],
    ['over several days', '2026-11-16T09:00:00-03:00', 17 * 60, '2026-11-18T10:00:00-03:00'],
    ['over a whole week', '2026-11-16T09:00:00-03:00', 44 * 60, '2026-11-21T13:00:00-03:00'],
    ['at once without a target', '2026-11-22T11:00:00-03:00', 0, '2026-11-22T11:00:00-03:00'],
    ['as seen from another zone', '2026-11-16T12:50:00Z', 30, '2026-11-16T10:20:00-03:00'],
    ['with seconds', '2026-11-16T12:59:30-03:00', 30, '2026-11-16T16:29:30-03:00'],
    ['over the end of the year', '2026-12-31T19:50:00-03:00', 30, '2027-01-01T09:20:00-03:00'],
    ['over a leap day', '2028-02-28T19:50:00-03:00', 30, '2028-02-29T09:20:00-03:00'],
  ])('%s', (_, since, minutes, due) => {
    expect(isoInZone(addOpenMinutes(at(since), minutes, usual) ?? 0, BUENOS_AIRES)).toBe(due);
  });

  it.each([
    ['on a holiday', ['2026-11-16'], '2026-11-16T10:00:00-03:00', '2026-11-17T09:30:00-03:00'],
    [
      'the evening before a holiday',
      ['2026-11-17'],
      '2026-11-16T19:50:00-03:00',
      '2026-11-18T09:20:00-03:00',
    ],
    [
      'before two holidays and a weekend',
      ['2026-11-20', '2026-11-21'],
      '2026-11-19T19:50:00-03:00',
      '2026-11-23T09:20:00-03:00',
    ],
  ])('%s', (_, holidays, since, due) => {
    expect(isoInZone(addOpenMinutes(at(since), 30, { ...usual, holidays }) ?? 0, BUENOS_AIRES)).toBe(due);
  });

  // Santiago: clocks go ahead on 2026-09-06 at 00:00 (to 01:00), back on 2026-04-05 at 00:00 (to 23:00 of the 4th).
  it.each([
    ['over the night when clocks go ahead', '2026-09-05T12:50:00-04:00', '2026-09-07T09:20:00-03:00'],
    ['over the night when clocks go back', '2026-04-04T12:50:00-03:00', '2026-04-06T09:20:00-04:00'],
  ])('%s', (_, since, due) => {
    expect(isoInZone(addOpenMinutes(at(since), 30, defaultHours(SANTIAGO)) ?? 0, SANTIAGO)).toBe(due);
  });

  it('open time counts elapsed time across a change of the clocks', () => {
    const open = { ...always, zone: SANTIAGO };
    const ahead = at('2026-09-05T23:30:00-04:00');
    expect(addOpenMinutes(ahead, 60, open)).toBe(ahead + 60 * 60_000);
    const back = at('2026-04-04T22:30:00-03:00');
    expect(addOpenMinutes(back, 120, open)).toBe(back + 120 * 60_000);
  });

  it('never where it is never open', () => {
    expect(addOpenMinutes(at('2026-11-16T10:00:00-03:00'), 30, never)).toBeUndefined();
    expect(nextOpening(at('2026-11-16T10:00:00-03:00'), never)).toBeUndefined();
  });
});

it.each([
  ['before the morning', '2026-11-16T08:00:00-03:00', '2026-11-16T09:00:00-03:00'],
  ['at the opening itself', '2026-11-16T09:00:00-03:00', '2026-11-16T09:00:00-03:00'],
  ['while it is open', '2026-11-16T10:00:00-03:00', '2026-11-16T16:00:00-03:00'],
  ['in the evening', '2026-11-16T20:30:00-03:00', '2026-11-17T09:00:00-03:00'],
  ['on Saturday afternoon', '2026-11-21T14:00:00-03:00', '2026-11-23T09:00:00-03:00'],
])('the next opening %s', (_, now, opening) => {
  expect(isoInZone(nextOpening(at(now), usual) ?? 0, BUENOS_AIRES)).toBe(opening);
});

it('the time until an inquiry is due is its minutes, whenever it comes', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') }),
      fc.integer({ min: 1, max: 3000 }),
      fc.constantFrom(BUENOS_AIRES, SANTIAGO, 'Europe/Madrid', 'Asia/Kathmandu'),
      (since, minutes, zone) => {
        const hours = defaultHours(zone);
        const due = addOpenMinutes(since, minutes, hours) ?? 0;
        expect(countOpenMs(since, due, hours)).toBe(minutes * 60_000);
        expect(countOpenMs(since, due - 1, hours)).toBeLessThan(minutes * 60_000);
      },
    ),
  );
});

it.each([
  ['a day that ends before it begins', { week: [[{ from: '13:00', to: '09:00' }], [], [], [], [], [], []] }],
  [
    'intervals that overlap',
    {
      week: [
        [
          { from: '09:00', to: '13:00' },
          { from: '12:00', to: '14:00' },
        ],
        [],
        [],
        [],
        [],
        [],
        [],
      ],
    },
  ],
  ['six days', { week: [[], [], [], [], [], []] }],
  ['an unknown zone', { zone: 'America/Nowhere' }],
  ['a holiday that is no day', { holidays: ['2026-02-30'] }],
  ['no time to answer', { target: 0, warning: 0 }],
  ['a warning that comes too late', { target: 30, warning: 31 }],
])('%s is no set of hours', (_, wrong) => {
  expect(SettableHours.safeParse({ ...usual, ...wrong }).success).toBe(false);
  expect(SettableHours.safeParse(usual).success).toBe(true);
});

it('hours whose open time of four weeks is shorter than the target are refused at the target', () => {
  const minutes = [8, 10, 12, 14, 16, 18].map((hour) => {
    const clock = String(hour).padStart(2, '0');
    return { from: `${clock}:00`, to: `${clock}:01` };
  });
  const week = Array.from({ length: 7 }, () => minutes);
  const base = defaultHours('America/Argentina/Buenos_Aires');
  const parsed = SettableHours.safeParse({ ...base, week, target: 169, warning: 0 });
  expect(parsed.error?.issues.map(({ path }) => path)).toEqual([['target']]);
  expect(SettableHours.safeParse({ ...base, week, target: 168, warning: 0 }).success).toBe(true);
  expect(SettableHours.safeParse({ ...base, week: week.map(() => []), target: 10_080 }).success).toBe(true);
});

it.each([
  ['00:00', '24:00', true],
  ['23:58', '23:59', true],
  ['09:00', '09:00', false],
  ['09:01', '09:00', false],
  ['24:00', '24:01', false],
  ['9:00', '10:00', false],
  ['09:00', '19:60', false],
  ['20:00', '25:00', false],
  ['09:00', '10:00x', false],
  ['x09:00', '10:00', false],
  ['09:00', '24:00x', false],
  ['00:00', '124:00', false],
])('from %s to %s is an interval: %s', (from, to, is) => {
  expect(OpenInterval.safeParse({ from, to }).success).toBe(is);
});

it('an interval that ends before it begins is refused at its end', () => {
  const { error } = OpenInterval.safeParse({ from: '10:00', to: '09:00' });
  expect(error?.issues.map(({ path }) => path)).toEqual([['to']]);
});

describe('the intervals of a day', () => {
  const accepted = (...intervals: [string, string][]) => {
    const week = [intervals.map(([from, to]) => ({ from, to })), [], [], [], [], [], []];
    return Hours.safeParse({ ...usual, week }).success;
  };

  it('may touch, but not overlap', () => {
    expect(accepted(['09:00', '13:00'], ['13:00', '14:00'])).toBe(true);
    expect(accepted(['09:00', '13:00'], ['12:59', '14:00'])).toBe(false);
    expect(accepted(['09:00', '13:00'], ['08:00', '09:00'])).toBe(false);
    expect(accepted(['09:00', '10:00'], ['11:00', '12:00'], ['10:30', '13:00'])).toBe(false);
  });

  it('are six at most', () => {
    const many = Array.from({ length: 7 }, (_, hour): [string, string] => [`0${hour}:00`, `0${hour}:30`]);
    expect(accepted(...many.slice(1))).toBe(true);
    expect(accepted(...many)).toBe(false);
  });
});

it('a warning may come with the due time, and is refused where it stands', () => {
  expect(SettableHours.safeParse({ ...usual, target: 30, warning: 30 }).success).toBe(true);
  const { error } = SettableHours.safeParse({ ...usual, target: 30, warning: 31 });
  expect(error?.issues.map(({ path }) => path)).toEqual([['warning']]);
});

it('hours that were never set are those of a shop', () => {
  const day = [
    { from: '09:00', to: '13:00' },
    { from: '16:00', to: '20:00' },
  ];
  expect(defaultHours('UTC')).toEqual({
    zone: 'UTC',
    week: [day, day, day, day, day, [{ from: '09:00', to: '13:00' }], []],
    holidays: [],
    target: 30,
    warning: 15,
  });
});

it.each([
  ['UTC', true],
  ['America/Santiago', true],
  ['america/santiago', true],
  ['America/Nowhere', false],
  ['', false],
])('%j is a time zone: %s', (zone, is) => {
  expect(isTimeZone(zone)).toBe(is);
  expect(isTimeZone(zone)).toBe(is);
});

it('open minutes that have begun count', () => {
  const from = at('2026-11-16T10:00:00-03:00');
  const count = (ms: number) => countOpenMinutes(from, from + ms, usual);
  expect([-60_000, 0, 1, 60_000, 60_001].map((ms) => count(ms) + 0)).toEqual([0, 0, 1, 1, 2]);
  expect(countOpenMs(from, from + 60_001, usual)).toBe(60_001);
});

it('fewer than no minutes are none', () => {
  expect(addOpenMinutes(5, -1, usual)).toBe(5);
});

describe('an agency that is closed for long', () => {
  /** Open on one day alone, a Monday. */
  const openOn = (day: string): Hours => ({
    ...usual,
    week: [[{ from: '09:00', to: '10:00' }], [], [], [], [], [], []],
    holidays: Array.from({ length: 70 }, (_, week) => addDays(day, 7 * (week - 60))).filter(
      (other) => other !== day,
    ),
  });
  const opening = at('2026-11-16T09:00:00-03:00');

  it('opens again within 400 days', () => {
    const since = at(`${addDays('2026-11-16', -400)}T23:00:00-03:00`);
    expect(nextOpening(since, openOn('2026-11-16'))).toBe(opening);
    expect(addOpenMinutes(since, 60, openOn('2026-11-16'))).toBe(opening + 3_600_000);
    expect(addOpenMinutes(since, 61, openOn('2026-11-16'))).toBeUndefined();
  });

  it('has no response clock beyond', () => {
    const since = at(`${addDays('2026-11-16', -401)}T23:00:00-03:00`);
    expect(nextOpening(since, openOn('2026-11-16'))).toBeUndefined();
    expect(addOpenMinutes(since, 60, openOn('2026-11-16'))).toBeUndefined();
  });
});

describe('when clocks change, an open night', () => {
  const nightly = (zone: string, from: string, to: string): Hours => ({
    ...usual,
    zone,
    week: Array.from({ length: 7 }, () => [{ from, to }]),
  });
  const openOf = (from: string, to: string, zone: string) =>
    countOpenMs(at(from), at(to), nightly(zone, '00:30', '03:30')) / 60_000;

  it('is as long as its clocks show', () => {
    expect(openOf('2026-03-29T00:00:00+01:00', '2026-03-29T12:00:00+02:00', 'Europe/Madrid')).toBe(120);
    expect(openOf('2026-10-25T00:00:00+02:00', '2026-10-25T12:00:00+01:00', 'Europe/Madrid')).toBe(240);
    expect(openOf('2026-03-28T00:00:00+01:00', '2026-03-28T12:00:00+01:00', 'Europe/Madrid')).toBe(180);
    expect(openOf('2026-09-06T01:00:00-03:00', '2026-09-06T12:00:00-03:00', SANTIAGO)).toBe(120);
    expect(openOf('2026-04-05T00:00:00-04:00', '2026-04-05T12:00:00-04:00', SANTIAGO)).toBe(180);
    // East of Greenwich the clocks change on the day before in UTC.
    expect(openOf('2026-10-04T00:00:00+10:00', '2026-10-04T12:00:00+11:00', 'Australia/Sydney')).toBe(120);
    expect(openOf('2026-04-05T00:00:00+11:00', '2026-04-05T12:00:00+10:00', 'Australia/Sydney')).toBe(240);
  });

  it('has no time less than none where its hour is skipped', () => {
    const [from, to] = [at('2026-03-26T12:00:00+01:00'), at('2026-04-01T12:00:00+02:00')];
    expect(countOpenMs(from, to, nightly('Europe/Madrid', '02:10', '03:00')) / 60_000).toBe(5 * 50);
  });

  it('counts from its midnight that has passed when the day before comes back', () => {
    // At 00:01 the clocks went back to 23:01.
    const [since, hours] = [at('2010-11-06T23:30:00-03:30'), nightly('America/St_Johns', '00:00', '02:00')];
    expect(countOpenMs(since, at('2010-11-09T12:00:00-03:30'), hours) / 60_000).toBe(390);
    expect(addOpenMinutes(since, 200, hours)).toBe(at('2010-11-08T00:50:00-03:30'));
  });

  it('ends an hour that comes twice at its first time, and begins one so', () => {
    const twice = (from: string, to: string) => nightly('Europe/Madrid', from, to);
    const [since, first] = [at('2026-10-25T00:00:00+02:00'), at('2026-10-25T02:30:00+02:00')];
    expect(nextOpening(since, twice('02:30', '02:40'))).toBe(first);
    expect(addOpenMinutes(since, 10, twice('02:30', '02:40'))).toBe(first + 10 * 60_000);
    expect(addOpenMinutes(since, 10, twice('02:20', '02:30'))).toBe(first);
    expect(addOpenMinutes(since, 70, twice('02:30', '03:10'))).toBe(at('2026-10-25T02:40:00+01:00'));
  });
});
