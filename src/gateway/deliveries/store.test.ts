import { describe, expect, it } from 'vitest';
import { DELIVERIES_PAGE, type Delivery } from '#contract/desk/deliveries.ts';
import type { Engine } from '#database/database.ts';
import { createTestClock, stampAt } from '#testing/clocks.ts';
import { onEachEngine } from '#testing/engines.ts';
import { NOON, openGatewayStore } from '#testing/gateway-store.ts';
import { OWN, SID } from '#testing/gateway-world.ts';
import { RESEND_TIMEOUT_MS, fetchDeliveries } from './queries.ts';
import { acquireResendSlot, endResendSlots } from './resend-slot.ts';
import { type ReceivedMessage, createResend, saveReceived, updateResend } from './store.ts';

const TOPIC = 'consulta-recibida';
const RECEIVER = 'https://x.example/hooks/…';
const ZONE = 'America/Argentina/Buenos_Aires';

async function open(engine: Engine) {
  const it = await openGatewayStore(engine);
  const { db } = it;
  return {
    ...it,
    receive: (message: Partial<ReceivedMessage> = {}, at = NOON, settingsAt = 0) =>
      saveReceived(
        db,
        {
          topic: TOPIC,
          isTopicSigned: true,
          hookId: 'h1',
          agency: OWN,
          sid: SID,
          bodySigned: true,
          size: 2,
          headers: {},
          payload: '{}',
          ...message,
        },
        { ...stampAt(at), receiver: RECEIVER, settingsAt },
      ),
    resend: (at = NOON, { topic = TOPIC, sid = SID } = {}) =>
      createResend(db, it.ana.id, { topic, adminMail: OWN, sid }, stampAt(at)),
    reply: (id: string, callback: string | null, status = 202) =>
      updateResend(db, id, { status, callback, receiver: RECEIVER }),
    row: (id: string) => db.selectFrom('delivery').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    list: async (outcome?: Delivery['outcome'], now = NOON, before?: string) =>
      fetchDeliveries(
        db,
        { ...(outcome && { outcome }), ...(before !== undefined && { before }) },
        { receiver: RECEIVER, now, timeZone: ZONE },
      ),
    [Symbol.asyncDispose]: () => it[Symbol.asyncDispose](),
  };
}

