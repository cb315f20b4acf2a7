import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { Delivery } from '#contract/desk/deliveries.ts';
import { addressOf } from '#contract/endpoint.ts';
import { maskInquiry } from '#contract/masking.ts';
import { v3 } from '#contract/v3.ts';
import { RateLimiter } from '#http/rate-limiter.ts';
import { onEachEngine } from '#testing/engines.ts';
import { signNotification } from '#signing/webhook.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { CONSOLE, OWN, SID, json, openWorld } from '#testing/gateway-world.ts';
import { Worker } from '#work/worker.ts';

const SECRET = '96d0300081d644d3bdceae8fbfc77955';
const TOPIC = 'consulta-recibida';
const INQUIRY = JSON.stringify({
  Momento: '2026-03-05T11:00:00-03:00',
  Interesado: { Nombre: 'Ana', Apellido: 'Paz', Email: 'canario@example.com' },
  _links: { self: { href: addressOf(v3.viewInquiry, { adminMail: OWN, sid: SID }) } },
});
const CONFIGURED = { Callback: 'https://a.example/x', _links: {} };

interface Sent {
  topic?: string;
  secret?: string | null;
  id?: string;
  body?: string;
  /** Sent in place of the signed body. */
  bytes?: Buffer;
  /** Offset from now, ms. */
  at?: number;
  headers?: Record<string, string>;
  leaveOut?: RegExp;
}

/** A gateway with a topic and its secret, and a sender of messages. */
async function open(engine: 'sqlite' | 'postgres' = 'sqlite', more: Parameters<typeof openWorld>[0] = {}) {
  const world = await openWorld({ engine, answer: json(CONFIGURED, 201), ...more });
  const cookie = await world.signIn('support');
  const configure = (body: object, topic = TOPIC, method: 'POST' | 'PUT' = 'POST') => {
    world.upstream.answer = json(CONFIGURED, method === 'POST' ? 201 : 200);
    const path = `/v3/appnotificaciones/${topic}`;
    return world.call(path, { method, headers: { cookie, ...CONSOLE }, payload: body });
  };
  expect((await configure({ Callback: 'https://a.example/x', Secret: SECRET })).statusCode).toBe(201);
  world.upstream.answer = json({ _entries: [{ Topic: TOPIC, Configurado: true }] });
  const receiver = (await world.call('/desk/webhooks', { headers: { cookie } })).json().topics[0].receiver;
  const path = new URL(receiver).pathname;
  const send = (sent: Sent = {}) => {
    const { topic = TOPIC, secret = SECRET, id = randomUUID(), body = INQUIRY, at = 0 } = sent;
    const signed = signNotification({ id, topic, body, at: world.clock.now + at }, secret);
    const headers = Object.fromEntries(Object.entries(signed).filter(([name]) => !sent.leaveOut?.test(name)));
    return world.call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers, ...sent.headers },
      payload: sent.bytes ?? body,
    });
  };
  const read = async (url: string) => (await world.call(url, { headers: { cookie } })).json();
  const list = async (query = ''): Promise<Delivery[]> => (await read(`/desk/deliveries${query}`)).deliveries;
  const disposed = () => world[Symbol.asyncDispose]();
  return { world, cookie, path, configure, send, read, list, [Symbol.asyncDispose]: disposed };
}

