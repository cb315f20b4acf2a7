import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MIN_MATCH_SCORE, createMatcher } from './matcher.ts';
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
