import { expect, it } from 'vitest';
import { DAY_MS } from '#contract/durations.ts';
import { openDatabase } from '#database/database.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { type ResendPaceTables, ResendRateLimiter } from './resend-rate-limiter.ts';

const NOON = Date.parse('2026-11-20T12:00:00-03:00');

onBothEngines((engine) => {
  it('a resend that a clock far ahead left pending does not lock its inquiry', async () => {
    await using clone = await cloneDatabase(engine, 'gateway');
    const database = await openDatabase<ResendPaceTables>(clone.target);
    let now = NOON + 500 * DAY_MS;
    const limiter = new ResendRateLimiter(database.db, () => now);
    await limiter.acquire('a');
    now = NOON;
    const release = await limiter.acquire('a');
    await expect(limiter.acquire('a')).rejects.toMatchObject({ problem: { Status: 429 } });
    await release(false);
    await (
      await limiter.acquire('a')
    )(false);
    await database.close();
  });
});
