import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  addDays,
  dayAt,
  inquiryWindow,
  isCalendarDay,
  isPlausibleDay,
  isPlausibleInstant,
  isoInZone,
  offsetAt,
  startOfDay,
} from './window.ts';

const BUENOS_AIRES = 'America/Argentina/Buenos_Aires';
const MADRID = 'Europe/Madrid';
const SANTIAGO = 'America/Santiago';
const KIRITIMATI = 'Pacific/Kiritimati';
const KATHMANDU = 'Asia/Kathmandu';
const HAVANA = 'America/Havana';

describe('the day of an instant', () => {
  it.each([
    ['2026-11-20T02:59:59.999Z', BUENOS_AIRES, '2026-11-19'],
    ['2026-11-20T03:00:00.000Z', BUENOS_AIRES, '2026-11-20'],
    ['2026-11-21T02:59:59.999Z', BUENOS_AIRES, '2026-11-20'],
    ['2026-12-31T23:59:59.999Z', BUENOS_AIRES, '2026-12-31'],
    ['2027-01-01T02:59:59.999Z', BUENOS_AIRES, '2026-12-31'],
    ['2027-01-01T03:00:00.000Z', BUENOS_AIRES, '2027-01-01'],
    ['2028-02-29T02:59:59.999Z', BUENOS_AIRES, '2028-02-28'],
    ['2028-02-29T03:00:00.000Z', BUENOS_AIRES, '2028-02-29'],
    ['2028-03-01T02:59:59.999Z', BUENOS_AIRES, '2028-02-29'],
    ['2026-11-19T23:59:59.999Z', 'UTC', '2026-11-19'],
    ['2026-11-20T00:00:00.000Z', 'UTC', '2026-11-20'],
    ['2026-03-28T22:59:59.999Z', MADRID, '2026-03-28'],
    ['2026-03-28T23:00:00.000Z', MADRID, '2026-03-29'],
    ['2026-03-29T21:59:59.999Z', MADRID, '2026-03-29'],
    ['2026-03-29T22:00:00.000Z', MADRID, '2026-03-30'],
    ['2026-10-24T22:00:00.000Z', MADRID, '2026-10-25'],
    ['2026-10-25T22:59:59.999Z', MADRID, '2026-10-25'],
    ['2026-10-25T23:00:00.000Z', MADRID, '2026-10-26'],
    ['2026-11-20T09:59:59.999Z', KIRITIMATI, '2026-11-20'],
    ['2026-11-20T10:00:00.000Z', KIRITIMATI, '2026-11-21'],
    ['2026-11-20T18:14:59.999Z', KATHMANDU, '2026-11-20'],
    ['2026-11-20T18:15:00.000Z', KATHMANDU, '2026-11-21'],
    ['2026-09-06T03:59:59.999Z', SANTIAGO, '2026-09-05'],
    ['2026-09-06T04:00:00.000Z', SANTIAGO, '2026-09-06'],
    ['2026-04-05T02:59:59.999Z', SANTIAGO, '2026-04-04'],
    // The clock goes back at midnight: 23:xx of the 4th comes twice.
    ['2026-04-05T03:30:00.000Z', SANTIAGO, '2026-04-04'],
    ['2026-04-05T04:00:00.000Z', SANTIAGO, '2026-04-05'],
  ])('%s in %s: %s', (instant, zone, day) => expect(dayAt(Date.parse(instant), zone)).toBe(day));
});

