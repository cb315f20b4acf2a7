import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeOrder } from './use-stable-order.ts';

describe('a stable order', () => {
  it.each([
    ['a row that moved stays', 'abc', 'cab', 'abc'],
    ['a row that is gone leaves the others', 'abc', 'cb', 'bc'],
    ['a new first row comes first', 'abc', 'nabc', 'nabc'],
    ['a new last row comes last', 'abc', 'abcn', 'abcn'],
    ['a new row stands before the one that follows it', 'abc', 'canb', 'anbc'],
    ['without an order it is that of the rows', '', 'ba', 'ba'],
    ['other rows have theirs', 'abc', 'ed', 'ed'],
  ])('%s', (_, stored, present, order) =>
    expect(mergeOrder(stored.split(''), present.split('')).join('')).toBe(order),
  );

  it('has each present row once, and earlier rows in their order', () => {
    const keys = fc.uniqueArray(fc.integer({ min: 0, max: 20 }).map(String));
    fc.assert(
      fc.property(keys, keys, (stored, present) => {
        const merged = mergeOrder(stored, present);
        expect(merged.toSorted()).toEqual(present.toSorted());
        const both = (list: readonly string[]) =>
          list.filter((key) => stored.includes(key) && present.includes(key));
        expect(both(merged)).toEqual(both(stored));
      }),
    );
  });
});
