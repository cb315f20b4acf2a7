import { expect, it } from 'vitest';
import { openGatewayDatabase } from '#gateway/store.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { reserveTurn } from '#database/shared-rate-limiter.ts';

const NOW = 1_000_000_000_000;

onBothEngines((engine) => {
  it('calls are made one after the other, and at once after the clock was far ahead', async () => {
    await using clone = await cloneDatabase(engine, 'gateway');
    const { db, close } = await openGatewayDatabase(clone.target);
    const reserve = (now: number) => reserveTurn(db, 'jobs', { intervalMs: 1000, now });
    expect([await reserve(NOW), await reserve(NOW)]).toEqual([NOW, NOW + 1000]);
    const ahead = NOW + 500 * 86_400_000;
    expect(await reserve(ahead)).toBe(ahead);
    expect(await reserve(NOW)).toBe(NOW);
    await close();
  });
});
