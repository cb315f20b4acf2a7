import { expect, it } from 'vitest';
import type { Engine } from '#database/database.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { ADDRESS, CODES, PAIR, attempt, judged, mustTake, pruneAttempts } from './attempts.ts';

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
  it('takes three, then goes slower, then locks until the window of the first ends', async () => {
    await using database = await open(engine);
    const { db } = database;
    const waits: number[] = [];
    let now = 1_000_000_000;
    const start = now;
    for (;;) {
      const taken = await attempt(db, PAIR, 'a', now);
      if (!('wait' in taken)) continue;
      waits.push(taken.wait);
      if (taken.wait > 60) break;
      // Trying too early neither counts nor makes the wait longer.
      expect(await attempt(db, PAIR, 'a', now)).toEqual(taken);
      now += taken.wait * 1000;
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 60, 900 - (now - start) / 1000]);
    now = start + PAIR.windowMs;
    expect(await attempt(db, PAIR, 'a', now)).not.toHaveProperty('wait');
    expect(await attempt(db, PAIR, 'b', now)).not.toHaveProperty('wait');
  });

  it('takes no more of many at once than of one after the other', async () => {
    await using database = await open(engine);
    const { db } = database;
    const tries = await Promise.all(Array.from({ length: 12 }, () => attempt(db, CODES, 'a', 1_000_000)));
    expect(tries.filter((taken) => 'wait' in taken)).toHaveLength(7);
  });

  it('does not count what could not be judged', async () => {
    await using database = await open(engine);
    const { db } = database;
    for (let tries = 0; tries < 20; tries += 1) {
      const taken = mustTake(await attempt(db, CODES, 'a', 1_000_000));
      await expect(judged([taken], () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
    }
  });

  it('keeps nothing that limits nobody any more', async () => {
    await using database = await open(engine);
    const { db } = database;
    const day = 24 * 3_600_000;
    await attempt(db, PAIR, 'a', 0);
    await attempt(db, PAIR, 'b', 1);
    await pruneAttempts(db, day);
    expect(await db.selectFrom('attempt').select('since').execute()).toEqual([{ since: 1 }]);
  });

  it('counts failures only', async () => {
    await using database = await open(engine);
    const { db } = database;
    for (let tries = 0; tries < 300; tries += 1) {
      const taken = await attempt(db, ADDRESS, 'a', 1_000_000);
      if ('wait' in taken) throw new Error('It was not taken');
      await taken.forgive();
    }
    for (let tries = 0; tries < 100; tries += 1)
      expect(await attempt(db, ADDRESS, 'a', 1_000_000)).not.toHaveProperty('wait');
    expect(await attempt(db, ADDRESS, 'a', 1_000_000)).toEqual({ wait: 900 });
  });
});
