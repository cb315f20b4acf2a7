import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_COMPARED_LENGTH, MIN_MATCH_SCORE, SURE_SCORE, createMatcher, getCertainty } from './matcher.ts';
import { normalizeWords } from './normalize.ts';

describe('always', () => {
  const named = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });

  it('answers the same for the same value, over the floor, with its reasons', () => {
    fc.assert(
      fc.property(fc.array(named, { maxLength: 8 }), fc.string({ unit: 'grapheme' }), (names, value) => {
        const candidates = names.map((name, id) => ({ id, codes: [], names: [name] }));
        const best = createMatcher(candidates).best(value);
        const again = createMatcher(candidates.toReversed()).best(value);
        expect(again).toEqual(best);
        expect(best?.score ?? MIN_MATCH_SCORE).toBeGreaterThanOrEqual(MIN_MATCH_SCORE);
        expect(best?.signals[0]?.weight).toBe(best?.score);
      }),
    );
  });

  it('lets the exact code win, then the exact name, and the lower id among equals', () => {
    fc.assert(
      fc.property(fc.uniqueArray(named, { minLength: 2, maxLength: 8 }), (names) => {
        const candidates = names.map((name, id) => ({ id, codes: [`c-${id}`], names: [name] }));
        const matcher = createMatcher(candidates);
        expect(matcher.best('c-1')?.candidate.id).toBe(1);
        // NFKD turns some letters, such as U+FE74, into a space and a mark, which leaves no text.
        for (const name of names.filter((name) => /^\p{L}+$/u.test(name) && normalizeWords(name) !== ''))
          expect(matcher.best(name)?.candidate.names).toEqual([name]);
      }),
    );
    const twice = createMatcher([5, 3, 4].map((id) => ({ id, codes: [], names: ['San Martín'] })));
    expect(twice.best('san martin')?.candidate.id).toBe(3);
    expect(twice.ranked('san martin').map(({ candidate }) => candidate.id)).toEqual([3, 4, 5]);
  });

  it.each(['a', 'san ', 'é', '\u0301', 'ﷺ', '. '])('finds nothing in 50 kB of %j', (part) => {
    const value = part.repeat(50_000 / part.length);
    const known = Array.from({ length: 1000 }, (_, id) => ({ id, codes: [], names: [`San ${id}`] }));
    const matcher = createMatcher(known);
    expect(matcher.best(value)).toBeUndefined();
  });
});

const one = (...names: string[]) => createMatcher([{ id: 1, codes: ['c-1', ''], names }]);

it.each([
  [[], 'none'],
  [[SURE_SCORE], 'sure'],
  [[SURE_SCORE - 0.001], 'doubtful'],
  [[1, 0.9851], 'doubtful'],
  [[1, 0.985], 'sure'],
  [[0.95, 0.95], 'doubtful'],
])('scores %j are %s', (scores, certainty) => expect(getCertainty(scores)).toBe(certainty));

it('a score just under the least one is no match', () => {
  // The long word sounds the same but for 3 of 16 letters, and 0.75 × 0.97 × 13/16 is less than 0.6.
  expect(one('bacdefgbijklmnop qwrtyu').best('vacxefgxijxlmnop')).toBeUndefined();
  // Two of 10 letters differ, and 0.75 × 8/10 is 0.6.
  expect(one('abcdefgmno qwrtyu').best('axcdefxmno')?.score).toBeCloseTo(0.6);
});

it('words of a name may be joined, but not all of three after another word', () => {
  expect(one('San Juan Sur').best('hola sanjuan sut')?.score).toBeCloseTo(0.72);
  expect(one('San Juan Sur').best('sanjuansut')?.score).toBeCloseTo(0.828);
  expect(one('San Juan Sur').best('hola sanjuansut')).toBeUndefined();
});

it.each(['500', '+500', '-500', '/500', 'x://500'])('the bare number or address %s is no name', (value) => {
  expect(one(value, '500').best(value)).toBeUndefined();
  expect(one('fiat 500').best('fiat 500')?.score).toBe(0.99);
});

it('a value that says nothing matches an entry that is named so, and no other', () => {
  expect(one('Otros').best('otros')?.score).toBe(0.97);
  expect(one('Otros colores').best('otros')).toBeUndefined();
});

it('an empty value is not the code of an entry, and codes have no case nor end', () => {
  expect(one('Fiat').best('  ')).toBeUndefined();
  for (const code of ['C-1', ' c-1/ '])
    expect(one('Fiat').best(code)?.signals).toEqual([{ signal: 'code', weight: 1 }]);
  expect(createMatcher([{ id: 1, codes: ['/'], names: [] }]).best('/')?.score).toBe(1);
});

it('a value longer than names can be matches nothing', () => {
  const name = 'a'.repeat(MAX_COMPARED_LENGTH);
  expect(one(name).best(` ${name} `)?.score).toBe(0.99);
  expect(one(`${name}a`).best(`${name}a`)).toBeUndefined();
});

it('a misspelled name is found among the first twelve words', () => {
  const words = 'ab cd ef gh ij kl mn op qr st uv wx'.split(' ');
  const behind = (count: number) => one('chevrolet').best([...words.slice(0, count), 'chebrolxt'].join(' '));
  expect(behind(11)?.score).toBeCloseTo(0.679);
  expect(behind(12)).toBeUndefined();
});

it.each([
  ['chery', 'chexy tiggo', 0.704],
  ['chery', 'chxxy tiggo', undefined],
  ['chevrolets', 'chevroxxts corsa', 0.704],
  ['chevrolets', 'chevxxxxts corsa', undefined],
])('one letter of five may be wrong: %s written %s', (name, value, score) => {
  expect(one(name).best(value)?.score.toFixed(3)).toBe(score?.toFixed(3));
});

it.each(['de', 'del', 'la', 'las', 'el', 'los', 'y'])('initials are those with and without %s', (word) => {
  const matcher = one(`Uno ${word} Dos Tres`);
  expect(matcher.best('udt')?.signals[0]?.signal).toBe('initials');
  expect(matcher.best(`u${word.charAt(0)}dt`)?.signals[0]?.signal).toBe('initials');
  expect(one(`Uno ${word} Dos`).best('ud')).toBeUndefined();
});