describe('the start of a day', () => {
  it.each([
    ['2026-11-20', BUENOS_AIRES, '2026-11-20T03:00:00.000Z'],
    ['2028-02-29', BUENOS_AIRES, '2028-02-29T03:00:00.000Z'],
    ['2026-03-29', MADRID, '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', MADRID, '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', MADRID, '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', MADRID, '2026-10-25T23:00:00.000Z'],
    ['2026-11-21', KIRITIMATI, '2026-11-20T10:00:00.000Z'],
    ['2026-11-21', KATHMANDU, '2026-11-20T18:15:00.000Z'],
    // Midnight is skipped: the day begins at one.
    ['2026-09-06', SANTIAGO, '2026-09-06T04:00:00.000Z'],
    ['2026-04-05', SANTIAGO, '2026-04-05T04:00:00.000Z'],
    ['2026-03-08', HAVANA, '2026-03-08T05:00:00.000Z'],
    // One o'clock goes back to midnight: the day has two of them, and begins with the first.
    ['2026-11-01', HAVANA, '2026-11-01T04:00:00.000Z'],
    // Clocks went back a minute after midnight: the day has two midnights, with an hour of the day before in between.
    ['2010-11-07', 'America/St_Johns', '2010-11-07T02:30:00.000Z'],
  ])('%s in %s: %s', (day, zone, instant) =>
    expect(new Date(startOfDay(day, zone)).toISOString()).toBe(instant),
  );

  it('is the first instant of the day, whatever the day and zone', () => {
    const days = fc.integer({ min: 0, max: 36_500 }).map((days) => addDays('1980-01-01', days));
    const zones = fc.constantFrom(BUENOS_AIRES, MADRID, SANTIAGO, KATHMANDU, HAVANA, 'UTC', 'Asia/Beirut');
    fc.assert(
      fc.property(days, zones, (day, zone) => {
        const start = startOfDay(day, zone);
        expect(dayAt(start, zone)).toBe(day);
        expect(dayAt(start - 1, zone) < day).toBe(true);
      }),
    );
  });
});

it.each([
  ['2026-11-20', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-1-1', false],
  ['20261120', false],
  ['2026-11-20T00:00:00', false],
  [' 2026-11-20', false],
  ['', false],
])('"%s" is a day of the calendar: %s', (text, is) => expect(isCalendarDay(text)).toBe(is));

it.each([
  ['2026-11-20T03:00:00.000Z', BUENOS_AIRES, '2026-11-20T00:00:00-03:00'],
  ['2026-11-21T02:59:59.999Z', BUENOS_AIRES, '2026-11-20T23:59:59.999-03:00'],
  ['2026-07-01T00:00:00.000Z', MADRID, '2026-07-01T02:00:00+02:00'],
  ['2026-11-20T00:00:00.000Z', KATHMANDU, '2026-11-20T05:45:00+05:45'],
  ['2026-11-20T00:00:00.000Z', 'UTC', '2026-11-20T00:00:00+00:00'],
])('%s in %s is written %s', (instant, zone, text) => {
  expect(isoInZone(Date.parse(instant), zone)).toBe(text);
  expect(Date.parse(text)).toBe(Date.parse(instant));
});

describe('odd dates', () => {
  const zones = fc.constantFrom(BUENOS_AIRES, MADRID, SANTIAGO, KATHMANDU, HAVANA, KIRITIMATI, 'UTC');
  const instants = fc.oneof(
    fc.constantFrom(
      -8.64e15,
      8.64e15,
      ...['0000', '0001', '0099', '9999'].map((y) => Date.parse(`${y}-01-01`)),
    ),
    fc.integer({ min: -8.64e15, max: 8.64e15 }),
  );

  it('have days and texts, whatever the instant and zone', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        expect(isCalendarDay(dayAt(instant, zone))).toBe(true);
        expect(Math.abs(offsetAt(instant, zone))).toBeLessThan(24 * 60);
        expect(isoInZone(instant, zone)).toMatch(/^[+-]?\d{4,6}-\d\d-\d\dT/);
      }),
    );
  });

  it('days of the first century are not read as days of the twentieth', () => {
    expect(dayAt(Date.parse('0001-01-01T12:00:00Z'), 'UTC')).toBe('0001-01-01');
    expect(dayAt(Date.parse('0099-06-01T12:00:00Z'), MADRID)).toBe('0099-06-01');
  });

  it('have a start and neighbours, whatever the day of the calendar', () => {
    const days = fc
      .date({
        min: new Date('0000-01-01T00:00:00Z'),
        max: new Date('9999-12-31T00:00:00Z'),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(days, zones, fc.integer({ min: -1e6, max: 1e6 }), (day, zone, added) => {
        expect(Number.isFinite(startOfDay(day, zone))).toBe(true);
        expect(isCalendarDay(addDays(day, added))).toBe(true);
      }),
    );
    expect(addDays('9999-12-31', 1)).toBe('9999-12-31');
  });

  it.each([
    ['1999-12-31', false],
    ['2000-01-01', true],
    ['2099-12-31', true],
    ['2100-01-01', false],
    ['0001-01-01', false],
    ['9999-12-31', false],
  ])('%s is plausible: %s', (day, is) => {
    expect(isPlausibleDay(day)).toBe(is);
    expect(isPlausibleInstant(Date.parse(day))).toBe(is);
  });

  it('texts that are no days are not plausible', () => {
    expect(isPlausibleDay('2026-02-30')).toBe(false);
    expect(isPlausibleInstant(Number.NaN)).toBe(false);
  });
});

