import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { Delivery } from '#contract/desk/deliveries.ts';
import { defaultHours } from '#contract/hours.ts';
import { onEachEngine } from '#testing/engines.ts';
import { signNotification } from '#signing/webhook.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { CONSOLE, OWN, SID, json, openWorld } from '#testing/gateway-world.ts';
import { maskHeaders, maskUrl } from './masking.ts';
import { createResend, saveReceived, saveRefused, updateResend } from './store.ts';

const SECRET = '96d0300081d644d3bdceae8fbfc77955';
const TOPIC = 'consulta-recibida';
const RECEIVER = 'http://localhost:4000/hooks/x';
const DAY = 86_400_000;

/** A gateway with a support session, and a second connection to its database. */
async function open(engine: 'sqlite' | 'postgres') {
  const sessions = { idleMs: 90 * DAY, absoluteMs: 90 * DAY };
  const world = await openWorld({ engine, config: { sessions } });
  const database = await openGatewayDatabase(world.config.database);
  const { db } = database;
  const cookie = await world.signIn('support');
  const read = async (url: string) => (await world.call(url, { headers: { cookie } })).json();
  const list = async (query = ''): Promise<Delivery[]> => (await read(`/desk/deliveries${query}`)).deliveries;
  const message = (hookId: string, more: { topic?: string; agency?: string; sid?: string } = {}) => ({
    topic: TOPIC,
    agency: OWN,
    sid: SID,
    hookId,
    bodySigned: true,
    isTopicSigned: true,
    size: 2,
    headers: {},
    payload: '{}',
    ...more,
  });
  const { id: personId } = await db.selectFrom('person').select('id').executeTakeFirstOrThrow();
  /** Stores a resend with the callback from the service's reply. */
  const resend = async (at: number, callback: string | null) => {
    const id = await createResend(db, personId, { topic: TOPIC, adminMail: OWN, sid: SID }, at);
    await updateResend(db, id, { status: 202, callback, receiver: RECEIVER });
    return id;
  };
  const keep = (at: number, received: ReturnType<typeof message>) =>
    db
      .transaction()
      .execute((transaction) =>
        saveReceived(transaction, received, { now: at, receiver: RECEIVER, settingsAt: 0 }),
      );
  return {
    world,
    db,
    cookie,
    read,
    list,
    message,
    keep,
    resend,
    async [Symbol.asyncDispose]() {
      await database.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

const refused = (reason: 'signature' | 'age') => ({
  topic: TOPIC,
  hookId: null,
  reason,
  size: 2,
  headers: {},
});

onEachEngine((engine) => {
  it('are found by topic, agency, outcome, days of the zone and id, newest first', async () => {
    await using it = await open(engine);
    const { message, keep } = it;
    // 23:30 of the 4th and 00:30 of the 5th in Buenos Aires.
    const [fourth, fifth] = [Date.parse('2026-03-05T02:30:00Z'), Date.parse('2026-03-05T03:30:00Z')];
    await keep(fourth, message('one', { agency: 'a_b@ruta9.example' }));
    await keep(fifth, message('two', { topic: 'agencia-registrada', sid: '01JDYYYYYYYYYYYYYYYYYYYYYY' }));
    await saveRefused(it.db, refused('signature'), fifth + 1000);
    const found = async (query: string) => (await it.list(query)).map(({ hookId }) => hookId);

    expect(await found('')).toEqual([null, 'two', 'one']);
    expect(await found('?topic=CONSULTA-recibida')).toEqual([null, 'one']);
    expect(await found('?outcome=refused')).toEqual([null]);
    expect(await found('?outcome=received&topic=agencia-registrada')).toEqual(['two']);
    expect(await found('?agency=VENTAS@')).toEqual(['two']);
    expect(await found('?agency=a_b')).toEqual(['one']);
    expect(await found('?agency=_')).toEqual(['one']);
    expect(await found('?agency=%25')).toEqual([]);
    expect(await found('?to=2026-03-04')).toEqual(['one']);
    expect(await found('?from=2026-03-05')).toEqual([null, 'two']);
    expect(await found('?from=2026-03-04&to=2026-03-04')).toEqual(['one']);
    expect(await found('?id=two')).toEqual(['two']);
    expect(await found(`?id=${SID.toLowerCase()}`)).toEqual(['one']);
    expect(await found('?id=wo')).toEqual([]);
    for (const query of ['outcome=x', 'from=2026-02-30', 'other=1', `agency=${'x'.repeat(51)}`])
      expect(await it.read(`/desk/deliveries?${query}`)).toMatchObject({ Type: '/problems/invalid-request' });
  });

  it('come in pages that miss nothing and repeat nothing', async () => {
    await using it = await open(engine);
    for (let at = 0; at < 120; at++) await it.keep(it.world.clock.now + at, it.message(`hook-${at}`));
    const pages: Delivery[][] = [];
    for (let before = ''; ; before = `?before=${pages.at(-1)?.at(-1)?.id}`) {
      const page = await it.read(`/desk/deliveries${before}`);
      pages.push(page.deliveries);
      if (!page.more) break;
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(pages.flat().map(({ hookId }) => hookId)).toEqual(
      Array.from({ length: 120 }, (_, at) => `hook-${119 - at}`),
    );
  });

  it('the list is the same for a person with many agencies as with few', async () => {
    await using it = await open(engine);
    for (let at = 0; at < 60; at++)
      await it.keep(it.world.clock.now + at, it.message(`hook-${at}`, { agency: `a${at}@ruta9.example` }));
    const found = async (query: string) => (await it.list(query)).map(({ hookId }) => hookId);
    const newest = (count: number, of: (at: number) => boolean) =>
      Array.from({ length: 60 }, (_, at) => 59 - at)
        .filter(of)
        .slice(0, count)
        .map((at) => `hook-${at}`);
    expect(await found('?agency=@ruta9')).toEqual(newest(50, () => true));
    expect(await found('?agency=A5')).toEqual(newest(50, (at) => at === 5 || at >= 50));
    expect(await found('?agency=nobody')).toEqual([]);
  });

  it('lose their payload after the days it is kept, and what was refused goes', async () => {
    await using it = await open(engine);
    const { now } = it.world.clock;
    await it.keep(now, it.message('old'));
    await it.keep(now + DAY, it.message('new'));
    await saveRefused(it.db, refused('age'), now);
    const payloads = async () => {
      const all = await it.list();
      const details = await Promise.all(all.map(({ id }) => it.read(`/desk/deliveries/${id}`)));
      return details.map(({ hookId, payload, erasedAt }) => [hookId, payload, erasedAt]);
    };
    it.world.clock.now = now + 30 * DAY;
    await it.world.restart();
    expect(await payloads()).toHaveLength(3);
    it.world.clock.now += 1;
    await it.world.restart();
    await vi.waitFor(async () =>
      expect(await payloads()).toEqual([
        ['new', '{}', now + 31 * DAY],
        ['old', null, null],
      ]),
    );
  });

  it('deliveries without a payload show the buyer from the index', async () => {
    await using it = await open(engine);
    const entry = {
      Momento: '2026-03-05T11:00:00-03:00',
      Interesado: { Nombre: 'Ana', Apellido: 'Paz' },
      Auto: {},
      _links: { self: { href: `/v3/consultas/${OWN}/${SID}` } },
    };
    await upsertInquiries(it.db, [entry], {
      agency: OWN,
      discoverySource: 'list',
      hours: defaultHours('UTC'),
      now: 0,
    });
    await it.resend(it.world.clock.now, null);
    expect(await it.list()).toMatchObject([{ person: 'Ana Paz' }]);
  });

  describe('a resend', () => {
    const path = `/v3/consultas/${OWN}/${SID}/resendwebhook`;
    const ask = (it: Awaited<ReturnType<typeof open>>) =>
      it.world.call(path, { method: 'POST', headers: { cookie: it.cookie, ...CONSOLE } });

    it('is noted with where it goes, and whatever opens that masked', async () => {
      await using it = await open(engine);
      it.world.upstream.answer = (request, response) => {
        response.setHeader('location', 'https://ana:clave@a.example/x?token=canary&b=2');
        json({}, 202)(request, response);
      };
      expect((await ask(it)).statusCode).toBe(202);
      const [caused] = await it.list();
      expect(caused).toMatchObject({
        outcome: 'elsewhere',
        agency: OWN,
        sid: SID,
        topic: TOPIC,
        status: 202,
        callback: 'https://…@a.example/x?token=…&b=…',
        hookId: null,
        receivedCount: 1,
        by: expect.stringMatching(/\S/) as string,
      });
    });

    it('arrived once a message about the same inquiry came after it, even before its answer', async () => {
      await using it = await open(engine);
      await it.keep(it.world.clock.now - 1, it.message('before'));
      it.world.upstream.answer = (request, response) => {
        const arriving = it.keep(it.world.clock.now, it.message('after', { sid: SID.toLowerCase() }));
        void arriving.then(() => json({}, 202)(request, response));
      };
      await ask(it);
      const outcomes = (await it.list()).map(({ outcome, hookId, status }) => [outcome, hookId, status]);
      expect(outcomes).toHaveLength(3);
      expect(outcomes).toContainEqual(['arrived', 'after', 202]);
      expect((await it.list('?outcome=caused')).length).toBe(0);
    });

    it('arrived only where it goes here, and of several the newest', async () => {
      await using it = await open(engine);
      const { now } = it.world.clock;
      const ids = [
        await it.resend(now, null),
        await it.resend(now + 1, RECEIVER),
        await it.resend(now + 2, 'https://otra.example/x'),
      ];
      const hooks = async () => {
        const all = await it.list();
        return ids.map((id) => all.find((one) => one.id === id)?.hookId);
      };
      await it.keep(now + 3, it.message('first'));
      expect(await hooks()).toEqual([null, 'first', null]);
      await it.keep(now + 4, it.message('first'));
      expect(await hooks()).toEqual([null, 'first', null]);
      await it.keep(now + 5, it.message('second'));
      expect(await hooks()).toEqual(['second', 'first', null]);
      await it.keep(now + 6, it.message('third'));
      expect(await hooks()).toEqual(['second', 'first', null]);
      expect((await it.list('?outcome=elsewhere')).map(({ id }) => id)).toEqual([ids[2]]);
    });

    it('a resend to another callback is not matched with an earlier message', async () => {
      await using it = await open(engine);
      it.world.upstream.answer = (request, response) => {
        response.setHeader('location', 'https://otra.example/x');
        const arriving = it.keep(it.world.clock.now, it.message('another'));
        void arriving.then(() => json({}, 202)(request, response));
      };
      await ask(it);
      expect(await it.list('?outcome=elsewhere')).toMatchObject([{ hookId: null, status: 202 }]);
    });

    it('is one at a time, with a pause between', async () => {
      await using it = await open(engine);
      const answers: (() => void)[] = [];
      it.world.upstream.answer = (request, response) =>
        void answers.push(() => json({}, 202)(request, response));
      const first = ask(it);
      await vi.waitFor(() => expect(answers).toHaveLength(1));
      const refused = await ask(it);
      expect([refused.statusCode, refused.json().Type, refused.headers['retry-after']]).toEqual([
        429,
        '/problems/too-many-requests',
        '1',
      ]);
      answers[0]?.();
      expect((await first).statusCode).toBe(202);
      it.world.upstream.answer = json({}, 202);
      const began = performance.now();
      const both = await Promise.all([ask(it), ask(it)]);
      expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([202, 429]);
      expect(performance.now() - began).toBeGreaterThan(900);
      const other = path.replace(SID, '01JCYYYYYYYYYYYYYYYYYYYYYY');
      const headers = { cookie: it.cookie, ...CONSOLE };
      expect((await it.world.call(other, { method: 'POST', headers })).statusCode).toBe(202);
      expect(await it.list('?outcome=caused')).toHaveLength(3);
    });

    it('is on its way for a minute, and then was not seen to arrive', async () => {
      await using it = await open(engine);
      const { now } = it.world.clock;
      it.world.upstream.answer = json({ _entries: [{ Topic: TOPIC, Configurado: true }] });
      const receiver = maskUrl((await it.read('/desk/webhooks')).topics[0].receiver) ?? '';
      const ids = {
        here: await it.resend(now, receiver),
        unanswered: await it.resend(now + 1, null),
        elsewhere: await it.resend(now + 2, 'https://otra.example/x'),
      };
      const outcomes = async () =>
        Object.fromEntries((await it.list()).map(({ id, outcome }) => [id, outcome]));
      const filtered = async (outcome: string) => (await it.list(`?outcome=${outcome}`)).map(({ id }) => id);
      it.world.clock.now = now + 59_999;
      expect(await outcomes()).toEqual({
        [ids.here]: 'caused',
        [ids.unanswered]: 'caused',
        [ids.elsewhere]: 'elsewhere',
      });
      expect(await filtered('caused')).toEqual([ids.unanswered, ids.here]);
      expect(await filtered('unseen')).toEqual([]);
      it.world.clock.now = now + 60_001;
      expect(await outcomes()).toEqual({
        [ids.here]: 'unseen',
        [ids.unanswered]: 'unseen',
        [ids.elsewhere]: 'elsewhere',
      });
      expect(await filtered('caused')).toEqual([]);
      expect(await filtered('unseen')).toEqual([ids.unanswered, ids.here]);
      expect(await filtered('elsewhere')).toEqual([ids.elsewhere]);
      expect((await it.read(`/desk/deliveries/${ids.here}`)).outcome).toBe('unseen');
    });

    it('a lost resend marks its topic as silent until a message arrives', async () => {
      await using it = await open(engine);
      const { now } = it.world.clock;
      it.world.upstream.answer = json({ _entries: [{ Topic: TOPIC, Configurado: true, Activo: true }] });
      const signals = async () => {
        const [{ lastHeardAt, unseenAt }] = (await it.read('/desk/webhooks')).topics;
        return [lastHeardAt, unseenAt];
      };
      await it.keep(now, it.message('before'));
      await it.resend(now + 1000, null);
      await it.resend(now + 2000, 'https://otra.example/x');
      it.world.clock.now = now + 60_000;
      expect(await signals()).toEqual([now, null]);
      it.world.clock.now = now + 61_000;
      expect(await signals()).toEqual([now, now + 1000]);
      await it.keep(now + 61_000, it.message('other', { sid: '01JDYYYYYYYYYYYYYYYYYYYYYY' }));
      expect(await signals()).toEqual([now + 61_000, null]);
    });

    it('a resend that the service refuses leaves no delivery', async () => {
      await using it = await open(engine);
      it.world.upstream.answer = json({ Type: 'x', Errors: {} }, 400, 'application/problem+json');
      expect((await ask(it)).statusCode).toBe(400);
      expect(await it.list()).toEqual([]);
    });

    it('a resend without a reply counts as pending', async () => {
      await using it = await open(engine);
      it.world.upstream.answer = (_, response) => response.destroy();
      expect((await ask(it)).statusCode).toBe(503);
      expect(await it.list()).toMatchObject([{ outcome: 'caused', status: null, callback: null }]);
    });
  });

  it.runIf(engine === 'sqlite')('are found by an index, whatever is asked', async () => {
    await using it = await open(engine);
    const plan = async (where: string) => {
      const query = `select id from delivery where ${where} order by id desc limit 51`;
      const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(it.db);
      return rows.map(({ detail }) => detail).join('; ');
    };
    expect(await plan("topic = 'x' and outcome = 'received'")).toContain('delivery_by_topic_and_outcome');
    expect(await plan("topic = 'x'")).toContain('delivery_by_topic (');
    expect(await plan("agency_key = 'x'")).toContain('delivery_by_agency');
    expect(await plan("outcome = 'received'")).toContain('delivery_by_outcome');
    expect(await plan("hook_id = 'x' or sid = 'x'")).toMatch(/delivery_by_hook.*delivery_by_inquiry/);
    expect(await plan("id < 'x'")).not.toContain('TEMP B-TREE');
  });
});

describe('what is masked', () => {
  it.each([
    ['https://a.example/x', 'https://a.example/x'],
    ['https://a.example/x?', 'https://a.example/x'],
    ['https://a.example:8443/x?a=1&a=2#f', 'https://a.example:8443/x?a=…&a=…'],
    ['https://ana@a.example/', 'https://…@a.example/'],
    ['https://:clave@a.example/', 'https://…@a.example/'],
    // A part without a name is a value.
    ['https://a.example/?s3cret', 'https://a.example/?…'],
    ['https://a.example/?s3cret&a=s3cret&=s3cret', 'https://a.example/?…&a=…&=…'],
    ['https://a.example/?a=s3cret=s3cret', 'https://a.example/?a=…'],
    ['not an address', undefined],
  ])('of the address %s', (address, masked) => expect(maskUrl(address)).toBe(masked));

  it('headers that may hold secrets are masked', () => {
    const headers = signNotification({ id: 'a', topic: TOPIC, body: '{}', at: 0 }, SECRET);
    const names = ['authorization', 'cookie', 'proxy-authorization', 'host', 'x-forwarded-for'];
    const kept = maskHeaders({ ...headers, ...Object.fromEntries(names.map((name) => [name, 'canary'])) });
    expect(Object.keys(kept)).toEqual(Object.keys(headers));
    expect(maskHeaders({ 'x-token': 'a', 'x-app-secret': 'b', 'x-b': ['c', 'd'], 'x-c': undefined })).toEqual(
      {
        'x-token': '…',
        'x-app-secret': '…',
        'x-b': 'c, d',
        'x-c': '',
      },
    );
    expect(maskHeaders({ 'x-long': 'x'.repeat(9000) })['x-long']).toHaveLength(500);
  });
});
