import { expect, it } from 'vitest';
import type { CanaryOutcome } from '#contract/desk/canary.ts';
import { DAY_MS } from '#contract/durations.ts';
import { stampAt } from '#testing/clocks.ts';
import { TOPIC, openDeliveryWorld } from '#testing/delivery-world.ts';
import { onEachEngine } from '#testing/engines.ts';
import { FOREIGN, OWN, SID } from '#testing/gateway-world.ts';
import { claimCanaryMessage, findCanaryMessages, insertRun } from './store.ts';

onEachEngine((engine) => {
  async function open() {
    const it = await openDeliveryWorld(engine);
    const { now } = it.world.clock;
    return Object.assign(it, {
      now,
      run: (at: number, outcome: CanaryOutcome = 'pending') =>
        insertRun(it.db, { agency_key: OWN, sid: SID, outcome }, stampAt(at)),
      claim: (hookId: string, more: { topic?: string; agency?: string; sid?: string } = {}, at = now) =>
        it.db
          .transaction()
          .execute((transaction) => claimCanaryMessage(transaction, it.message(hookId, more), at)),
      outcomes: async () => {
        const rows = await it.db.selectFrom('canary_run').selectAll().orderBy('id').execute();
        return rows.map(({ outcome, hook_id, took_ms }) => [outcome, hook_id, took_ms]);
      },
    });
  }

  it('a message is claimed by the newest run of its inquiry, and its repeats too', async () => {
    await using it = await open();
    expect(await it.claim('before')).toBe(false);
    await it.run(it.now - 5000);
    await it.run(it.now - 1200);
    expect(await it.claim('first', { sid: SID.toLowerCase(), agency: OWN.toUpperCase() })).toBe(true);
    expect(await it.outcomes()).toEqual([
      ['pending', null, null],
      ['arrived', 'first', 1200],
    ]);
    expect(await it.claim('first')).toBe(true);
    expect(await it.claim('second')).toBe(true);
    expect(await it.claim('third')).toBe(false);
    expect(await findCanaryMessages(it.db, ['first', 'third'])).toEqual(new Set(['first']));
    expect(await findCanaryMessages(it.db, [])).toEqual(new Set());
  });

  it('a message of another topic, agency or inquiry is not claimed', async () => {
    await using it = await open();
    await it.run(it.now - 1);
    for (const other of [
      { topic: 'agencia-registrada' },
      { agency: FOREIGN },
      { sid: `${SID.slice(0, -1)}Y` },
    ])
      expect(await it.claim('other', other)).toBe(false);
    expect(await it.claim('other', { topic: TOPIC.toUpperCase() })).toBe(true);
  });

  it('a message that was stored before, or that a person asked for, is not claimed', async () => {
    await using it = await open();
    await it.keep(it.now - 2000, it.message('original'));
    await it.run(it.now - 1000);
    expect(await it.claim('original')).toBe(false);
    await it.resend(it.now - 500, null);
    expect(await it.claim('resent')).toBe(false);
    expect(await it.claim('resent', {}, it.now + 59_500)).toBe(true);
  });

  it.each<[CanaryOutcome, boolean]>([
    ['missing', true],
    ['unreachable', true],
    ['unknown', true],
    ['refused', false],
    ['off', false],
    ['elsewhere', false],
  ])(
    'a message after a run that ended as %s is claimed: %s, and the outcome stays',
    async (outcome, isClaimed) => {
      await using it = await open();
      await it.run(it.now - 200_000, outcome);
      expect(await it.claim('late')).toBe(isClaimed);
      expect((await it.outcomes())[0]?.[0]).toBe(outcome);
    },
  );

  it.each([
    [4 * DAY_MS - 1, true],
    [4 * DAY_MS, false],
  ])('a message %i ms after its run is claimed: %s', async (age, isClaimed) => {
    await using it = await open();
    await it.run(it.now - age, 'missing');
    expect(await it.claim('late')).toBe(isClaimed);
  });
});
