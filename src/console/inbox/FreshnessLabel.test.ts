import { describe, expect, it } from 'vitest';
import { computeFreshness, pollDelay } from './FreshnessLabel.tsx';

const NOW = 1_000_000;
const input = {
  isLive: false,
  confirmedAt: NOW - 20_000,
  failingMs: undefined,
  isOnline: true,
  isComplete: true,
  now: NOW,
};

describe('freshness of a list', () => {
  it.each([
    ['live', { isLive: true }],
    ['live', { isLive: true, confirmedAt: NOW - 135_000 }],
    ['stale', { isLive: true, confirmedAt: NOW - 135_001 }],
    ['polled', {}],
    ['polled', { confirmedAt: NOW - 75_000 }],
    ['stale', { confirmedAt: NOW - 75_001 }],
    ['late', { failingMs: 0 }],
    ['late', { failingMs: 24_999, isLive: true }],
    ['partial', { isComplete: false, isLive: true }],
    ['partial', { isComplete: false }],
    ['late', { isComplete: false, failingMs: 0 }],
    ['lost', { isComplete: false, failingMs: Infinity, isLive: true }],
    ['lost', { failingMs: 25_000 }],
    ['lost', { isOnline: false, isLive: true }],
  ] as const)('is %s: %o', (freshness, change) => {
    expect(computeFreshness({ ...input, ...change })).toBe(freshness);
  });
});

describe('poll delay', () => {
  it('is half a minute, and a minute while live', () => {
    expect([pollDelay(false, false), pollDelay(true, false)]).toEqual([30_000, 60_000]);
  });

  it('is short after a failure, but not shorter than Retry-After', () => {
    expect([pollDelay(true, true), pollDelay(false, true, 60), pollDelay(false, true, 5)]).toEqual([
      10_000, 60_000, 10_000,
    ]);
  });
});
