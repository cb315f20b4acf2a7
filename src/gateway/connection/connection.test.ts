import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { recordFinding } from '#gateway/inquiries/findings.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { CONSOLE, KEY, OWN, json, openWorld } from '#testing/gateway-world.ts';

const ETAG = '"root-1"';

/** A service with two topics, one of them with the given callback. */
async function open() {
  const world = await openWorld();
  const service = { callback: 'https://a.example/x', date: new Date(world.clock.now).toUTCString() };
  const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
    '/v3': (request, response) => {
      response.setHeader('date', service.date);
      response.setHeader('etag', ETAG);
      if (request.headers['if-none-match'] === ETAG) response.writeHead(304).end();
      else json({ _links: {} })(request, response);
    },
    '/v3/appnotificaciones': json({
      _entries: [
        { Topic: 'consulta-recibida', Configurado: true, Activo: true },
        { Topic: 'agencia-registrada', Configurado: false, Activo: null },
      ],
    }),
    '/v3/appnotificaciones/consulta-recibida': (request, response) =>
      json({ Callback: service.callback, _links: {} })(request, response),
  };
  world.upstream.answer = (request, response) => answers[request.url ?? '']?.(request, response);
  const cookie = await world.signIn('support');
  const look = async () => (await world.call('/desk/connection', { headers: { cookie } })).json();
  const disposed = () => world[Symbol.asyncDispose]();
  return { world, service, cookie, look, [Symbol.asyncDispose]: disposed };
}

