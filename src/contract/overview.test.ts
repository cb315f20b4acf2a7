import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STATUSES } from './follow-up/follow-up-state.ts';
import { addOpenMinutes, defaultHours } from './hours.ts';
import {
  type Histogram,
  SILENCE,
  computeFirstAnswer,
  countExpected,
  dueSpans,
  findAnswerBand,
  findPercentile,
  formatPriceBand,
  hourOfWeek,
  isSilent,
  listReachedSteps,
  parseHourOfWeek,
  parsePriceBand,
  periodBefore,
} from './overview.ts';
import { addDays, dayAt } from './window.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const hours = defaultHours(ZONE);
const HOUR = 3_600_000;
/** A Friday, open from 9 to 13 and from 16 to 20. */
const at = (clock: string, day = '2026-11-20') => Date.parse(`${day}T${clock}:00-03:00`);

it.each([
  [0, 'half-hour'],
  [30, 'half-hour'],
  [31, 'two-hours'],
  [120, 'two-hours'],
  [121, 'day'],
  [480, 'day'],
  [481, 'later'],
  [undefined, 'none'],
] as const)('an answer after %s open minutes is in the band %s', (minutes, band) => {
  expect(findAnswerBand(minutes)).toBe(band);
});

it.each([
  ['0', 0],
  ['167', 167],
  ['168', undefined],
  ['-1', undefined],
  ['1e2', undefined],
  ['', undefined],
])('%j is the hour of the week %s', (text, hour) => {
  expect(parseHourOfWeek(text)).toBe(hour);
});

it('the spans of due times follow each other, and change at 0 h also when clocks do', () => {
  // Clocks of Santiago go back by an hour at the end of 4 April 2026.
  const zone = 'America/Santiago';
  for (const now of [Date.parse('2026-04-05T12:00:00-04:00'), Date.parse('2026-04-11T12:00:00-04:00')]) {
    const spans = dueSpans({ now, zone });
    expect(spans['por-vencer']).toEqual([now, now + HOUR]);
    expect(spans['tarde-hoy'][1]).toBe(now);
    expect(spans['tarde-semana'][1]).toBe(spans['tarde-hoy'][0]);
    expect(spans['tarde-vieja'][1]).toBe(spans['tarde-semana'][0]);
    expect(dayAt(spans['tarde-hoy'][0] + 1, zone)).toBe(dayAt(now, zone));
    expect(dayAt(spans['tarde-hoy'][0], zone)).toBe(addDays(dayAt(now, zone), -1));
    expect(dayAt(spans['tarde-semana'][0] + 1, zone)).toBe(addDays(dayAt(now, zone), -7));
    expect(dayAt(spans['tarde-semana'][0], zone)).toBe(addDays(dayAt(now, zone), -8));
  }
});

describe('the first answer', () => {
  const inquiry = { at: at('12:50'), dueAt: at('16:20') };
  const call = (clock: string) => ({ at: at(clock), by: 'ana', how: 'call' as const });
  const reached = (clock: string) => ({ at: at(clock), by: 'beto' });

  it('is the earlier of touch and contact', () => {
    const answer = (firstTouch: string | null, firstContact: string | null) =>
      computeFirstAnswer(
        {
          ...inquiry,
          firstTouch: firstTouch === null ? null : call(firstTouch),
          firstContact: firstContact === null ? null : reached(firstContact),
        },
        hours,
      );
    expect(answer(null, null)).toBeUndefined();
    expect(answer('12:55', '16:01')).toEqual({
      by: 'ana',
      how: 'call',
      at: at('12:55'),
      minutes: 5,
      inTime: true,
    });
    expect(answer('12:55', '12:55')?.how).toBe('call');
    expect(answer('16:30', '16:21')).toEqual({
      by: 'beto',
      how: 'contact',
      at: at('16:21'),
      minutes: 31,
      inTime: false,
    });
  });

  it('counts open minutes only, a begun one counted', () => {
    const minutes = (clock: string, day?: string) =>
      computeFirstAnswer(
        { ...inquiry, firstTouch: { ...call('13:00'), at: at(clock, day) }, firstContact: null },
        hours,
      )?.minutes;
    expect(minutes('14:30')).toBe(10);
    expect(minutes('16:20')).toBe(30);
    expect(minutes('09:01', '2026-11-21')).toBe(10 + 240 + 1);
    // Saturday afternoon and Sunday are closed.
    expect(minutes('09:00', '2026-11-23')).toBe(10 + 240 + 240);
    expect(minutes('12:00')).toBe(0);
  });

  it('is in time exactly when it took no more minutes than the target', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 200_000 }), (late, took) => {
        const arrived = at('08:00', '2026-11-16') + late * 7_000;
        const answer = computeFirstAnswer(
          {
            at: arrived,
            dueAt: addOpenMinutes(arrived, hours.target, hours) ?? null,
            firstTouch: { at: arrived + took * 1_000, by: 'ana', how: 'mail' },
            firstContact: null,
          },
          hours,
        );
        const minutes = answer?.minutes ?? NaN;
        // An answer while closed may come late after no more open minutes than the target.
        expect(answer?.inTime ? minutes <= hours.target : minutes >= hours.target).toBe(true);
      }),
    );
  });

  it('an answer of an agency that is never open is in time', () =>
    expect(
      computeFirstAnswer(
        { at: 0, dueAt: null, firstTouch: { ...call('10:00'), at: 5 }, firstContact: null },
        { ...hours, week: [[], [], [], [], [], [], []] },
      ),
    ).toMatchObject({ minutes: 0, inTime: true }));
});