onEachEngine((engine) => {
  describe('a message', () => {
    it('a signed message is stored once, however often it is received', async () => {
      await using it = await open(engine);
      const id = randomUUID();
      const answers = await Promise.all(Array.from({ length: 8 }, () => it.send({ id })));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 204));
      expect(answers[0]?.body).toBe('');
      expect(answers[0]?.headers['set-cookie']).toBeUndefined();
      expect(await it.list()).toEqual([
        {
          id: expect.any(String) as string,
          at: it.world.clock.now,
          topic: TOPIC,
          agency: OWN,
          sid: SID,
          person: 'Ana P•••',
          outcome: 'received',
          reason: null,
          hookId: id,
          size: Buffer.byteLength(INQUIRY),
          receivedCount: 8,
          by: null,
          isTest: false,
          callback: null,
          status: null,
          pairedId: null,
          bodySigned: true,
        },
      ]);
    });

    it('a message with the id of another topic is stored separately if its topic is signed', async () => {
      await using it = await open(engine);
      const [id, topic] = [randomUUID(), 'registro-completado'];
      expect(
        (await it.configure({ Callback: 'https://a.example/x', Secret: SECRET }, topic)).statusCode,
      ).toBe(201);
      const topics = async () =>
        (await it.list())
          .toSorted((a, b) => (a.topic < b.topic ? -1 : 1))
          .map(({ topic: listed, receivedCount }) => [listed, receivedCount]);
      for (const _ of [1, 2]) await it.send({ id });
      // The other signature covers only id, time and body: a message could be sent again under any topic.
      await it.send({ id, topic, leaveOut: /^notification-signature$/ });
      expect(await topics()).toEqual([[TOPIC, 2]]);
      for (const _ of [1, 2, 3]) await it.send({ id, topic });
      expect(await topics()).toEqual([
        [TOPIC, 2],
        [topic, 3],
      ]);
    });

    it.each(['ana\0@ruta9.example', '\uD800', ' Ana@Ruta9.example '])(
      'is kept whoever it says is responsible: %j',
      async (OperadorResponsable) => {
        await using it = await open(engine);
        const body = JSON.stringify({ ...(JSON.parse(INQUIRY) as object), OperadorResponsable });
        expect((await it.send({ body })).statusCode).toBe(204);
        expect(await it.list()).toMatchObject([{ outcome: 'received', sid: SID }]);
        const { db, ...database } = await openGatewayDatabase(it.world.config.database);
        const told = await db
          .selectFrom('live_event')
          .select('operator_key')
          .where('kind', '=', 'inquiry')
          .execute();
        await database.close();
        const key = OperadorResponsable.startsWith(' ') ? 'ana@ruta9.example' : null;
        expect(told).toEqual([{ operator_key: key }]);
      },
    );

    it('is kept however deeply it is nested', async () => {
      await using it = await open(engine);
      const nested = '['.repeat(50_000) + ']'.repeat(50_000);
      const body = INQUIRY.replace('{', `{"Auto":{},"Otro":${nested},`);
      expect((await it.send({ body })).statusCode).toBe(204);
      expect(await it.list()).toMatchObject([{ outcome: 'received', sid: SID }]);
    });

    it('of an erased inquiry is counted without its payload, and changes nothing', async () => {
      await using it = await open(engine);
      const { db, ...database } = await openGatewayDatabase(it.world.config.database);
      await db.insertInto('erased_inquiry').values({ agency_key: OWN, sid: SID, at: 1 }).execute();
      expect((await it.send()).statusCode).toBe(204);
      const [{ id } = { id: '' }] = await it.list();
      expect((await it.read(`/desk/deliveries/${id}`)).payload).toBeNull();
      const events = db.selectFrom('live_event').select('id').where('kind', '=', 'inquiry');
      expect(await events.execute()).toEqual([]);
      await db.deleteFrom('erased_inquiry').execute();
      await it.send();
      expect(await events.execute()).toHaveLength(1);
      await database.close();
    });

    it('of a hidden agency lets it be read again, also with an inquiry that it had', async () => {
      await using it = await open(engine);
      const { db, ...database } = await openGatewayDatabase(it.world.config.database);
      const body = INQUIRY.replace('{', '{"Auto":{},');
      await it.send({ body });
      await db.updateTable('indexed_agency').set({ gone_at: 1, missing_since: 1 }).execute();
      await db.updateTable('inquiry').set({ gone_at: 1 }).execute();
      await it.send({ body });
      const agency = db.selectFrom('indexed_agency').select('missing_since').where('agency_key', '=', OWN);
      expect(await agency.execute()).toEqual([{ missing_since: null }]);
      await database.close();
    });

    it('is indexed as received, with links to this console, and told of once', async () => {
      await using it = await open(engine);
      const id = randomUUID();
      const { href } = JSON.parse(INQUIRY)._links.self;
      const lower = href.replace(SID, SID.toLowerCase());
      const body = INQUIRY.replace('{', '{"Auto":{},').replace(href, `${it.world.upstream.origin}${lower}`);
      for (const _ of [1, 2]) expect((await it.send({ id, body })).statusCode).toBe(204);
      const { db, ...database } = await openGatewayDatabase(it.world.config.database);
      const rows = await db.selectFrom('inquiry').select(['discovery_source', 'data']).execute();
      expect(rows.map(({ discovery_source }) => discovery_source)).toEqual(['webhook']);
      expect(JSON.parse(rows[0]?.data ?? '')._links.self.href).toBe(lower);
      const events = await db.selectFrom('live_event').select(['kind', 'data']).execute();
      expect(events.filter(({ kind }) => kind === 'inquiry').map(({ data }) => JSON.parse(data))).toEqual([
        { adminMail: OWN, sid: SID },
      ]);
      await database.close();
    });

    it('is shown with its payload, and without what may open something', async () => {
      await using it = await open(engine);
      const secrets = { authorization: 'Basic canary', cookie: 'canary=1', 'x-api-key': 'canary' };
      await it.send({ headers: { ...secrets, 'x-origen': 'Prueba' } });
      const [{ id } = { id: '' }] = await it.list();
      const detail = await it.read(`/desk/deliveries/${id}`);
      expect(detail.payload).toBe(JSON.stringify(maskInquiry(JSON.parse(INQUIRY))));
      expect(detail.erasedAt).toBe(it.world.clock.now + 30 * 86_400_000);
      expect(detail.headers).toMatchObject({
        'x-origen': 'Prueba',
        'x-api-key': '…',
        'notification-signature': '…',
        'webhook-signature': '…',
        'notification-topic': TOPIC,
      });
      expect(JSON.stringify(detail)).not.toContain('canary');
      expect(await it.read('/desk/deliveries/nobody')).toMatchObject({ Type: '/problems/not-found' });
    });

    it('a message whose signature covers only the headers is stored and marked', async () => {
      await using it = await open(engine);
      expect((await it.send({ leaveOut: /^webhook-/ })).statusCode).toBe(204);
      expect(await it.list()).toMatchObject([{ outcome: 'received', bodySigned: false }]);
    });

    it.each<[string, number, Sent]>([
      ['signature', 401, { secret: 'x'.repeat(32) }],
      ['signature', 401, { secret: null }],
      ['signature', 401, { headers: { 'webhook-signature': 'v1,AAAA' } }],
      ['age', 401, { at: -300_001 }],
      ['age', 401, { at: 301_000 }],
      ['age', 401, { at: 300_001, leaveOut: /^webhook-/ }],
      ['age', 401, { at: -300_001, leaveOut: /^webhook-/ }],
      ['topic', 401, { topic: 'otra-cosa' }],
      ['topic', 401, { leaveOut: /topic/ }],
      ['malformed', 400, { leaveOut: /hook-id/ }],
      ['malformed', 400, { body: '{"Momento":' }],
      ['malformed', 400, { body: '' }],
      ['malformed', 400, { body: '"\uFFFD"', bytes: Buffer.from([0x22, 0xff, 0x22]) }],
      // Its signature is that of all its bytes.
      ['malformed', 400, { body: `\uFEFF${INQUIRY}` }],
    ])('that is not believed is refused and noted without its body: %s', async (reason, status, sent) => {
      await using it = await open(engine);
      const answer = await it.send(sent);
      expect(answer.statusCode).toBe(status);
      expect(answer.json()).toMatchObject({ Type: '/problems/hook-refused' });
      const [noted, ...others] = await it.list();
      expect(others).toEqual([]);
      expect(noted).toMatchObject({ outcome: 'refused', reason, agency: null, sid: null });
      expect(await it.read(`/desk/deliveries/${noted?.id}`)).toMatchObject({ payload: null, erasedAt: null });
    });

    it.each([-300_000, 300_000])('is believed %i ms from its time', async (at) => {
      await using it = await open(engine);
      expect((await it.send({ at })).statusCode).toBe(204);
      expect((await it.send({ at, leaveOut: /^webhook-/ })).statusCode).toBe(204);
    });

    it('a message of a topic without a secret is refused', async () => {
      await using it = await open(engine);
      await it.configure({ Callback: 'https://a.example/x', Secret: null }, TOPIC, 'PUT');
      expect((await it.send({ secret: null })).statusCode).toBe(401);
      expect(await it.list()).toMatchObject([{ reason: 'no-secret' }]);
    });

    it('a refused message does not block the valid one with its id', async () => {
      await using it = await open(engine);
      const id = randomUUID();
      await it.send({ id, secret: 'x'.repeat(32) });
      expect((await it.send({ id })).statusCode).toBe(204);
      expect((await it.list()).map(({ outcome }) => outcome).toSorted()).toEqual(['received', 'refused']);
    });

    it('signed with a new secret is believed from before the service says that it took it', async () => {
      await using it = await open(engine);
      const renewed = 'y'.repeat(32);
      const statuses: number[] = [];
      it.world.upstream.answer = (_, response) => {
        void (async () => {
          for (const secret of [SECRET, renewed]) statuses.push((await it.send({ secret })).statusCode);
          // The reply is lost: either secret may be valid.
          response.destroy();
        })();
      };
      const path = `/v3/appnotificaciones/${TOPIC}`;
      await it.world.call(path, {
        method: 'PUT',
        headers: { cookie: it.cookie, ...CONSOLE },
        payload: { Callback: 'https://a.example/x', Secret: renewed },
      });
      for (const secret of [SECRET, renewed]) statuses.push((await it.send({ secret })).statusCode);
      expect(statuses).toEqual([204, 204, 204, 204]);
      // The reason comes from the secret that matched.
      for (const secret of [SECRET, renewed]) await it.send({ secret, at: -300_001 });
      expect((await it.list('?outcome=refused')).map(({ reason }) => reason)).toEqual(['age', 'age']);

      await it.configure({ Callback: 'https://a.example/x', Secret: renewed }, TOPIC, 'PUT');
      expect((await it.send()).statusCode).toBe(401);
      expect((await it.send({ secret: renewed })).statusCode).toBe(204);
    });

    it.each([
      ['links of another place', { self: { href: 'https://b.example/x' } }, null, null],
      ['an absolute link', { self: { href: `https://s.example/v3/consultas/${OWN}/${SID}` } }, OWN, SID],
      ['an encoded mail', { self: { href: `/v3/consultas/${OWN.replace('@', '%40')}/${SID}` } }, OWN, SID],
      ['a mail that is none', { self: { href: `/v3/consultas/%00/${SID}` } }, null, SID],
      ['broken encoding', { self: { href: `/v3/consultas/%ff%zz/${SID}` } }, null, SID],
      ['links that are none', 'x', null, null],
    ])('is kept with %s', async (_, _links, agency, sid) => {
      await using it = await open(engine);
      expect((await it.send({ body: JSON.stringify({ _links }) })).statusCode).toBe(204);
      expect(await it.list()).toMatchObject([{ agency, sid }]);
    });
  });

  it('a message is matched with its resend, also after the callback changed to this receiver', async () => {
    await using it = await open(engine);
    it.world.upstream.answer = (request, response) => {
      response.setHeader('location', 'https://a.example/x');
      json({}, 202)(request, response);
    };
    await it.world.call(`/v3/consultas/${OWN}/${SID}/resendwebhook`, {
      method: 'POST',
      headers: { cookie: it.cookie, ...CONSOLE },
    });
    expect(await it.list()).toMatchObject([{ outcome: 'elsewhere', person: null, pairedId: null }]);
    it.world.clock.now += 1000;
    await it.configure({ Callback: `http://localhost:4000${it.path}`, Activo: true }, TOPIC, 'PUT');
    it.world.clock.now += 1000;
    expect((await it.send()).statusCode).toBe(204);
    const [message, resend] = await it.list();
    expect(message).toMatchObject({ outcome: 'received', person: 'Ana P•••', pairedId: resend?.id });
    expect(resend).toMatchObject({ outcome: 'arrived', person: 'Ana P•••', pairedId: message?.id });
  });

  it('a registration message updates the ledger at once', async () => {
    await using it = await open(engine);
    const topic = 'agencia-registrada';
    await it.configure({ Callback: 'https://a.example/x', Secret: SECRET }, topic);
    it.world.upstream.answer = (_, response) =>
      response.writeHead(202, { location: '/v3/agencias/a@nueva.example' }).end();
    await it.world.call('/v3/agencias', {
      method: 'POST',
      headers: { cookie: await it.world.signIn('partner'), ...CONSOLE },
      payload: { AdminMail: 'a@nueva.example' },
    });
    const body = JSON.stringify({ AdminMail: 'A@Nueva.example', Momento: '2026-03-05T11:00:00-03:00' });
    expect((await it.send({ topic, body })).statusCode).toBe(204);
    expect((await it.read('/desk/invitations')).invitations).toMatchObject([
      { state: 'registered', registeredAt: Date.parse('2026-03-05T14:00:00Z'), nextCheckAt: null },
    ]);
    expect(await it.list(`?topic=${topic}`)).toMatchObject([{ agency: 'A@Nueva.example' }]);
    const { db, ...database } = await openGatewayDatabase(it.world.config.database);
    const events = await db.selectFrom('live_event').selectAll().where('kind', '=', 'agency').execute();
    expect(events.at(-1)).toMatchObject({
      agency_key: 'a@nueva.example',
      data: '{"adminMail":"a@nueva.example"}',
    });
    await database.close();
  });
});