describe('the connection', () => {
  it('works: latency, last success, clock, topics and where they point', async () => {
    await using it = await open();
    const { now } = it.world.clock;
    const found = await it.look();
    expect(found).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
      upstream: it.world.upstream.origin,
      state: 'working',
      lastSuccessAt: now,
      refusal: null,
      appKey: KEY,
      topics: [
        {
          topic: 'consulta-recibida',
          configured: true,
          active: true,
          callback: it.service.callback,
          lastHeardAt: null,
        },
        { topic: 'agencia-registrada', configured: false, active: null, callback: null, lastHeardAt: null },
      ],
    });
    expect(found.latencyMs).toBeGreaterThanOrEqual(0);
    expect(Math.abs(found.clockAheadMs)).toBeLessThanOrEqual(500);
  });

  it('says how far the clocks are apart', async () => {
    await using it = await open();
    it.service.date = new Date(it.world.clock.now + 120_000).toUTCString();
    expect(Math.abs((await it.look()).clockAheadMs - 120_000)).toBeLessThanOrEqual(500);
    it.service.date = 'ayer';
    it.world.clock.now += 5000;
    expect(await it.look()).toMatchObject({ state: 'working', clockAheadMs: null });
  });

  it('is asked at most every five seconds, and of the root only whether it changed', async () => {
    await using it = await open();
    await Promise.all([it.look(), it.look(), it.look()]);
    it.world.clock.now += 4999;
    await it.look();
    expect(it.world.upstreamRequests).toHaveLength(3);
    it.world.clock.now += 1;
    expect(await it.look()).toMatchObject({ state: 'working', lastSuccessAt: it.world.clock.now });
    expect(it.world.upstreamRequests.map(({ headers }) => headers['if-none-match']).filter(Boolean)).toEqual([
      ETAG,
    ]);
  });

  it('knows the callback that is this console’s own', async () => {
    await using it = await open();
    const headers = { cookie: it.cookie };
    const [{ receiver }] = (await it.world.call('/desk/webhooks', { headers })).json().topics;
    it.service.callback = receiver;
    expect((await it.look()).topics[0]).toMatchObject({ callback: receiver, receiver });
  });

  it('refused says why in the service’s words, here and nowhere else', async () => {
    await using it = await open();
    await it.look();
    const { lastSuccessAt } = await it.look();
    it.world.upstream.answer = json({ Detail: 'El reloj está atrasado.' }, 401, 'application/problem+json');
    it.world.clock.now += 5000;
    expect(await it.look()).toMatchObject({
      state: 'refused',
      refusal: 'El reloj está atrasado.',
      lastSuccessAt,
      topics: [],
    });
  });

  it.each([
    ['unreachable', (_: IncomingMessage, response: ServerResponse) => response.destroy()],
    ['unreachable', json({}, 503)],
    ['failing', json({}, 500)],
    ['failing', json({ Detail: 'Sin espacio' }, 503, 'application/problem+json')],
    ['limited', json({ Detail: 'Demasiadas' }, 429, 'application/problem+json')],
    ['broken', json({}, 418)],
    ['broken', json({ other: true })],
  ] as const)('is %s', async (state, answer) => {
    await using it = await open();
    it.world.upstream.answer = answer;
    expect(await it.look()).toMatchObject({ state, refusal: null, topics: [] });
  });

  it('shows what the index does not do without a person, who decides about what was seen', async () => {
    await using it = await open();
    const { db, close } = await openGatewayDatabase(it.world.config.database);
    await syncAgencies(db, [{ adminMail: OWN, name: 'Ruta 9' }], it.world.clock.now);
    await recordFinding(db, { kind: 'inquiries', agency_key: OWN, missing: 30, total: 40, readAt: 5 }, 5);
    const call = (cookie: string, body?: object) =>
      it.world.call('/desk/connection/findings', {
        headers: { cookie, ...CONSOLE },
        ...(body && { method: 'POST', payload: body }),
      });
    const found = { kind: 'inquiries', adminMail: OWN, missing: 30 };
    expect((await call(it.cookie)).json()).toEqual({
      findings: [
        { ...found, name: 'Ruta 9', total: 40, foundAt: 5, decision: null, decidedBy: null, decidedAt: null },
      ],
    });
    const seller = await it.world.signIn('seller');
    expect((await call(seller)).statusCode).toBe(403);
    expect((await call(seller, { ...found, decision: 'accept' })).statusCode).toBe(403);
    expect((await call(it.cookie, { ...found, missing: 31, decision: 'accept' })).statusCode).toBe(409);
    expect((await call(it.cookie, { ...found, decision: 'erase' })).statusCode).toBe(400);
    const decided = await call(it.cookie, { ...found, decision: 'wait' });
    expect(decided.json()).toMatchObject({
      findings: [
        { decision: 'wait', decidedAt: it.world.clock.now, decidedBy: expect.any(String) as string },
      ],
    });
    // Another number asks again, the same one does not.
    for (const [missing, decision] of [
      [30, 'wait'],
      [31, null],
    ] as const) {
      await recordFinding(db, { kind: 'inquiries', agency_key: OWN, missing, total: 40, readAt: 6 }, 6);
      expect((await call(it.cookie)).json()).toMatchObject({ findings: [{ missing, decision }] });
    }
    const entries = await db
      .selectFrom('audit')
      .select(['agency', 'target', 'status'])
      .where('action', '=', 'decideFinding')
      .where('status', '=', 200)
      .execute();
    expect(entries).toEqual([{ agency: OWN, target: 'inquiries wait 30', status: 200 }]);
    await close();
  });

  it('is not for sellers, and answers no other method', async () => {
    await using it = await open();
    const seller = await it.world.signIn('seller');
    const headers = { cookie: seller, ...CONSOLE };
    expect((await it.world.call('/desk/connection', { headers })).statusCode).toBe(403);
    expect((await it.world.call('/desk/connection', { method: 'POST', headers })).statusCode).toBe(405);
    expect(it.world.upstreamRequests).toHaveLength(0);
  });

  it('has faults to choose only in a demo', async () => {
    await using world = await openWorld({ demoAgency: undefined });
    const headers = { cookie: await world.signIn('partner'), ...CONSOLE };
    const reply = await world.call('/desk/demo/fault', {
      method: 'PUT',
      headers,
      payload: { fault: 'service-down' },
    });
    expect(reply.statusCode).toBe(404);
    expect((await world.call('/desk/connection', { headers })).json()).toMatchObject({ demo: null });
  });
});
