import { expect, it } from 'vitest';
import { openGatewayDatabase } from '#gateway/store.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { SharedRateLimiter } from '#database/shared-rate-limiter.ts';

async function open(engine: 'sqlite' | 'postgres', limit: number) {
  const clone = await cloneDatabase(engine, 'gateway');
  const database = await openGatewayDatabase(clone.target);
  const clock = { now: 1_000_000 };
  const create = () => new SharedRateLimiter(database.db, { limit, now: () => clock.now });
  return {
    clock,
    create,
    async [Symbol.asyncDispose]() {
      await database.close();
      await clone[Symbol.asyncDispose]();
    },
  };
}

const consume = async (limiter: SharedRateLimiter, key: string, times: number) => {
  const results = await Promise.all(Array.from({ length: times }, () => limiter.consume(key)));
  return results.filter(({ isAllowed }) => isAllowed).length;
};

onBothEngines((engine) => {
  it('a shared limit counts each key for itself, a minute at a time', async () => {
    await using it = await open(engine, 150);
    const limiter = it.create();
    expect(await consume(limiter, 'a', 200)).toBe(150);
    expect(await limiter.consume('a')).toEqual({ isAllowed: false, remaining: 0, secondsLeft: 60 });
    expect(await limiter.consume('b')).toMatchObject({ isAllowed: true, remaining: 149 });
    it.clock.now += 60_000;
    expect(await consume(limiter, 'a', 200)).toBe(150);
  });

  it('a shared limit begins a new minute after the clock was far ahead', async () => {
    await using it = await open(engine, 120);
    const limiter = it.create();
    const { now } = it.clock;
    it.clock.now = now + 500 * 86_400_000;
    expect(await consume(limiter, 'a', 200)).toBe(120);
    it.clock.now = now;
    expect(await consume(limiter, 'a', 200)).toBe(120);
  });

  it('a shared limit gives back what was refunded', async () => {
    await using it = await open(engine, 1);
    const limiter = it.create();
    expect(await consume(limiter, 'a', 2)).toBe(1);
    limiter.refund('a');
    expect(await limiter.consume('a')).toMatchObject({ isAllowed: true, remaining: 0 });
  });
});

onBothEngines((engine) => {
  it.runIf(engine === 'postgres')('a shared limit holds for all instances together', async () => {
    await using it = await open(engine, 120);
    const [one, other, third] = [it.create(), it.create(), it.create()];
    const together = await Promise.all([one, other, third].map((limiter) => consume(limiter, 'a', 100)));
    expect(together.reduce((sum, count) => sum + count)).toBe(120);
    it.clock.now += 60_000;
    // Each instance may have reserved a batch of two that it does not use.
    const inTurn = [await consume(one, 'a', 1), await consume(other, 'a', 1), await consume(third, 'a', 200)];
    expect(inTurn).toEqual([1, 1, 116]);
    expect(await one.consume('a')).toMatchObject({ isAllowed: true });
    expect(await one.consume('a')).toMatchObject({ isAllowed: false });
  });

  it.runIf(engine === 'sqlite')('a shared limit refuses nobody for the many keys of others', async () => {
    await using it = await open(engine, 1);
    const limiter = it.create();
    for (let key = 0; key < 10_000; key += 1) await limiter.consume(String(key));
    expect(await limiter.consume('new')).toMatchObject({ isAllowed: true });
    expect(await limiter.consume('9999')).toMatchObject({ isAllowed: false });
  });
});
