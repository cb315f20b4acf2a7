import { expect, it } from 'vitest';
import type { Engine } from '#database/database.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import {
  ADDRESS_LIMIT,
  LINK_LIMIT,
  PAIR_LIMIT,
  SESSION_CODE_LIMIT,
  assertAttemptAllowed,
  consumeAttempt,
  consumeAttempts,
  limitsByAddress,
  refundOnError,
} from './attempts.ts';

async function open(engine: Engine) {
  const clone = await cloneDatabase(engine, 'gateway');
  const database = await openGatewayDatabase(clone.target);
  return {
    db: database.db,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await clone[Symbol.asyncDispose]();
    },
  };
}

onBothEngines((engine) => {
  it('the time until the next attempt is said in seconds that have begun, one at least', async () => {
    await using database = await open(engine);
    const limit = { name: 'x', max: 1, windowMs: 60_000 };
    const consume = (now: number) => consumeAttempt(database.db, limit, 'a', now);
    await consume(1_000_000);
    expect(await consume(1_000_000)).toEqual({ retryAfterS: 60 });
    expect(await consume(1_058_999)).toEqual({ retryAfterS: 2 });
    expect(await consume(1_059_000)).toEqual({ retryAfterS: 1 });
    expect(await consume(1_059_999)).toEqual({ retryAfterS: 1 });
  });

  it('sign-in takes three tries, then goes slower, then locks until the window of the first ends', async () => {
    await using database = await open(engine);
    const { db } = database;
    const waits: number[] = [];
    let now = 1_000_000_000;
    const start = now;
    for (;;) {
      const taken = await consumeAttempt(db, PAIR_LIMIT, 'a', now);
      if (!('retryAfterS' in taken)) continue;
      waits.push(taken.retryAfterS);
      if (taken.retryAfterS > 60) break;
      // An attempt before the delay has passed neither counts nor extends it.
      expect(await consumeAttempt(db, PAIR_LIMIT, 'a', now)).toEqual(taken);
      now += taken.retryAfterS * 1000;
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 60, 900 - (now - start) / 1000]);
    now = start + PAIR_LIMIT.windowMs;
    expect(await consumeAttempt(db, PAIR_LIMIT, 'a', now)).not.toHaveProperty('retryAfterS');
    expect(await consumeAttempt(db, PAIR_LIMIT, 'b', now)).not.toHaveProperty('retryAfterS');
  });

  it('a limit of attempts takes no more of many at once than of one after the other', async () => {
    await using database = await open(engine);
    const { db } = database;
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => consumeAttempt(db, SESSION_CODE_LIMIT, 'a', 1_000_000)),
    );
    expect(tries.filter((taken) => 'retryAfterS' in taken)).toHaveLength(7);
  });

  it('a limit of attempts does not count what could not be judged', async () => {
    await using database = await open(engine);
    const { db } = database;
    for (let tries = 0; tries < 20; tries += 1) {
      const taken = assertAttemptAllowed(await consumeAttempt(db, SESSION_CODE_LIMIT, 'a', 1_000_000));
      await expect(refundOnError([taken], () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
    }
  });

  it('a limit of attempts counts failures only', async () => {
    await using database = await open(engine);
    const { db } = database;
    for (let tries = 0; tries < 300; tries += 1) {
      const taken = await consumeAttempt(db, ADDRESS_LIMIT, 'a', 1_000_000);
      if ('retryAfterS' in taken) throw new Error('It was not taken');
      await taken.refund();
    }
    for (let tries = 0; tries < 100; tries += 1)
      expect(await consumeAttempt(db, ADDRESS_LIMIT, 'a', 1_000_000)).not.toHaveProperty('retryAfterS');
    expect(await consumeAttempt(db, ADDRESS_LIMIT, 'a', 1_000_000)).toEqual({ retryAfterS: 900 });
  });

  it('a refund leaves the lock of a later attempt', async () => {
    await using database = await open(engine);
    const { db } = database;
    const now = 1_000_000;
    const early = assertAttemptAllowed(await consumeAttempt(db, ADDRESS_LIMIT, 'a', now));
    for (let tries = 1; tries < 100; tries += 1) await consumeAttempt(db, ADDRESS_LIMIT, 'a', now + 1);
    await early.refund();
    expect(await consumeAttempt(db, ADDRESS_LIMIT, 'a', now + 2)).toHaveProperty('retryAfterS');
  });

  it('a clock that was far ahead locks nobody out', async () => {
    await using database = await open(engine);
    const { db } = database;
    const now = 1_000_000_000;
    const ahead = now + 500 * 86_400_000;
    for (let tries = 0; tries < 5; tries += 1)
      assertAttemptAllowed(await consumeAttempt(db, SESSION_CODE_LIMIT, 'a', ahead));
    expect(await consumeAttempt(db, SESSION_CODE_LIMIT, 'a', ahead)).toHaveProperty('retryAfterS');
    for (let tries = 0; tries < 5; tries += 1)
      assertAttemptAllowed(await consumeAttempt(db, SESSION_CODE_LIMIT, 'a', now));
    expect(await consumeAttempt(db, SESSION_CODE_LIMIT, 'a', now)).toEqual({ retryAfterS: 900 });
  });

  it('the addresses of an IPv6 network share a larger limit, and those of others are not affected', async () => {
    await using database = await open(engine);
    const { db } = database;
    const consume = (address: string) => consumeAttempts(db, limitsByAddress(LINK_LIMIT, address), 1_000_000);
    for (let subnet = 0; subnet < 150; subnet += 1) await consume(`2001:db8:1:${subnet.toString(16)}::1`);
    await expect(consume('2001:db8:1:ffff::1')).rejects.toMatchObject({ problem: { Status: 429 } });
    await expect(consume('2001:db8:2::1')).resolves.toBeDefined();
    await expect(consume('192.0.2.1')).resolves.toBeDefined();
  });
});
