import { describe, expect, it } from 'vitest';
import { pollDelay, computeFreshness } from './freshness.ts';

const NOW = 1_000_000;
const standing = {
  live: false,
  at: NOW - 20_000,
  failingMs: undefined,
  online: true,
  whole: true,
  now: NOW,
};

describe('how fresh a list is', () => {
  it.each([
    ['live', { live: true }],
    ['live', { live: true, at: NOW - 135_000 }],
    ['late', { live: true, at: NOW - 135_001 }],
    ['asked', {}],
    ['asked', { at: NOW - 75_000 }],
    ['late', { at: NOW - 75_001 }],
    ['late', { failingMs: 0 }],
    ['late', { failingMs: 24_999, live: true }],
    ['part', { whole: false, live: true }],
    ['part', { whole: false }],
    ['late', { whole: false, failingMs: 0 }],
    ['lost', { whole: false, failingMs: Infinity, live: true }],
    ['lost', { failingMs: 25_000 }],
    ['lost', { online: false, live: true }],
  ] as const)('is %s: %o', (is, about) => {
    expect(computeFreshness({ ...standing, ...about })).toEqual({ is, at: { ...standing, ...about }.at });
  });
});

describe('when it is asked again', () => {
  it('is every half minute, and every minute where arrivals are told of', () => {
    expect([pollDelay(false, false), pollDelay(true, false)]).toEqual([30_000, 60_000]);
  });

  it('is soon after a failure, and as late as the answer says', () => {
    expect([pollDelay(true, true), pollDelay(false, true, 60), pollDelay(false, true, 5)]).toEqual([
      10_000, 60_000, 10_000,
    ]);
  });
});
