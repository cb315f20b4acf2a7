import { expect, it } from 'vitest';
import { RateLimiter } from './rate-limiter.ts';

function create(limit: number, now: () => number): (key: string) => boolean {
  const limiter = new RateLimiter({ limit, now });
  return (key) => limiter.consume(key).isAllowed;
}

it('a rate limiter counts each key for itself, a minute at a time', () => {
  let now = 0;
  const may = create(2, () => now);
  expect([may('a'), may('a'), may('a'), may('b')]).toEqual([true, true, false, true]);
  now += 60_000;
  expect(may('a')).toBe(true);
});

it('a rate limiter refuses nobody for the many keys of others, and forgets the least recently used one', () => {
  const may = create(1, () => 0);
  for (const key of ['a', 'b']) may(key);
  for (let key = 0; key < 9_998; key += 1) may(String(key));
  expect(may('new')).toBe(true);
  expect([may('b'), may('a')]).toEqual([false, true]);
});

it('a window of a rate limiter lasts a minute from its first call, and says what is left of it', () => {
  let now = 0;
  const limiter = new RateLimiter({ limit: 2, now: () => now });
  expect(limiter.consume('a')).toEqual({ isAllowed: true, remaining: 1, secondsLeft: 60 });
  now = 30_001;
  expect(limiter.consume('a')).toEqual({ isAllowed: true, remaining: 0, secondsLeft: 30 });
  now = 59_999;
  expect(limiter.consume('a')).toEqual({ isAllowed: false, remaining: 0, secondsLeft: 1 });
  limiter.refund('a');
  limiter.refund('b');
  expect(limiter.consume('a')).toEqual({ isAllowed: true, remaining: 0, secondsLeft: 1 });
  now = 60_000;
  expect(limiter.consume('a')).toEqual({ isAllowed: true, remaining: 1, secondsLeft: 60 });
});

it('a rate limiter takes of a window what was reserved, and asks for more where there is more', () => {
  const limiter = new RateLimiter({ limit: 3, now: () => 0 });
  expect(limiter.consumeReserved('a')).toBeUndefined();
  limiter.open('a', { endsAt: 10_000, reserved: 2, available: 1 });
  expect(limiter.consumeReserved('a')).toEqual({ isAllowed: true, remaining: 1, secondsLeft: 10 });
  expect(limiter.consumeReserved('a')).toBeUndefined();
  limiter.open('a', { endsAt: 10_000, reserved: 3, available: 0 });
  expect(limiter.consumeReserved('a')).toEqual({ isAllowed: false, remaining: 0, secondsLeft: 10 });
});

it('a rate limiter forgets a window that ends later than any that began now, by more than a clock may differ', () => {
  const limiter = new RateLimiter({ limit: 1, now: () => 0 });
  limiter.open('a', { endsAt: 120_000, reserved: 1, available: 0 });
  expect(limiter.consume('a').isAllowed).toBe(false);
  limiter.open('a', { endsAt: 120_001, reserved: 1, available: 0 });
  expect(limiter.consume('a').isAllowed).toBe(true);
});