describe('the receiver', () => {
  it('is known by its id alone, before a body is read', async () => {
    await using it = await open();
    const id = it.path.split('/').at(-1) ?? '';
    expect(Buffer.from(id, 'base64url').length).toBeGreaterThanOrEqual(16);
    const big = { method: 'POST', payload: 'x'.repeat(300 * 1024) } as const;
    const wrong = [`${id}x`, id.slice(1), id.toUpperCase(), 'x', '%00'];
    const answers = await Promise.all(wrong.map((other) => it.world.call(`/hooks/${other}`, big)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(wrong.map(() => 404));
    expect(await it.list()).toEqual([]);
    expect((await it.world.call(it.path)).headers.allow).toBe('POST');
  });

  // Exceeds the limit per address.
  it.runIf(process.env.TEST_FULL)('counts nobody who does not know it', async () => {
    await using it = await open();
    const calls = Array.from({ length: 12_100 }, () => it.world.call('/hooks/x', { method: 'POST' }));
    expect(new Set((await Promise.all(calls)).map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
    expect((await it.send()).statusCode).toBe(204);
  });

  it('takes 256 KiB and not more', async () => {
    await using it = await open();
    const body = (size: number) => JSON.stringify({ x: 'x'.repeat(size - 8) });
    expect((await it.send({ body: body(256 * 1024) })).statusCode).toBe(204);
    expect((await it.send({ body: body(256 * 1024 + 1) })).statusCode).toBe(413);
  });

  it('429: refuses an address past its limit, whose IPv6 network counts as one, and no other', async () => {
    await using it = await open();
    const limited = new Set(['192.0.2.1', '2001:db8:1:2::/64']);
    vi.spyOn(RateLimiter.prototype, 'consume').mockImplementation((key) => ({
      isAllowed: !limited.has(key),
      remaining: 1,
      secondsLeft: 1,
    }));
    const call = async (remoteAddress: string) => {
      const answer = await it.world.call(it.path, { method: 'POST', remoteAddress });
      return [answer.statusCode, answer.headers['retry-after']];
    };
    for (const address of ['192.0.2.1', '2001:db8:1:2::a', '2001:db8:1:2:ffff::b'])
      expect(await call(address)).toEqual([429, '60']);
    for (const address of ['192.0.2.2', '2001:db8:1:3::a'])
      expect(await call(address)).toEqual([401, undefined]);
  });

  // Exceeds the limit per address.
  it.runIf(process.env.TEST_FULL)('takes 12,000 messages a minute of one address', async () => {
    await using it = await open();
    const call = async (remoteAddress: string) =>
      (await it.world.call(it.path, { method: 'POST', remoteAddress })).statusCode;
    const calls = await Promise.all(Array.from({ length: 12_000 }, () => call('192.0.2.1')));
    expect(new Set(calls)).toEqual(new Set([401]));
    expect(await call('192.0.2.1')).toBe(429);
    expect(await call('192.0.2.2')).toBe(401);
  });

  it('knows topics of up to 80 characters, and stores 128 of a refused id', async () => {
    await using it = await open();
    const topics = [80, 81].map((length) => 'x'.repeat(length));
    for (const topic of topics)
      await it.configure({ Callback: 'https://a.example/x', Secret: SECRET }, topic);
    const statuses = [];
    for (const topic of topics) statuses.push((await it.send({ topic, id: 'i'.repeat(129) })).statusCode);
    for (const topic of topics) statuses.push((await it.send({ topic, id: 'i'.repeat(128) })).statusCode);
    expect(statuses).toEqual([400, 401, 204, 401]);
    const refused = (await it.list()).filter(({ outcome }) => outcome === 'refused');
    expect(refused.map(({ hookId }) => hookId?.length)).toEqual([128, 128, 128]);
    expect(refused.map(({ topic, size }) => [topic.length, size])).toEqual(
      refused.map(() => [80, Buffer.byteLength(INQUIRY)]),
    );
  });

  it('notes no more than a hundred refusals a minute', async () => {
    await using it = await open();
    for (let count = 0; count < 130; count++)
      expect((await it.send({ secret: 'x'.repeat(32) })).statusCode).toBe(401);
    const first = await it.read('/desk/deliveries');
    expect(first.deliveries).toHaveLength(50);
    const second = await it.read(`/desk/deliveries?before=${first.deliveries.at(-1).id}`);
    expect(second).toMatchObject({ more: false });
    expect(second.deliveries).toHaveLength(50);
    const noted = async () => {
      await it.send({ secret: 'x'.repeat(32) });
      const more = await it.read(`/desk/deliveries?before=${first.deliveries.at(-1).id}`);
      return (await it.list()).filter(({ at }) => at === it.world.clock.now).length + Number(more.more);
    };
    it.world.clock.now += 59_999;
    expect(await noted()).toBe(0);
    it.world.clock.now += 1;
    expect(await noted()).toBe(1);
  });

  it('lets a new agency be read at once, also one that completed its registration, and tells of each message', async () => {
    await using it = await open();
    const registered = 'agencia-registrada';
    await it.configure({ Callback: 'https://a.example/x', Secret: SECRET }, registered);
    const wake = vi.spyOn(Worker.prototype, 'wake');
    const body = INQUIRY.replace('{', '{"Auto":{},');
    const woken = async (sent: Sent) => {
      wake.mockClear();
      expect((await it.send(sent)).statusCode).toBe(204);
      return wake.mock.calls.map(([name]) => name);
    };
    const registration = { topic: registered, body: JSON.stringify({ AdminMail: 'a@nueva.example' }) };
    for (const sent of [{ body }, registration]) {
      expect(await woken(sent)).toEqual(['live-events', 'index-repairs', 'sweeps']);
      expect(await woken(sent)).toEqual(['live-events']);
    }
  });

  it('stays where it is after a new start', async () => {
    await using it = await open();
    await it.world.restart();
    expect((await it.send()).statusCode).toBe(204);
  });

  it('writes nothing of a message into the log', async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    await using it = await open('sqlite', { logger: { level: 'trace', stream } });
    await it.send();
    await it.send({ secret: 'x'.repeat(32) });
    expect(lines.length).toBeGreaterThan(2);
    const id = it.path.split('/').at(-1) ?? '';
    for (const canary of ['canario@', SECRET, id, SID]) expect(lines.join('')).not.toContain(canary);
  });
});
