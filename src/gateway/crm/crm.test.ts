import { expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { defaultHours } from '#contract/hours.ts';
import type { Engine } from '#database/database.ts';
import { eraseInquiry } from '#gateway/erasure/erase-inquiry.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import type { Message } from '#mail/mailer.ts';
import { createTestClock } from '#testing/clocks.ts';
import { onEachEngine } from '#testing/engines.ts';
import { OWN, SID } from '#testing/gateway-world.ts';
import { inquiryMessage, openRelayWorld } from '#testing/relay-world.ts';
import { createQuietWorker } from '#testing/service-world.ts';
import { createMails } from '#work/mails.ts';
import { recordCrmMailEnd } from './queue.ts';

const OTHER_SID = '01JCYYYYYYYYYYYYYYYYYYYYYY';
const PATH = `/desk/agencies/${OWN}/crm`;
const CRM = 'consultas@crm.example';
/** Moment of the inquiries, ten minutes after the world begins, and after the address was set. */
const MOMENT = Date.parse('2026-03-05T11:40:00-03:00');
const SET_BEFORE = 10 * MINUTE_MS;

const messageAt = (sid: string, { at = MOMENT, text = 'Hola' } = {}) =>
  JSON.stringify({ ...JSON.parse(inquiryMessage(sid, text)), Momento: new Date(at).toISOString() });

/** A gateway that receives inquiries, and a worker that sends its mails when it is drained. */
async function open(engine: Engine) {
  const it = await openRelayWorld(engine);
  const database = await openGatewayDatabase(it.world.config.database);
  const send = vi.fn<(message: Message) => Promise<void>>(async () => {});
  const worker = createQuietWorker(
    createMails(database, {
      mailer: { send },
      clock: createTestClock(() => it.world.clock.now),
      keepSent: false,
      onEnd: (end) => recordCrmMailEnd(database.db, end),
    }),
  );
  return {
    ...it,
    send,
    sendMails: () => worker.drain(),
    set: (mail: string | null, { format = 'adf', version = 0 } = {}) =>
      it.call('PUT', PATH, { mail, format, version }),
    view: async () => (await it.call('GET', PATH)).json(),
    list: (sid: string, at = MOMENT) =>
      upsertInquiries(it.db, [JSON.parse(messageAt(sid, { at }))], {
        agency: OWN,
        discoverySource: 'list',
        hours: defaultHours('America/Argentina/Buenos_Aires'),
        now: it.world.clock.now,
      }),
    mails: () => it.db.selectFrom('mail').selectAll().orderBy('id').execute(),
    station: async () =>
      (await it.call('GET', `/desk/trace/${OWN}/${SID}`))
        .json()
        .stations.find(({ name }: { name: string }) => name === 'crm'),
    async [Symbol.asyncDispose]() {
      await worker.stop();
      await database.close();
      await it[Symbol.asyncDispose]();
    },
  };
}

onEachEngine((engine) => {
  it('an agency has no CRM until a partner sets one, and the last version wins', async () => {
    await using it = await open(engine);
    const none = { waiting: 0, lastAcceptedAt: null, lastFailure: null };
    expect(await it.view()).toEqual({ mail: null, format: 'adf', version: 0, ...none });
    for (const _ of [1, 2])
      expect((await it.set(CRM)).json()).toEqual({ mail: CRM, format: 'adf', version: 1, ...none });
    expect((await it.set('otro@crm.example')).statusCode).toBe(409);
    expect((await it.set(CRM, { format: 'text', version: 1 })).json()).toMatchObject({
      format: 'text',
      version: 2,
    });
    expect((await it.set('no es una dirección', { version: 2 })).json().Errors).toHaveProperty('mail');
    expect((await it.set('a@x.example, b@x.example', { version: 2 })).statusCode).toBe(400);
    expect((await it.set(null, { format: 'text', version: 2 })).json()).toMatchObject({
      mail: null,
      version: 3,
    });
    expect((await it.call('POST', `${PATH}/tests`)).statusCode).toBe(404);
    const { entries } = (await it.call('GET', '/desk/audit?action=setAgencyCrm')).json();
    expect(entries.at(-1).changes).toContainEqual({ field: 'address', from: null, to: CRM });
  });

  it('support looks and changes nothing; sellers do nothing', async () => {
    await using it = await open(engine);
    const calls = [
      ['GET', PATH, undefined, 200],
      ['PUT', PATH, { mail: CRM, format: 'adf', version: 0 }, 403],
      ['POST', `${PATH}/tests`, undefined, 403],
    ] as const;
    const [support, seller] = [await it.world.signIn('support'), await it.world.signIn('seller')];
    for (const [method, url, body, status] of calls) {
      expect((await it.call(method, url, body, support)).statusCode).toBe(status);
      expect((await it.call(method, url, body, seller)).statusCode).toBe(403);
      expect((await it.call(method, url, body, '')).statusCode).toBe(401);
    }
  });

  it('a new inquiry is mailed once, however often and by which way it comes', async () => {
    await using it = await open(engine);
    await it.set(CRM);
    it.world.clock.now = MOMENT + 1000;
    await it.receive(messageAt(SID));
    await it.receive(messageAt(SID, { text: 'Otra vez' }));
    await it.list(SID);
    await it.list(OTHER_SID);
    const mails = await it.mails();
    expect(mails.map(({ recipient }) => recipient)).toEqual([CRM, CRM]);
    await it.sendMails();
    expect(it.send).toHaveBeenCalledTimes(2);
    const message = it.send.mock.calls.map(([sent]) => sent).find(({ subject }) => subject.includes(SID));
    expect(message).toMatchObject({ to: CRM, html: '' });
    expect(message?.text).toContain('<name part="first" type="individual">Ana</name>');
    expect(message?.text).toContain('<requestdate>2026-03-05T11:40:00-03:00</requestdate>');
    expect(`${message?.subject} ${message?.to}`).not.toMatch(/Ana|Paz/);
    expect(await it.mails()).toEqual([]);
  });

  it('the mail of an inquiry has the same id after its loss', async () => {
    await using it = await open(engine);
    await it.set(CRM);
    it.world.clock.now = MOMENT;
    await it.list(SID);
    const [first] = await it.mails();
    for (const table of ['mail', 'crm_mail', 'inquiry'] as const) await it.db.deleteFrom(table).execute();
    it.world.clock.now += HOUR_MS;
    await it.list(SID);
    expect((await it.mails()).map(({ id }) => id)).toEqual([first?.id]);
  });

  it.each([
    ['made before the address was set', -SET_BEFORE - 1, 0, 0],
    ['made when it was set', -SET_BEFORE, 0, 1],
    ['learned six hours later', 0, 6 * HOUR_MS, 0],
    ['learned just before', 0, 6 * HOUR_MS - 1, 1],
  ])('an inquiry that was %s: %i, %i', async (_, madeAfter, learnedAfter, count) => {
    await using it = await open(engine);
    await it.set(CRM);
    it.world.clock.now = MOMENT + learnedAfter;
    await it.list(SID, MOMENT + madeAfter);
    expect(await it.mails()).toHaveLength(count);
  });

  it('another format goes on, and another address begins anew', async () => {
    await using it = await open(engine);
    await it.set(CRM);
    it.world.clock.now = MOMENT + 1;
    await it.set(CRM, { format: 'text', version: 1 });
    await it.list(SID);
    expect((await it.mails()).map(({ text }) => text.split('\n', 1)[0])).toEqual([`Lead-Id: ${SID}`]);
    await it.set('otro@crm.example', { format: 'text', version: 2 });
    await it.list(OTHER_SID);
    expect(await it.mails()).toHaveLength(1);
  });

  it('the trace says what became of the mail', async () => {
    await using it = await open(engine);
    it.world.clock.now = MOMENT;
    await it.receive(messageAt(OTHER_SID));
    await it.set(CRM);
    await it.receive(messageAt(SID));
    expect(await it.station()).toMatchObject({ state: 'skipped', at: MOMENT, code: null });
    it.send.mockRejectedValueOnce(Object.assign(new Error('no'), { response: '451 Try again' }));
    await it.sendMails();
    expect(await it.station()).toMatchObject({ state: 'skipped', code: '451 Try again' });
    expect(await it.view()).toMatchObject({ waiting: 1, lastFailure: { reason: '451 Try again' } });
    it.pass(6000);
    await it.sendMails();
    expect(await it.station()).toMatchObject({ state: 'reached', at: MOMENT + 6000, code: null });
    expect(await it.view()).toMatchObject({ waiting: 0, lastAcceptedAt: MOMENT + 6000 });
  });

  it('a mail that is given up says why', async () => {
    await using it = await open(engine);
    it.world.clock.now = MOMENT;
    await it.set(CRM);
    await it.receive(messageAt(SID));
    await it.db.updateTable('mail').set({ attempts: 9 }).execute();
    it.send.mockRejectedValueOnce(Object.assign(new Error('no'), { response: '550 No such mailbox' }));
    await it.sendMails();
    expect(await it.station()).toMatchObject({ state: 'broken', code: '550 No such mailbox' });
    expect((await it.mails()).map(({ text }) => text)).toEqual(['']);
    expect(await it.view()).toMatchObject({ waiting: 0, lastFailure: { reason: '550 No such mailbox' } });
  });

  it('an erased inquiry is not mailed any more', async () => {
    await using it = await open(engine);
    await it.set(CRM);
    it.world.clock.now = MOMENT;
    await it.receive(messageAt(SID));
    await eraseInquiry(it.db, { agency_key: OWN, sid: SID, at: MOMENT }, MOMENT);
    expect(await it.mails()).toEqual([]);
    await it.list(SID);
    expect(await it.mails()).toEqual([]);
    expect(await it.station()).toBeUndefined();
  });

  it('a test is mailed to the address, marked as one', async () => {
    await using it = await open(engine);
    await it.set(CRM);
    const test = await it.call('POST', `${PATH}/tests`);
    expect([test.statusCode, test.json().waiting]).toEqual([202, 1]);
    await it.sendMails();
    expect(it.send.mock.calls[0]?.[0]).toMatchObject({ to: CRM, subject: expect.stringMatching(/^PRUEBA/) });
    expect(await it.view()).toMatchObject({ waiting: 0, lastAcceptedAt: it.world.clock.now });
  });
});
