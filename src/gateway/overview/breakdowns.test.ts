import { expect, it } from 'vitest';
import { chooseSpellings, mergeSpellings } from './breakdowns.ts';

it.each([
  [[], []],
  [[['Ford', 1]], [['Ford', 1]]],
  [
    [
      ['FORD', 1],
      ['Ford', 2],
      ['ford', 1],
    ],
    [['Ford', 4]],
  ],
  [
    [
      ['Ford', 2],
      ['FORD', 2],
      ['ford', 2],
    ],
    [['FORD', 6]],
  ],
  [
    [
      ['FORD', 2],
      ['Ford', 2],
      ['Córdoba', 1],
      ['cordoba', 1],
    ],
    [
      ['FORD', 4],
      ['Córdoba', 2],
    ],
  ],
] as [[string, number][], [string, number][]][])('%j is %j', (counts, expected) => {
  const given = new Map(counts);
  expect([...mergeSpellings(given, chooseSpellings(given))]).toEqual(expected);
});

it('values without a chosen spelling stay as they are', () => {
  expect([...mergeSpellings(new Map([['Ford', 1]]), new Map())]).toEqual([['Ford', 1]]);
});