describe('the window', () => {
  const noon = Date.parse('2026-11-20T12:00:00-03:00');
  const windowAt = (now: number, asked: { desde?: string; hasta?: string } = {}, zone = BUENOS_AIRES) => {
    const read = inquiryWindow(asked, now, zone);
    return 'errors' in read
      ? Object.keys(read.errors)
      : [isoInZone(read.window.from, zone), isoInZone(read.window.to, zone)];
  };

  it.each([
    [{}, ['2026-08-22T00:00:00-03:00', '2026-11-20T23:59:59.999-03:00']],
    [{ desde: '2026-08-22' }, ['2026-08-22T00:00:00-03:00', '2026-11-20T23:59:59.999-03:00']],
    [{ desde: '2026-08-21' }, ['desde']],
    [{ desde: '2026-11-20' }, ['2026-11-20T00:00:00-03:00', '2026-11-20T23:59:59.999-03:00']],
    [{ desde: '2026-11-21' }, ['desde']],
    [{ hasta: '2026-08-22' }, ['2026-08-22T00:00:00-03:00', '2026-08-22T23:59:59.999-03:00']],
    [{ hasta: '2026-08-21' }, ['hasta']],
    [{ hasta: '2026-11-21' }, ['hasta']],
    [{ desde: '2026-11-10', hasta: '2026-11-09' }, ['desde']],
    [
      { desde: '2026-11-10', hasta: '2026-11-10' },
      ['2026-11-10T00:00:00-03:00', '2026-11-10T23:59:59.999-03:00'],
    ],
    [{ desde: '2026-08-01', hasta: '2026-12-01' }, ['desde', 'hasta']],
    [{ desde: '2026-12-02', hasta: '2026-12-01' }, ['desde', 'hasta']],
    [{ desde: '2026-08-01', hasta: '2026-08-02' }, ['desde', 'hasta']],
  ])('asked %j at noon', (asked, expected) => expect(windowAt(noon, asked)).toEqual(expected));

  it.each([
    ['2026-11-20T23:59:59.999-03:00', BUENOS_AIRES, '2026-08-22'],
    ['2026-11-21T00:00:00.000-03:00', BUENOS_AIRES, '2026-08-23'],
    ['2026-11-20T23:59:59.999+14:00', KIRITIMATI, '2026-08-22'],
    ['2026-11-21T00:00:00.000+14:00', KIRITIMATI, '2026-08-23'],
    ['2027-01-01T00:00:00.000+01:00', MADRID, '2026-10-03'],
    ['2028-02-29T00:00:00.000-03:00', BUENOS_AIRES, '2027-12-01'],
    ['2028-03-01T00:00:00.000-03:00', BUENOS_AIRES, '2027-12-02'],
    ['2026-09-06T01:00:00.000-03:00', SANTIAGO, '2026-06-08'],
  ])('at %s in %s the earliest day is %s', (instant, zone, day) => {
    const now = Date.parse(instant);
    expect(windowAt(now, { desde: day }, zone)).toHaveLength(2);
    expect(windowAt(now, { desde: addDays(day, -1) }, zone)).toEqual(['desde']);
  });
});

it('all spellings of a zone have one format of its times', () => {
  const at = Date.parse('2026-11-20T12:00:00Z');
  const create = vi.spyOn(Intl, 'DateTimeFormat');
  const spellings = ['Pacific/Chatham', 'pacific/chatham', 'PACIFIC/CHATHAM', 'pAcIfIc/ChAtHaM'];
  expect(spellings.map((zone) => offsetAt(at, zone))).toEqual([825, 825, 825, 825]);
  const formats = create.mock.calls.filter(([, options]) => options?.hourCycle === 'h23');
  expect(formats.length).toBeLessThanOrEqual(1);
  create.mockRestore();
});

