import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { REGISTRATION_TOPIC } from '#contract/topics.ts';
import { createGatewayRetention } from '#gateway/retention.ts';
import { verifyNotification } from '#signing/webhook.ts';
import { systemClock } from '#system/clock.ts';
import { SID } from '#testing/gateway-world.ts';
import { onEachEngine } from '#testing/engines.ts';
import { TARGET_SECRET, TARGET_URL, inquiryMessage, openRelayWorld } from '#testing/relay-world.ts';
import { applyRetention } from '#work/retention.ts';
import { WEBHOOK_RETRY_DELAYS_MS } from '#work/webhook-retries.ts';
import { findNextRelayAt } from './queue.ts';

const OTHER_SID = '01JCYYYYYYYYYYYYYYYYYYYYYY';

onEachEngine((engine) => {
  it('a received message is relayed as it came, under the same id and signed with the secret of the target', async () => {
    await using it = await openRelayWorld(engine);
    await it.addTarget();
    const id = randomUUID();
    const body = `${inquiryMessage(SID, '¿Sigue? ñ 🚗')} \n`;
    expect((await it.receive(body, { id })).statusCode).toBe(204);
    await it.drain();
    expect(it.requests).toMatchObject([{ url: TARGET_URL, body }]);
    const { headers = {} } = it.requests[0] ?? {};
    expect(headers['notification-topic']).toBe('consulta-recibida');
    const options = { now: it.world.clock.now, toleranceMs: 0, join: '\n' };
    expect(verifyNotification({ headers, body }, TARGET_SECRET, options)).toEqual({ id, bodySigned: true });
    expect(await it.waiting()).toEqual([]);
  });

  it('a message goes to each active target of its topic, and a repeat to none', async () => {
    await using it = await openRelayWorld(engine);
    await it.addTarget({ url: 'https://a.example/' });
    await it.addTarget({ url: 'https://b.example/' });
    await it.addTarget({ url: 'https://off.example/', active: false });
    await it.addTarget({ url: 'https://other.example/', topics: [REGISTRATION_TOPIC] });
    const id = randomUUID();
    await it.receive(inquiryMessage(SID), { id });
    await it.receive(inquiryMessage(SID), { id });
    await it.drain();
    expect(it.requests.map(({ url }) => url).toSorted()).toEqual([
      'https://a.example/',
      'https://b.example/',
    ]);
  });

  it('messages of an inquiry wait for the one before them, and those of others do not', async () => {
    await using it = await openRelayWorld(engine);
    await it.addTarget();
    it.reply.mockImplementation(({ body }) => ({ status: body.includes('first') ? 500 : 204 }));
    for (const text of ['first', 'second']) await it.receive(inquiryMessage(SID, text));
    await it.receive(inquiryMessage(OTHER_SID, 'other'));
    await it.drain();
    expect(new Set(it.texts())).toEqual(new Set(['first', 'other']));
    it.reply.mockReturnValue({ status: 204 });
    it.requests.length = 0;
    it.pass(6000);
    await it.drain();
    expect(it.texts()).toEqual(['first', 'second']);
  });

  it('a message behind another of its inquiry is not due until that one is gone, however it went', async () => {
    await using it = await openRelayWorld(engine);
    await it.addTarget();
    const listDue = async () => (await it.waiting()).map(({ due_at }) => due_at !== null);
    for (const text of ['1', '2', '3']) await it.receive(inquiryMessage(SID, text));
    await it.receive(inquiryMessage(OTHER_SID, 'other'));
    expect(await listDue()).toEqual([true, false, false, true]);
    const [first] = await it.waiting();
    await it.db
      .deleteFrom('relay')
      .where('number', '=', first?.number ?? 0)
      .execute();
    expect(await listDue()).toEqual([true, false, true]);
    await it.drain();
    expect(it.texts().toSorted()).toEqual(['2', '3', 'other']);
  });

  it('the next look is at the next message of an active target', async () => {
    await using it = await openRelayWorld(engine);
    expect(await findNextRelayAt(it.db)).toBeUndefined();
    const { id } = await it.addTarget();
    it.reply.mockReturnValue({ status: 500 });
    for (const text of ['1', '2']) await it.receive(inquiryMessage(SID, text));
    expect(await findNextRelayAt(it.db)).toBe(it.world.clock.now);
    await it.drain();
    expect(await findNextRelayAt(it.db)).toBe(it.world.clock.now + 5000);
    await it.call('PUT', `/desk/relay/${id}/active`, { active: false });
    expect(await findNextRelayAt(it.db)).toBeUndefined();
  });

  it('a message is tried on the whole schedule, then given up, and the next one of its inquiry follows', async () => {
    await using it = await openRelayWorld(engine);
    await it.addTarget();
    it.reply.mockReturnValue({ status: 500 });
    await it.receive(inquiryMessage(SID, '1'));
    for (const delay of WEBHOOK_RETRY_DELAYS_MS) {
      await it.drain();
      it.pass(delay - 1);
      await it.drain();
      it.pass(1);
    }
    await it.receive(inquiryMessage(SID, '2'));
    it.reply.mockReturnValueOnce({ status: 500 });
    await it.drain();
    expect(it.texts()).toEqual([...WEBHOOK_RETRY_DELAYS_MS.map(() => '1'), '1', '2']);
    const attempts = await it.db.selectFrom('relay_attempt').select('outcome').orderBy('at').execute();
    expect(attempts.slice(0, WEBHOOK_RETRY_DELAYS_MS.length + 1).map(({ outcome }) => outcome)).toEqual([
      ...WEBHOOK_RETRY_DELAYS_MS.map(() => 'retried'),
      'given-up',
    ]);
  });

  it('Retry-After is honoured', async () => {
    await using it = await openRelayWorld(engine);
    await it.addTarget();
    it.reply.mockReturnValueOnce({ status: 429, retryAfter: '60' });
    await it.receive(inquiryMessage(SID));
    await it.drain();
    it.pass(59_999);
    await it.drain();
    expect(it.requests).toHaveLength(1);
    it.pass(1);
    await it.drain();
    expect(it.requests).toHaveLength(2);
  });

  it('once a target answers again, what waits for it is sent', async () => {
    await using it = await openRelayWorld(engine);
    await it.addTarget();
    it.reply.mockReturnValue({ status: 503 });
    await it.receive(inquiryMessage(SID, 'old'));
    await it.drain();
    it.pass(6000);
    await it.drain();
    it.reply.mockReturnValue({ status: 200 });
    await it.receive(inquiryMessage(OTHER_SID, 'new'));
    await it.drain();
    expect(it.texts()).toEqual(['old', 'old', 'new', 'old']);
  });

  it('a target that is switched off keeps what waits, and gets it when it is switched on', async () => {
    await using it = await openRelayWorld(engine);
    const { id } = await it.addTarget();
    it.reply.mockReturnValueOnce({ status: 500 });
    await it.receive(inquiryMessage(SID, 'before'));
    await it.drain();
    const off = await it.call('PUT', `/desk/relay/${id}/active`, { active: false });
    expect(off.json()).toMatchObject({ active: false, waiting: 1 });
    await it.receive(inquiryMessage(SID, 'meanwhile'));
    it.pass(MINUTE_MS);
    await it.drain();
    expect(it.texts()).toEqual(['before']);
    await it.call('PUT', `/desk/relay/${id}/active`, { active: true });
    await it.drain();
    expect(it.texts()).toEqual(['before', 'before']);
  });

  it('nothing is sent from a copy of the data', async () => {
    await using it = await openRelayWorld(engine);
    await it.addTarget();
    it.hold(true);
    await it.receive(inquiryMessage(SID));
    await it.drain();
    expect(it.requests).toEqual([]);
    it.hold(false);
    await it.drain();
    expect(it.requests).toHaveLength(1);
  });

  it('a message whose payload was erased is not sent', async () => {
    await using it = await openRelayWorld(engine);
    await it.addTarget();
    await it.receive(inquiryMessage(SID));
    await it.db.updateTable('delivery').set({ payload: null }).execute();
    await it.drain();
    expect(it.requests).toEqual([]);
    expect(await it.waiting()).toEqual([]);
  });

  it('the payload of a message that waits is kept beyond DELIVERY_DAYS', async () => {
    await using it = await openRelayWorld(engine);
    await it.addTarget();
    it.reply.mockReturnValue({ status: 500 });
    await it.receive(inquiryMessage(SID));
    await it.receive('{}', { topic: REGISTRATION_TOPIC });
    it.pass(it.world.config.deliveryDays * DAY_MS - 1000);
    await it.db.updateTable('relay').set({ queued_at: it.world.clock.now }).execute();
    it.pass(2000);
    const clock = { ...systemClock, now: () => it.world.clock.now };
    await applyRetention({
      ...createGatewayRetention({ db: it.db, clock, config: it.world.config }),
      isErasureAllowed: async () => true,
    });
    const rows = await it.db.selectFrom('delivery').select(['topic', 'payload']).orderBy('topic').execute();
    expect(rows.map(({ payload }) => payload === null)).toEqual([true, false]);
  });
});
