import { describe, expect, it, vi } from 'vitest';
import type { Gateway } from '#gateway/gateway.ts';
import { systemRandom } from '#system/random.ts';
import { NOON, openGatewayStore } from '#testing/gateway-store.ts';
import { createManualClock } from '#testing/manual-clock.ts';
import { createRecoveries, saveRecoveryRequest } from './recoveries.ts';

describe('a requested recovery', () => {
  async function open() {
    const store = await openGatewayStore('sqlite');
    const { db, database } = store;
    const clock = createManualClock(NOON);
    const integer = vi.fn((below: number) => below - 1);
    const random = { ...systemRandom, integer };
    const wake = vi.fn();
    const config = { publicUrl: 'https://c.example' } as Gateway['config'];
    const recoveries = createRecoveries({ db, config, clock, random, wake }, database);
    await saveRecoveryRequest(db, 'Ana@X.example', { now: NOON, random });
    return {
      ...store,
      clock,
      recoveries,
      wake,
      claim: async () => (await recoveries.claim(1))[0],
      read: async () => ({
        requests: await db.selectFrom('recovery_request').selectAll().execute(),
        mails: await db.selectFrom('mail').select('id').execute(),
      }),
      [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
    };
  }

  it('is mailed after a random delay of less than a quarter of a second', async () => {
    await using it = await open();
    await it.clock.advance(248);
    expect(await it.claim()).toBeUndefined();
    await it.clock.advance(1);
    const piece = await it.claim();
    await piece?.(new AbortController().signal);
    const { requests, mails } = await it.read();
    expect([requests.length, mails.length, it.wake.mock.calls]).toEqual([0, 1, [['mails']]]);
  });

  it('is claimed for a minute by one process, which does nothing when another has claimed it since', async () => {
    await using it = await open();
    await it.clock.advance(249);
    const piece = await it.claim();
    const claimed = { claimed_by: it.database.clientName, claimed_until: it.clock.now() + 60_000 };
    expect((await it.read()).requests).toMatchObject([claimed]);
    await it.db.updateTable('recovery_request').set({ claimed_by: 'another' }).execute();
    await piece?.(new AbortController().signal);
    const { requests, mails } = await it.read();
    expect([requests.length, mails.length, it.wake.mock.calls]).toEqual([1, 0, []]);
  });
});
