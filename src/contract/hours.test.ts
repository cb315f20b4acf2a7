import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Hours, SettableHours, addOpenMinutes, countOpenMs, defaultHours, nextOpening } from './hours.ts';
import { isoInZone } from './window.ts';

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
  expect(Hours.safeParse({ ...usual, ...wrong }).success).toBe(false);
  expect(Hours.safeParse(usual).success).toBe(true);
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
