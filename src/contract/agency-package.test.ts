import { expect, it } from 'vitest';
import { findPackageLevel, forecastPackage, runsOutSoon, sumProducts } from './agency-package.ts';
import { addDays } from './window.ts';

/** Readings of days from 1 November on; a missing number is a day without a reading. */
const read = (used: readonly (number | undefined)[], contracted = 100) =>
  used.flatMap((count, at) =>
    count === undefined ? [] : [{ day: addDays('2026-11-01', at), used: count, contracted }],
  );

it('products with both figures are added up, and a package without a contract has no usage', () => {
  expect(
    sumProducts([
      { Contratadas: 10, Utilizadas: 4 },
      { Contratadas: 10, Utilizadas: null },
      { Contratadas: 10, Utilizadas: 6 },
    ]),
  ).toEqual({ used: 10, contracted: 20 });
  for (const none of [[], null, undefined, [{ Contratadas: 0, Utilizadas: 0 }]])
    expect(sumProducts(none)).toBeUndefined();
});

it.each([
  [89, 'normal'],
  [90, 'low'],
  [100, 'exhausted'],
  [120, 'exhausted'],
])('a usage of %i of 100 is %s', (used, level) => {
  expect(findPackageLevel({ used, contracted: 100 })).toBe(level);
});

it('a package runs out when what is left is used up at the pace of its readings', () => {
  expect(forecastPackage(read([80, 82, 84, 86]))).toEqual({ runsOutOn: '2026-11-11', baseDays: 3 });
  expect(forecastPackage(read([80, undefined, undefined, 86]))).toEqual({
    runsOutOn: '2026-11-11',
    baseDays: 3,
  });
});

it('only the last fourteen days count', () => {
  const used = [0, 50, ...Array.from({ length: 14 }, (_, at) => 51 + at)];
  expect(forecastPackage(read(used))).toEqual({ runsOutOn: '2026-12-22', baseDays: 14 });
});

it('readings before the contracted number changed do not count', () => {
  const before = read([10, 20, 30, 40], 50);
  const after = read([undefined, undefined, undefined, undefined, 40, 42, 44, 46]);
  expect(forecastPackage([...before, ...after])).toEqual({ runsOutOn: '2026-12-05', baseDays: 3 });
});

it.each([
  ['no reading', read([])],
  ['too few days', read([10, 20, 30])],
  ['nothing used', read([10, 10, 10, 10])],
  ['less used', read([10, 9, 8, 7])],
  ['nothing left', read([70, 80, 90, 100])],
  ['a year ahead', read([10, 10, 10, 10.5])],
])('there is no forecast of %s', (_, readings) => {
  expect(forecastPackage(readings)).toBeNull();
});

it('a package runs out soon when little is left, or within fourteen days', () => {
  const soon = (used: number, runsOutOn: string | null) =>
    runsOutSoon({ used, contracted: 100, runsOutOn }, '2026-11-20');
  expect([soon(90, null), soon(10, '2026-12-04')]).toEqual([true, true]);
  expect([soon(89, null), soon(10, '2026-12-05')]).toEqual([false, false]);
});
