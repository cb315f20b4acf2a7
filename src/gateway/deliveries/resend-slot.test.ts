import { expect, it } from 'vitest';
import { DAY_MS } from '#contract/durations.ts';
import { openDatabase } from '#database/database.ts';
import type { RateLimitTables } from '#database/shared-rate-limiter.ts';
import { createTestClock } from '#testing/clocks.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { acquireResendSlot } from './resend-slot.ts';

const NOON = Date.parse('2026-11-20T12:00:00-03:00');

onBothEngines((engine) => {
  it('a resend that a clock far ahead left pending does not lock its inquiry', async () => {
    await using clone = await cloneDatabase(engine, 'gateway');
    const database = await openDatabase<RateLimitTables>(clone.target);
    let now = NOON + 500 * DAY_MS;
    const acquire = () =>
      acquireResendSlot(
        database.db,
        'a',
        createTestClock(() => now),
      );
    await acquire();
    now = NOON;
    const release = await acquire();
    await expect(acquire()).rejects.toMatchObject({ problem: { Status: 429 } });
    await release(false);
    await (
      await acquire()
    )(false);
    await database.close();
  });
});