onEachEngine((engine) => {
  describe('a message', () => {
    it('counts once by its id, and for each topic where the topic is signed', async () => {
      await using it = await open(engine);
      expect(await it.receive()).toEqual(expect.any(String));
      expect(await it.receive({ topic: TOPIC.toUpperCase() })).toBeUndefined();
      expect(await it.receive({ topic: 'otra', isTopicSigned: false })).toBeUndefined();
      expect(await it.receive({ topic: 'otra' })).toEqual(expect.any(String));
      expect(await it.receive({ topic: 'otra' })).toBeUndefined();
      expect(await it.receive({ hookId: 'h2' })).toEqual(expect.any(String));
      const rows = await it.db
        .selectFrom('delivery')
        .select(['topic', 'hook_id', 'received_count'])
        .orderBy('topic')
        .orderBy('hook_id')
        .execute();
      expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
        'consulta-recibida h1 2',
        'consulta-recibida h2 1',
        'otra h1 2',
      ]);
    });

    it('answers the newest resend of its inquiry and topic from before it, each once', async () => {
      await using it = await open(engine);
      const [older, newer] = [await it.resend(NOON - 2), await it.resend(NOON)];
      const later = await it.resend(NOON + 1);
      const others = [
        await it.resend(NOON, { topic: 'otra' }),
        await it.resend(NOON, { sid: SID.replace('X', 'Y') }),
      ];
      await it.receive({ sid: SID.toLowerCase() });
      await it.receive();
      const outcomes = async (ids: string[]) =>
        Promise.all(ids.map(async (id) => (await it.row(id)).outcome));
      expect(await outcomes([older, newer, later, ...others])).toEqual([
        'caused',
        'arrived',
        'caused',
        'caused',
        'caused',
      ]);
      await it.receive({ hookId: 'h2' });
      expect(await outcomes([older, newer, later])).toEqual(['arrived', 'arrived', 'caused']);
    });

    it.each([
      [null, 0, true],
      [RECEIVER, 0, true],
      ['https://other.example/…', 0, false],
      ['https://other.example/…', NOON, false],
      ['https://other.example/…', NOON + 1, true],
    ])('answers a resend to %s, of a topic configured at %i: %s', async (callback, settingsAt, arrives) => {
      await using it = await open(engine);
      const id = await it.resend(NOON + 1);
      await it.reply(id, callback);
      await it.receive({}, NOON + 2, settingsAt);
      expect((await it.row(id)).outcome).toBe(arrives ? 'arrived' : 'caused');
    });

    it('that was matched with a resend is not its answer where that one went elsewhere', async () => {
      await using it = await open(engine);
      const id = await it.resend();
      await it.receive();
      await it.reply(id, 'https://other.example/…');
      expect(await it.row(id)).toMatchObject({ outcome: 'caused', hook_id: null, status: 202 });
      const second = await it.resend();
      await it.receive({ hookId: 'h2' });
      await it.reply(second, RECEIVER);
      expect(await it.row(second)).toMatchObject({ outcome: 'arrived', hook_id: 'h2', status: 202 });
    });
  });

  it('a resend is on its way for a minute, unless it went elsewhere, and then was not seen', async () => {
    await using it = await open(engine);
    const here = await it.resend();
    const elsewhere = await it.resend();
    await it.reply(elsewhere, 'https://other.example/…');
    const ids = async (outcome: Delivery['outcome'], now: number) =>
      (await it.list(outcome, now)).deliveries.map(({ id }) => id);
    for (const [later, on, unseen] of [
      [RESEND_TIMEOUT_MS - 1, [here], []],
      [RESEND_TIMEOUT_MS, [], [here]],
    ] as const) {
      expect(await ids('caused', NOON + later)).toEqual(on);
      expect(await ids('unseen', NOON + later)).toEqual(unseen);
      expect(await ids('elsewhere', NOON + later)).toEqual([elsewhere]);
      const shown = (await it.list(undefined, NOON + later)).deliveries.find(({ id }) => id === here);
      expect(shown?.outcome).toBe(on.length > 0 ? 'caused' : 'unseen');
    }
  });

  it('a page of deliveries is full before there are more, and the next one goes on after it', async () => {
    await using it = await open(engine);
    const receive = (hook: number) => it.receive({ hookId: `h${hook}`, sid: null }, NOON + hook);
    for (let hook = 0; hook < DELIVERIES_PAGE; hook++) await receive(hook);
    expect(await it.list()).toMatchObject({ more: false });
    expect((await it.list()).deliveries).toHaveLength(DELIVERIES_PAGE);
    await receive(DELIVERIES_PAGE);
    const first = await it.list();
    expect(first).toMatchObject({ more: true });
    expect(first.deliveries).toHaveLength(DELIVERIES_PAGE);
    const next = await it.list(undefined, NOON, first.deliveries.at(-1)?.id);
    expect(next).toMatchObject({ more: false, deliveries: [{ at: NOON }] });
  });

  it('one resend of an inquiry at a time has its turn, up to half a minute, and those of earlier processes end', async () => {
    await using it = await open(engine);
    let now = NOON;
    const clock = createTestClock(() => now);
    const acquire = (inquiry = 'a') => acquireResendSlot(it.db, inquiry, clock);
    await acquire();
    await (
      await acquire('b')
    )(false);
    now = NOON + 28_999;
    const refused = { problem: { Type: '/problems/too-many-requests' }, headers: { 'retry-after': '1' } };
    await expect(acquire()).rejects.toMatchObject(refused);
    now = NOON + 30_000;
    await acquire();
    await expect(acquire()).rejects.toMatchObject(refused);
    await endResendSlots(it.db);
    await (
      await acquire()
    )(false);
    await (
      await acquire()
    )(false);
  });
});