describe('offsets', () => {
  it.each([
    // Before 1900 and after 2200 those of the nearest year: New York had local mean time until 1883.
    ['1850-01-01T00:00:00Z', 'America/New_York', -300],
    ['1900-01-01T00:00:00Z', BUENOS_AIRES, -257],
    ['1969-12-31T23:59:59.999Z', 'UTC', 0],
    ['1969-12-31T23:59:59.999Z', BUENOS_AIRES, -180],
    ['2199-07-01T00:00:00Z', MADRID, 120],
    ['2200-07-01T00:00:00Z', MADRID, 60],
    ['2300-07-01T00:00:00Z', MADRID, 60],
    ['2026-03-29T00:59:59.999Z', MADRID, 60],
    ['2026-03-29T01:00:00.000Z', MADRID, 120],
    ['2026-10-25T00:59:59.999Z', MADRID, 120],
    ['2026-10-25T01:00:00.000Z', MADRID, 60],
    ['2026-04-05T02:59:59.999Z', SANTIAGO, -180],
    ['2026-04-05T03:00:00.000Z', SANTIAGO, -240],
    ['2026-09-06T03:59:59.999Z', SANTIAGO, -240],
    ['2026-09-06T04:00:00.000Z', SANTIAGO, -180],
  ])('at %s in %s: %i', (instant, zone, offset) => expect(offsetAt(Date.parse(instant), zone)).toBe(offset));

  it.each([
    ['2026-11-20T00:00:00.000Z', 'America/St_Johns', '2026-11-19T20:30:00-03:30'],
    ['2026-11-20T00:00:00.001Z', 'Pacific/Chatham', '2026-11-20T13:45:00.001+13:45'],
    ['2026-04-05T02:30:00.000Z', SANTIAGO, '2026-04-04T23:30:00-03:00'],
    ['2026-04-05T03:30:00.000Z', SANTIAGO, '2026-04-04T23:30:00-04:00'],
  ])('%s in %s is written %s', (instant, zone, text) =>
    expect(isoInZone(Date.parse(instant), zone)).toBe(text),
  );

  it('instants at both ends of time are written as the last ones that can be', () => {
    expect(isoInZone(8.64e15, KIRITIMATI)).toBe('+275760-09-13T00:00:00+14:00');
    expect(isoInZone(-8.64e15, 'America/New_York')).toBe('-271821-04-20T00:00:00-05:00');
    expect(dayAt(8.64e15, KIRITIMATI)).toBe('9999-12-31');
    expect(dayAt(-8.64e15, 'UTC')).toBe('0000-01-01');
    expect(addDays('0000-01-01', -1)).toBe('0000-01-01');
  });
});

it('a day that a zone skipped begins where the next one does', () => {
  expect(new Date(startOfDay('2011-12-30', 'Pacific/Apia')).toISOString()).toBe('2011-12-30T10:00:00.000Z');
  expect(startOfDay('2011-12-31', 'Pacific/Apia')).toBe(startOfDay('2011-12-30', 'Pacific/Apia'));
});

it('days are added over the ends of months and years', () => {
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-29', 0)).toBe('2026-03-29');
});

it.each<[object, Partial<Record<'desde' | 'hasta', string[]>>]>([
  [{ desde: '2026-08-21' }, { desde: ['no puede ser anterior a 2026-08-22 (90 días)'] }],
  [{ desde: '2026-11-21' }, { desde: ['no puede ser posterior a hasta'] }],
  [{ hasta: '2026-11-21' }, { hasta: ['no puede ser posterior a hoy (2026-11-20)'] }],
  [{ hasta: '2026-08-21' }, { hasta: ['no puede ser anterior a 2026-08-22 (90 días)'] }],
  [{ desde: '2026-11-10', hasta: '2026-11-09' }, { desde: ['no puede ser posterior a hasta'] }],
  [{ desde: '2026-08-23', hasta: '2026-08-22' }, { desde: ['no puede ser posterior a hasta'] }],
  [{ desde: '2026-11-21', hasta: '2026-11-20' }, { desde: ['no puede ser posterior a hasta'] }],
  [
    { desde: '2026-11-22', hasta: '2026-11-21' },
    {
      desde: ['no puede ser posterior a hoy (2026-11-20)'],
      hasta: ['no puede ser posterior a hoy (2026-11-20)'],
    },
  ],
])('the window %j is refused with %j', (asked, errors) => {
  expect(inquiryWindow(asked, Date.parse('2026-11-20T12:00:00Z'), 'UTC')).toEqual({ errors });
});

it('the window has its days and instants', () => {
  const { window } = inquiryWindow({}, Date.parse('2026-11-20T12:00:00Z'), SANTIAGO) as { window: object };
  expect(window).toEqual({
    desde: '2026-08-22',
    hasta: '2026-11-20',
    from: Date.parse('2026-08-22T04:00:00Z'),
    to: Date.parse('2026-11-21T03:00:00Z') - 1,
  });
});
