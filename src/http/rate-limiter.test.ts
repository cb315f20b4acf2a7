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
