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
    expect([pollDelay(false, undefined), pollDelay(true, undefined)]).toEqual([30_000, 60_000]);
  });

  it('is short after a failure, but not shorter than Retry-After', () => {
    expect([pollDelay(true, 0), pollDelay(false, 0, 60), pollDelay(false, 0, 5)]).toEqual([
      10_000, 60_000, 10_000,
    ]);
  });

  it('grows with the time since the last success, up to a minute', () => {
    expect([60, 90, 300, 3600].map((seconds) => pollDelay(true, seconds * 1000) / 1000)).toEqual([
      10, 15, 50, 60,
    ]);
  });
});
