import { describe, expect, it } from 'vitest';
import {
  Hours,
  MAX_PAST_HOURS,
  addOpenMinutes,
  changeHours,
  countOpenMinutes,
  defaultHours,
  findDueAt,
  findFirstDay,
  hoursAt,
  nextOpening,
} from './hours.ts';
import { addDays, isoInZone } from './window.ts';

const BUENOS_AIRES = 'America/Argentina/Buenos_Aires';
const SANTIAGO = 'America/Santiago';
const usual = defaultHours(BUENOS_AIRES);
const at = (iso: string) => Date.parse(iso);
/** From Wednesday, 18 November 2026, on: open at noon, answers within the hour. */
const next = {
  ...usual,
  week: Array.from({ length: 7 }, () => [{ from: '12:00', to: '18:00' }]),
  target: 60,
};
const changed = changeHours(usual, next, '2026-11-18');
const due = (iso: string, hours: Hours = changed, zone = BUENOS_AIRES) =>
  isoInZone(findDueAt(at(iso), hours) ?? 0, zone);

describe('changed hours', () => {
  it.each([
    ['the day before', '2026-11-17T10:00:00-03:00', '2026-11-17T10:30:00-03:00'],
    ['the evening before, over the edge', '2026-11-17T19:50:00-03:00', '2026-11-18T12:20:00-03:00'],
    ['a millisecond before the day', '2026-11-17T23:59:59.999-03:00', '2026-11-18T12:30:00-03:00'],
    ['the first instant of the day', '2026-11-18T00:00:00-03:00', '2026-11-18T13:00:00-03:00'],
    ['the day itself', '2026-11-18T10:00:00-03:00', '2026-11-18T13:00:00-03:00'],
  ])('make an inquiry due by those that held on its arrival: %s', (_, arrived, expected) => {
    expect(due(arrived)).toBe(expected);
  });

  it('count open time by those that held at the time', () => {
    const count = (from: string, to: string) => countOpenMinutes(at(from), at(to), changed);
    expect(count('2026-11-17T19:00:00-03:00', '2026-11-18T13:00:00-03:00')).toBe(120);
    expect(count('2026-11-16T00:00:00-03:00', '2026-11-18T00:00:00-03:00')).toBe(2 * 8 * 60);
    expect(count('2026-11-18T00:00:00-03:00', '2026-11-20T00:00:00-03:00')).toBe(2 * 6 * 60);
    expect(count('2026-11-01T00:00:00-03:00', '2026-12-01T00:00:00-03:00')).toBe(
      (17 * 8 - 2 * 4 - 3 * 8 + 13 * 6) * 60,
    );
  });

  it('find the next opening on either side', () => {
    expect(isoInZone(nextOpening(at('2026-11-17T14:00:00-03:00'), changed) ?? 0, BUENOS_AIRES)).toBe(
      '2026-11-17T16:00:00-03:00',
    );
    expect(isoInZone(nextOpening(at('2026-11-17T21:00:00-03:00'), changed) ?? 0, BUENOS_AIRES)).toBe(
      '2026-11-18T12:00:00-03:00',
    );
  });

  it('find no opening of planned hours before they hold', () => {
    const closed = { ...usual, week: [[], [], [], [], [], [], []] };
    const planned = changeHours(closed, usual, '2026-12-01');
    expect(isoInZone(nextOpening(at('2026-11-16T10:00:00-03:00'), planned) ?? 0, BUENOS_AIRES)).toBe(
      '2026-12-01T09:00:00-03:00',
    );
    expect(nextOpening(at('2026-12-01T09:00:00-03:00'), planned)).toBe(at('2026-12-01T09:00:00-03:00'));
  });

  it('add the same time that they count', () => {
    for (const minutes of [1, 90, 600, 5000]) {
      const since = at('2026-11-15T08:00:00-03:00');
      expect(countOpenMinutes(since, addOpenMinutes(since, minutes, changed) ?? 0, changed)).toBe(minutes);
    }
  });

  // Santiago: clocks go ahead on 2026-09-06 at 00:00 (to 01:00).
  it('begin with the first instant of a day that clocks begin late', () => {
    const moved = changeHours(defaultHours(SANTIAGO), { ...next, zone: SANTIAGO }, '2026-09-06');
    expect(due('2026-09-05T23:59:00-04:00', moved, SANTIAGO)).toBe('2026-09-06T12:30:00-03:00');
    expect(due('2026-09-06T01:00:00-03:00', moved, SANTIAGO)).toBe('2026-09-06T13:00:00-03:00');
  });

  it('begin in their own zone when the zone changes', () => {
    const moved = changeHours(usual, { ...next, zone: 'Asia/Tokyo' }, '2026-11-18');
    const edge = at('2026-11-18T00:00:00+09:00');
    expect([hoursAt(moved, edge - 1).zone, hoursAt(moved, edge).zone]).toEqual([BUENOS_AIRES, 'Asia/Tokyo']);
  });

  it('replace what was planned from the same day on, and are taken back without a trace', () => {
    const planned = changeHours(changed, { ...next, target: 90 }, '2026-12-01');
    expect(planned.past?.map(({ until }) => until)).toEqual(['2026-11-18', '2026-12-01']);
    expect(findFirstDay(planned)).toBe('2026-12-01');
    const replaced = changeHours(planned, { ...next, target: 10 }, '2026-11-18');
    expect(replaced).toEqual({ ...next, target: 10, past: [{ ...usual, until: '2026-11-18' }] });
    expect(changeHours(replaced, usual, '2026-11-18')).toEqual(usual);
  });

  it('keep a limited past', () => {
    let hours: Hours = usual;
    for (let change = 0; change < MAX_PAST_HOURS + 5; change += 1)
      hours = changeHours(hours, { ...usual, target: 31 + change }, addDays('2026-01-01', change));
    expect(hours.past).toHaveLength(MAX_PAST_HOURS);
    expect(Hours.parse(hours)).toEqual(hours);
  });
});
