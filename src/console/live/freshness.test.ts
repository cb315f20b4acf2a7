import { describe, expect, it } from 'vitest';
import { askIn, freshnessOf } from './freshness.ts';

const NOW = 1_000_000;
const standing = { live: false, at: NOW - 20_000, misses: 0, online: true, whole: true, now: NOW };

describe('how fresh a list is', () => {
  it.each([
    ['live', { live: true }],
    ['live', { live: true, at: NOW - 3_600_000 }],
    ['asked', {}],
    ['asked', { at: NOW - 75_000 }],
    ['late', { at: NOW - 75_001 }],
    ['late', { misses: 1 }],
    ['late', { misses: 1, live: true }],
    ['part', { whole: false, live: true }],
    ['part', { whole: false }],
    ['late', { whole: false, misses: 1 }],
    ['lost', { whole: false, misses: Infinity, live: true }],
    ['lost', { misses: 2 }],
    ['lost', { misses: Infinity, live: true }],
    ['lost', { online: false, live: true }],
  ] as const)('is %s: %o', (is, about) => {
    expect(freshnessOf({ ...standing, ...about })).toEqual({ is, at: { ...standing, ...about }.at });
  });
});

describe('when it is asked again', () => {
  it('is every half minute, and seldom where arrivals are told of', () => {
    expect([askIn(false, 0), askIn(true, 0)]).toEqual([30_000, 300_000]);
  });

  it('is later after each failure, also where arrivals are told of, and as late as the answer says', () => {
    expect([1, 2, 3, 4, 5, 50].map((misses) => askIn(true, misses))).toEqual([
      10_000, 20_000, 40_000, 80_000, 120_000, 120_000,
    ]);
    expect([askIn(false, 1, 60), askIn(false, 3, 5)]).toEqual([60_000, 40_000]);
  });
});