it('the period before has as many days', () => {
  expect(periodBefore({ desde: '2026-03-01', hasta: '2026-03-31' })).toEqual({
    desde: '2026-01-29',
    hasta: '2026-02-28',
  });
  expect(periodBefore({ desde: '2026-03-01', hasta: '2026-03-01' })).toEqual({
    desde: '2026-02-28',
    hasta: '2026-02-28',
  });
});

it('a funnel counts the steps before', () => {
  expect(STATUSES.map((status) => listReachedSteps(status, false))).toEqual([
    [],
    [],
    ['contacted'],
    ['contacted', 'appointment'],
    ['contacted', 'appointment', 'won'],
    ['lost'],
  ]);
  expect(listReachedSteps('lost', true)).toEqual(['contacted', 'lost']);
  expect(listReachedSteps('won', true)).toEqual(['contacted', 'appointment', 'won']);
});

describe('percentiles', () => {
  const histogram = (numbers: readonly number[]): Histogram =>
    new Map([...Map.groupBy(numbers, (number) => number)].map(([number, all]) => [number, all.length]));

  it('are by nearest rank', () => {
    expect(findPercentile(new Map(), 0.5)).toBeNull();
    expect(findPercentile(histogram([7]), 0.9)).toBe(7);
    expect(findPercentile(histogram([1, 2, 3, 4]), 0.5)).toBe(2);
    expect(findPercentile(histogram([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]), 0.9)).toBe(9);
  });

  it('are the number at that rank of the sorted numbers', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 50 }), { minLength: 1 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (numbers, share) => {
          const sorted = numbers.toSorted((a, b) => a - b);
          expect(findPercentile(histogram(numbers), share)).toBe(
            sorted[Math.ceil(share * sorted.length) - 1],
          );
        },
      ),
    );
  });
});

describe('price bands', () => {
  it.each([
    [12_500_000, 'ARS', 'ARS 10000000-20000000'],
    [20_000_000, 'ARS', 'ARS 20000000-50000000'],
    [9_999, 'usd', 'USD 5000-10000'],
    [1000, 'USD', 'USD 1000-2000'],
    [0, 'USD', null],
    [-1, 'USD', null],
    [null, 'USD', null],
    [1, null, null],
    [Infinity, 'USD', null],
    [Number.NaN, 'USD', null],
    [1, 'USD', 'USD 1-2'],
    [1.99, 'USD', 'USD 1-2'],
    [2, 'USD', 'USD 2-5'],
    [4.99, 'USD', 'USD 2-5'],
    [5, 'USD', 'USD 5-10'],
    [9.99, 'USD', 'USD 5-10'],
    [10, 'USD', 'USD 10-20'],
    [0.5, 'USD', 'USD 0.5-1'],
    // Their logarithms are rounded to whole numbers.
    [999.9999999999999, 'USD', 'USD 500-1000'],
    [1e15 - 0.125, 'USD', 'USD 500000000000000-1000000000000000'],
    [1e21, 'USD', 'USD 1e+21-2e+21'],
    [1e23, 'USD', 'USD 1e+23-2e+23'],
    [1, 'u$s', 'u$s 1-2'],
    [1, 'us', 'us 1-2'],
    [1, 'pesos', 'pesos 1-2'],
  ])('%s %s: %s', (price, currency, band) => expect(formatPriceBand(price, currency)).toBe(band));

  it('hold their price, and are read again', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e15, noNaN: true }), (price) => {
        const band = parsePriceBand(formatPriceBand(price, 'ARS') ?? '');
        expect(band?.currency).toBe('ARS');
        expect(price).toBeGreaterThanOrEqual(band?.from ?? Infinity);
        expect(price).toBeLessThan(band?.to ?? 0);
      }),
    );
    expect(parsePriceBand('a lot')).toBeUndefined();
  });
});

