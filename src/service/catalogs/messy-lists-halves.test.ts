import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Candidate, type Matcher, getCertainty } from '#matching/matcher.ts';
import { createPlaceMatcher } from '#matching/place-matcher.ts';
import { CATALOG, bodyStyleMatcher, colorMatcher, findRegionName, makeMatcher } from './catalog.ts';

// The lists of `messy-lists/` have for each entry what people write for it, and last what is no entry. A hash splits them
// in two halves. Rules were made by the misses of the first half; the second one tells whether they are general.

type Rank = (value: string) => { name: string; score: number }[];

const rankBy =
  (matcher: Matcher<Candidate & { row: { name: string } }>): Rank =>
  (value) =>
    matcher.ranked(value).map(({ candidate, score }) => ({ name: candidate.row.name, score }));

const places = createPlaceMatcher(
  CATALOG.cities.map((row) => ({
    id: row.id,
    codes: [String(row.id)],
    names: [row.name],
    region: findRegionName(row),
  })),
);

const rankCities: Rank = (text) => {
  const [value = '', province] = text.split(' @ ');
  return places
    .rank(value, province)
    .matches.map(({ candidate, score }) => ({ name: `${candidate.names[0]} (${candidate.region})`, score }));
};

const isHeldOut = (list: string, value: string) =>
  createHash('sha256').update(`vitrina ${list} ${value}`).digest().readUInt8() % 2 === 1;

function readHalf(list: string, heldOut: boolean): { name: string; value: string }[] {
  const text = readFileSync(new URL(`messy-lists/${list}.txt`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [, name = '', values = ''] = /^(.*?): (.*)$/.exec(line) ?? [];
      return values.split('|').map((value) => ({ name, value }));
    })
    .filter(({ value }) => isHeldOut(list, value) === heldOut);
}

function measure(values: readonly { name: string; value: string }[], rank: Rank) {
  const ranked = values.map(({ name, value }) => {
    const matches = rank(value);
    const isRight = name !== '' && matches[0]?.name === name;
    return { name, isRight, isSure: getCertainty(matches.map(({ score }) => score)) === 'sure' };
  });
  const share = (part: typeof ranked, whole: typeof ranked) => part.length / whole.length;
  const named = ranked.filter(({ name }) => name !== '');
  const sure = ranked.filter(({ isSure }) => isSure);
  const isRight = ({ isRight: right }: (typeof ranked)[number]) => right;
  return {
    firstRight: share(named.filter(isRight), named),
    sureRight: share(sure.filter(isRight), sure),
    sure: share(sure, ranked),
  };
}

it.each([
  ['makes', rankBy(makeMatcher), 0.55],
  ['colors', rankBy(colorMatcher), 0.6],
  ['body-styles', rankBy(bodyStyleMatcher), 0.55],
  ['cities', rankCities, 0.65],
] as const)(
  '%s: the first is right for 97 % in each half, and what is sure for 99.5 %',
  (list, rank, sureShare) => {
    for (const heldOut of [false, true]) {
      const values = readHalf(list, heldOut);
      expect(values.length).toBeGreaterThan(150);
      const { firstRight, sureRight, sure } = measure(values, rank);
      expect(firstRight).toBeGreaterThanOrEqual(0.97);
      expect(sureRight).toBeGreaterThanOrEqual(0.995);
      expect(sure).toBeGreaterThanOrEqual(sureShare);
    }
  },
);

it.each([
  [colorMatcher, ['bco', 'ngo', 'plat', 'rojo ferrari', 'gris acero', 'Azul Francia', 'blanco tiza', 'grs']],
  [makeMatcher, ['MB', 'GW', 'rr', 'chvrlt', 'tyt']],
  [bodyStyleMatcher, ['sw', 'htchbck', 'cnvrtbl']],
])('an abbreviation alone and a base colour of some shade are never sure', (matcher, values) => {
  for (const value of values) {
    const scores = matcher.ranked(value).map(({ score }) => score);
    expect({ value, certainty: getCertainty(scores) }).toEqual({ value, certainty: 'doubtful' });
  }
});

it.each([
  [colorMatcher, 'blanco metalizado', 'Blanco'],
  [colorMatcher, 'gris (met.)', 'Gris'],
  [colorMatcher, 'mostaza ocre', 'Mostaza'],
  [colorMatcher, 'gris osc. metalizado', 'Gris oscuro'],
  [makeMatcher, 'VW', 'Volkswagen'],
  [makeMatcher, 'DS', 'DS'],
  [bodyStyleMatcher, 'SUV', 'SUV'],
])('a finish, a colour without shades and a code are sure: %#', (matcher, value, name) => {
  const ranked = matcher.ranked(value);
  expect(ranked[0]?.candidate.row.name).toBe(name);
  expect(getCertainty(ranked.map(({ score }) => score))).toBe('sure');
});
