import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { cloneDatabase, onBothEngines, onEachEngine } from '#testing/engines.ts';
import type { Engine } from './database.ts';
import { openDatabase } from './database.ts';
import {
  type CountedUse,
  type RateLimitTables,
  SharedRateLimiter,
  consumeShared,
  createRateLimitTable,
  isRateLimitOver,
  reserveTurn,
} from './shared-rate-limiter.ts';

const START = Date.parse('2026-11-20T12:00:00-03:00');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TWICE = { name: 'test', max: 2, windowMs: 10 * MINUTE };

async function open(engine: Engine) {
  const clone = await cloneDatabase(engine, 'gateway');
  const database = await openDatabase<RateLimitTables>(clone.target);
  const { db } = database;
  await db.schema.dropTable('rate_limit').execute();
  await createRateLimitTable(db as Kysely<unknown>);
  return {
    db,
    windows: () => db.selectFrom('rate_limit').selectAll().orderBy('key').execute(),
    async [Symbol.asyncDispose]() {
      await database.close();
      await clone[Symbol.asyncDispose]();
    },
  };
}

const countOf = (result: { retryAt: number } | CountedUse) => ('count' in result ? result.count : result);

onEachEngine((engine) => {
  describe('a shared limit', () => {
    it('allows its uses in a window from the first one on, by name and key, and none more', async () => {
      await using it = await open(engine);
      const use = async (at: number, key = 'a', limit = TWICE) =>
        countOf(await consumeShared(it.db, limit, key, START + at));
      expect(await use(0)).toBe(1);
      expect(await use(MINUTE)).toBe(2);
      expect(await use(MINUTE)).toEqual({ retryAt: START + 10 * MINUTE });
      expect(await use(MINUTE, 'b')).toBe(1);
      expect(await use(MINUTE, 'a', { ...TWICE, name: 'other' })).toBe(1);
      expect(await use(10 * MINUTE - 1)).toEqual({ retryAt: START + 10 * MINUTE });
      expect(await use(10 * MINUTE)).toBe(1);
    });

    it('ends a window that has room left, too', async () => {
      await using it = await open(engine);
      await consumeShared(it.db, TWICE, 'a', START);
      expect(countOf(await consumeShared(it.db, TWICE, 'a', START + 10 * MINUTE))).toBe(1);
    });

    it('has delays before its last uses, and refuses a use until they have passed', async () => {
      await using it = await open(engine);
      const limit = { ...TWICE, max: 3, delaysS: { 2: 5, 3: 60, 4: 999 } };
      const use = async (at: number) => countOf(await consumeShared(it.db, limit, 'a', START + at));
      expect(await use(0)).toBe(1);
      expect(await use(4999)).toEqual({ retryAt: START + 5000 });
      expect(await use(5000)).toBe(2);
      expect(await use(64_999)).toEqual({ retryAt: START + 65_000 });
      expect(await use(65_000)).toBe(3);
      expect(await use(65_000)).toEqual({ retryAt: START + 10 * MINUTE });
    });

    it('is reached at once by a limit of one, and by several uses at a time', async () => {
      await using it = await open(engine);
      const one = { ...TWICE, max: 1 };
      await consumeShared(it.db, one, 'a', START);
      expect(await consumeShared(it.db, one, 'a', START)).toEqual({ retryAt: START + 10 * MINUTE });
      expect(countOf(await consumeShared(it.db, TWICE, 'b', START, 2))).toBe(2);
      expect(await consumeShared(it.db, TWICE, 'b', START)).toEqual({ retryAt: START + 10 * MINUTE });
    });

    it('gives a use back, or all of them, to its key alone', async () => {
      await using it = await open(engine);
      const use = (key: string) => consumeShared(it.db, TWICE, key, START);
      for (const key of ['a', 'b']) await use(key);
      const second = (await use('a')) as CountedUse;
      await use('b');
      await second.refund();
      expect(await it.windows()).toMatchObject([
        { key: 'a', count: 1, retry_at: START },
        { key: 'b', count: 2, retry_at: START + 10 * MINUTE },
      ]);
      await ((await use('a')) as CountedUse).reset();
      expect(await it.windows()).toMatchObject([{ key: 'b', count: 2 }]);
    });

    it('stays reached when an earlier use is given back after a later one reached it', async () => {
      await using it = await open(engine);
      const first = (await consumeShared(it.db, TWICE, 'a', START)) as CountedUse;
      await consumeShared(it.db, TWICE, 'a', START);
      await first.refund();
      expect(await it.windows()).toMatchObject([{ count: 1, retry_at: START + 10 * MINUTE }]);
    });

    it('forgets windows that a clock ahead began, from a minute beyond its own length', async () => {
      await using it = await open(engine);
      const use = async (at: number) => countOf(await consumeShared(it.db, TWICE, 'a', START + at));
      await use(MINUTE);
      expect(await use(0)).toMatchObject({ retryAt: expect.any(Number) });
      expect(await use(-1)).toBe(1);
    });

    it('ends its window where it is told to', async () => {
      await using it = await open(engine);
      const use = (await consumeShared(it.db, TWICE, 'a', START)) as CountedUse;
      await consumeShared(it.db, TWICE, 'b', START);
      await use.endWindowAt(START + MINUTE);
      expect(await it.windows()).toMatchObject([
        { key: 'a', ends_at: START + MINUTE, retry_at: START + MINUTE },
        { key: 'b', ends_at: START + 10 * MINUTE },
      ]);
    });
  });

  it('turns follow each other at their interval, and do not save up idle time', async () => {
    await using it = await open(engine);
    const reserve = (at: number, name: 'sweeps' | 'jobs' = 'sweeps') =>
      reserveTurn(it.db, name, { intervalMs: 1000, now: START + at });
    expect(await reserve(0)).toBe(START);
    expect(await reserve(0)).toBe(START + 1000);
    expect(await reserve(500)).toBe(START + 2000);
    expect(await reserve(500, 'jobs')).toBe(START + 500);
    expect(await reserve(60_000)).toBe(START + 60_000);
  });

  it('turns that a clock ahead reserved are forgotten beyond an hour', async () => {
    await using it = await open(engine);
    const reserve = (at: number) => reserveTurn(it.db, 'sweeps', { intervalMs: 1000, now: START + at });
    await reserve(HOUR - 1000);
    expect(await reserve(0)).toBe(START + HOUR);
    expect(await reserve(0)).toBe(START);
  });

  it('windows are over that have ended, or that end later than any does', async () => {
    await using it = await open(engine);
    const ends = [0, 1, 24 * HOUR + MINUTE, 24 * HOUR + MINUTE + 1];
    for (const [key, at] of ends.entries())
      await it.db
        .insertInto('rate_limit')
        .values({ name: 'test', key: `${key}`, count: 1, ends_at: START + at, retry_at: START })
        .execute();
    await it.db
      .deleteFrom('rate_limit')
      .where((eb) => isRateLimitOver(eb, START))
      .execute();
    expect((await it.windows()).map(({ key }) => key)).toEqual(['1', '2']);
  });

  it('a limiter of calls allows as many a minute as its limit, with what is left, and gives back', async () => {
    await using it = await open(engine);
    const clock = { now: START };
    const limiter = new SharedRateLimiter(it.db, { limit: 90, now: () => clock.now });
    for (let left = 89; left >= 1; left--)
      expect(await limiter.consume('a')).toMatchObject({ isAllowed: true });
    expect(await limiter.consume('a')).toEqual({ isAllowed: true, remaining: 0, secondsLeft: 60 });
    expect(await limiter.consume('a')).toEqual({ isAllowed: false, remaining: 0, secondsLeft: 60 });
    limiter.refund('a');
    expect(await limiter.consume('a')).toMatchObject({ isAllowed: true });
    expect(await limiter.consume('b')).toMatchObject({ isAllowed: true });
    clock.now += 59_999;
    expect(await limiter.consume('a')).toEqual({ isAllowed: false, remaining: 0, secondsLeft: 1 });
    clock.now += 1;
    expect(await limiter.consume('a')).toMatchObject({ isAllowed: true });
  });
});

onBothEngines((engine) => {
  it.runIf(engine === 'postgres')('limiters of several instances allow no more together', async () => {
    await using it = await open(engine);
    const limiters = [0, 1, 2].map(() => new SharedRateLimiter(it.db, { limit: 90, now: () => START }));
    const results = await Promise.all(
      limiters.flatMap((limiter) => Array.from({ length: 50 }, () => limiter.consume('a'))),
    );
    expect(results.filter(({ isAllowed }) => isAllowed)).toHaveLength(90);
  });
});