describe('silence', () => {
  // Four inquiries a week at noon from Monday to Thursday.
  const noons = new Map([0, 1, 2, 3].map((day) => [day * 24 + 12, SILENCE.weeks]));
  const expected = (from: number, to: number) => countExpected(noons, { from, to, zone: ZONE });

  it('counts what would usually have come', () => {
    expect(hourOfWeek(at('12:30', '2026-11-16'), ZONE)).toBe(12);
    expect(hourOfWeek(at('23:59', '2026-11-22'), ZONE)).toBe(167);
    expect(expected(at('13:00', '2026-11-19'), at('12:00', '2026-11-23'))).toBe(0);
    expect(expected(at('12:30', '2026-11-16'), at('12:30', '2026-11-17'))).toBeCloseTo(1);
    expect(expected(at('13:00', '2026-11-16'), at('13:00', '2026-11-19'))).toBeCloseTo(3);
    expect(expected(at('13:00', '2026-11-16'), at('13:00', '2026-12-15'))).toBeCloseTo(17);
    expect(expected(at('13:00'), at('12:00'))).toBe(0);
  });

  it('is the same hour by hour as at once', () => {
    const anyHour = fc.integer({ min: 0, max: 167 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyHour, fc.integer({ min: 1, max: 40 }))),
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 0, max: 1500 }),
        (counts, first, length) => {
          const perHour = new Map(counts);
          const from = at('00:00') + first * HOUR;
          const to = from + length * HOUR;
          let sum = 0;
          for (let hour = from; hour < to; hour += HOUR) sum += perHour.get(hourOfWeek(hour, ZONE)) ?? 0;
          expect(countExpected(perHour, { from, to, zone: ZONE })).toBeCloseTo(sum / SILENCE.weeks);
        },
      ),
    );
  });

  it('needs a habit', () => {
    expect(isSilent({ expected: 5, inquiries: 4 })).toBe(true);
    expect(isSilent({ expected: 4.9, inquiries: 400 })).toBe(false);
    expect(isSilent({ expected: 30, inquiries: 3 })).toBe(false);
  });
});

it.each([
  ['USD 0.5-1', { currency: 'USD', from: 0.5, to: 1 }],
  ['u$s de 1990 1-2', { currency: 'u$s de 1990', from: 1, to: 2 }],
  ['a\nb 1e+21-2e+21', { currency: 'a\nb', from: 1e21, to: 2e21 }],
  ['1-2', undefined],
  ['USD 1-', undefined],
  ['USD 1-2 x', undefined],
  ['', undefined],
])('%j is the band %j', (text, band) => expect(parsePriceBand(text)).toEqual(band));

it.each([
  [0, 'UTC', 3 * 24],
  [-1, 'UTC', 3 * 24 - 1],
  [-4 * 86_400_000, 'UTC', 6 * 24],
  [-4 * 86_400_000 + 86_400_000, 'UTC', 0],
  [Date.parse('2026-11-16T00:00:00Z') - 1, 'UTC', 167],
  [Date.parse('2026-11-16T00:00:00Z'), 'UTC', 0],
  // Clocks go back: the hour from 2 to 3 comes twice.
  [Date.parse('2026-10-25T00:30:00Z'), 'Europe/Madrid', 6 * 24 + 2],
  [Date.parse('2026-10-25T01:30:00Z'), 'Europe/Madrid', 6 * 24 + 2],
  [Date.parse('2026-10-25T02:00:00Z'), 'Europe/Madrid', 6 * 24 + 3],
])('%i in %s is in the hour %i of the week', (instant, zone, hour) =>
  expect(hourOfWeek(instant, zone)).toBe(hour),
);

it('what would have come is counted by parts of hours', () => {
  const perHour = new Map([
    [12, 8],
    [13, 16],
  ]);
  const count = (from: string, to: string, day = '2026-11-16') =>
    countExpected(perHour, { from: at(from, '2026-11-16'), to: at(to, day), zone: ZONE });
  expect(count('12:15', '12:45')).toBeCloseTo(0.5);
  expect(count('12:45', '13:15')).toBeCloseTo(0.25 + 0.5);
  expect(count('12:00', '14:00')).toBeCloseTo(3);
  expect(count('12:00', '11:59', '2026-11-23')).toBeCloseTo(3);
  expect(count('12:00', '12:00', '2026-11-23')).toBeCloseTo(3);
  expect(count('12:00', '13:00', '2026-11-23')).toBeCloseTo(4);
  expect(count('12:00', '12:00')).toBe(0);
});

it('the lowest percentile is the lowest number', () => {
  expect(
    findPercentile(
      new Map([
        [9, 1],
        [3, 2],
      ]),
      0,
    ),
  ).toBe(3);
  expect(
    findPercentile(
      new Map([
        [9, 1],
        [3, 2],
      ]),
      2 / 3,
    ),
  ).toBe(3);
  expect(
    findPercentile(
      new Map([
        [9, 1],
        [3, 2],
      ]),
      1,
    ),
  ).toBe(9);
});

it('a contact is a step of every status', () => {
  expect(STATUSES.map((status) => listReachedSteps(status, true))).toEqual([
    ['contacted'],
    ['contacted'],
    ['contacted'],
    ['contacted', 'appointment'],
    ['contacted', 'appointment', 'won'],
    ['contacted', 'lost'],
  ]);
});
