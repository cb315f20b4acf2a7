import { describe, expect, inject, it, vi } from 'vitest';
import { registerIndexedAgency } from '#gateway/inquiries/agencies.ts';
import { BrokenReplyError, type Transport } from '#gateway/forward/transport.ts';
import { Metrics } from '#http/metrics.ts';
import { systemClock } from '#system/clock.ts';
import { cloneDatabase, onEachEngine } from '#testing/engines.ts';
import { openGatewayStore } from '#testing/gateway-store.ts';
import { CONSOLE, OWN, type WorldOptions, json, openWorld, signIn } from '#testing/gateway-world.ts';
import { createManualClock } from '#testing/manual-clock.ts';
import { openTcpProxy } from '#testing/tcp-proxy.ts';
import { fetchIndexFigures } from '#gateway/inquiries/freshness.ts';
import { createMeters } from './meters.ts';

async function scrape(metrics: Metrics, prefix: string): Promise<string[]> {
  const text = await metrics.registry.metrics();
  return text.split('\n').filter((line) => line.startsWith(prefix));
}

async function open(options: WorldOptions = {}) {
  const metrics = new Metrics(systemClock);
  const world = await openWorld({ metrics, ...options });
  return {
    world,
    scrape: (prefix: string) => scrape(metrics, prefix),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

it('refused sign-ins are counted by their reason, and nothing else is', async () => {
  await using at = await open();
  const mail = at.world.mail('seller');
  await signIn(at.world.call, { mail, password: 'another password' });
  await signIn(at.world.call, { mail: 'x', password: '' });
  await at.world.signIn('seller');
  await at.world.call('/desk/me');
  await at.world.call('/desk/me', { headers: { authorization: 'Bearer vit_x' } });
  expect(await at.scrape('vitrina_sign_ins_refused_total{')).toEqual([
    'vitrina_sign_ins_refused_total{reason="wrong-credentials"} 1',
    'vitrina_sign_ins_refused_total{reason="wrong-code"} 0',
    'vitrina_sign_ins_refused_total{reason="openid-unreachable"} 0',
    'vitrina_sign_ins_refused_total{reason="openid-failed"} 0',
    'vitrina_sign_ins_refused_total{reason="passkey-failed"} 0',
    'vitrina_sign_ins_refused_total{reason="token-refused"} 1',
    'vitrina_sign_ins_refused_total{reason="too-many-attempts"} 0',
    'vitrina_sign_ins_refused_total{reason="other"} 1',
  ]);
});

it('webhooks are counted by topic and reason, and topics that anybody can make up together', async () => {
  await using at = await open({ answer: json({ _entries: [] }) });
  const { receiverUrl } = at.world.gateway;
  const send = (topic: string) =>
    at.world.call(new URL(receiverUrl).pathname, {
      method: 'POST',
      headers: { ...CONSOLE, 'notification-topic': topic },
      payload: '{}',
    });
  for (const topic of ['Consulta-Recibida', 'ana@x.example', 'bea@x.example', 'agencia-registrada'])
    expect((await send(topic)).statusCode).toBe(401);
  expect(await at.scrape('vitrina_deliveries_total{')).toEqual([
    'vitrina_deliveries_total{topic="consulta-recibida",outcome="topic"} 1',
    'vitrina_deliveries_total{topic="other",outcome="topic"} 2',
    'vitrina_deliveries_total{topic="agencia-registrada",outcome="topic"} 1',
  ]);
});

it('a process that is no worker leaves what all share to the workers', async () => {
  await using at = await open({ worker: false });
  expect(await at.scrape('vitrina_live_streams')).toEqual(['vitrina_live_streams 0']);
  for (const prefix of ['vitrina_index_', 'vitrina_doctor_', 'vitrina_reading_success{'])
    expect(await at.scrape(prefix)).toEqual([]);
});

describe('a call of the service', () => {
  const reply = (status: number) => async () => ({ status, headers: new Map(), body: new Uint8Array() });
  const timeout = new DOMException('Timeout', 'TimeoutError');

  it.each<[string, Transport['send'], unknown?]>([
    ['ok', reply(200)],
    ['ok', reply(304)],
    ['not-accepted', reply(404)],
    ['refused', reply(401)],
    ['limited', reply(429)],
    ['failing', reply(500)],
    ['failing', reply(503)],
    ['broken', () => Promise.reject(new BrokenReplyError('cut'))],
    ['unreachable', () => Promise.reject(new Error('ECONNREFUSED'))],
    ['timeout', () => Promise.reject(timeout), timeout],
    ['cancelled', () => Promise.reject(new Error('aborted')), new Error('the client left')],
  ])('is %s', async (outcome, send, reason) => {
    const clock = createManualClock();
    const metrics = new Metrics(clock);
    const transport = createMeters(metrics).observeTransport(
      {
        send: async (request) => {
          await clock.sleep(300);
          return send(request);
        },
        isBusy: () => false,
        close: async () => {},
      },
      clock,
    );
    const signal = reason === undefined ? new AbortController().signal : AbortSignal.abort(reason);
    const call = transport.send({ method: 'GET', path: `/${OWN}`, headers: {}, signal }).catch(() => {});
    await clock.advance(300);
    await call;
    const samples = await scrape(metrics, 'vitrina_upstream_request_duration_seconds');
    const prefix = 'vitrina_upstream_request_duration_seconds';
    expect(samples).toContain(`${prefix}_count{outcome="${outcome}"} 1`);
    expect(samples).toContain(`${prefix}_sum{outcome="${outcome}"} 0.3`);
    expect(samples).toContain(`${prefix}_bucket{le="0.25",outcome="${outcome}"} 0`);
    expect(samples).toContain(`${prefix}_bucket{le="0.5",outcome="${outcome}"} 1`);
  });
});

onEachEngine((engine) => {
  it('figures of the index are those of the agencies that are shown', async () => {
    await using store = await openGatewayStore(engine);
    const { db } = store;
    const empty = { agencies: 0, complete: 0, failing: 0, inquiries: 0, ageS: null };
    expect(await fetchIndexFigures(db, 10_000)).toEqual(empty);
    for (const mail of ['a@x.example', 'b@x.example', 'c@x.example'])
      await registerIndexedAgency(db, mail, 0);
    const set = (agency_key: string, values: object) =>
      db.updateTable('indexed_agency').set(values).where('agency_key', '=', agency_key).execute();
    await set('a@x.example', { swept_at: 4000, full_read_at: 4000 });
    await set('b@x.example', { swept_at: 9000, failing_since: 9500 });
    await set('c@x.example', { swept_at: 1, gone_at: 2 });
    for (const change of [3, -1])
      await db.insertInto('inquiry_count').values({ agency_key: 'a@x.example', change }).execute();
    expect(await fetchIndexFigures(db, 10_000)).toEqual({
      agencies: 2,
      complete: 1,
      failing: 1,
      inquiries: 2,
      ageS: 6,
    });
  });
});

describe.skipIf(inject('databases').postgresUrl === null)('while PostgreSQL hangs', () => {
  it('a scrape says in time that its figures are missing, and has them again later', async () => {
    await using clone = await cloneDatabase('postgres', 'gateway');
    await using proxy = await openTcpProxy(clone.target.url ?? '');
    const database = { ...clone.target, url: proxy.url, statementTimeoutMs: 1000 };
    await using at = await open({ config: { database } });
    const succeeds = () => at.scrape('vitrina_reading_success{reading="index"}');
    expect(await succeeds()).toEqual(['vitrina_reading_success{reading="index"} 1']);
    proxy.state = 'frozen';
    const startedAt = performance.now();
    expect(await succeeds()).toEqual(['vitrina_reading_success{reading="index"} 0']);
    expect(await at.scrape('vitrina_index_agencies')).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(8000);
    proxy.state = 'passing';
    await vi.waitFor(
      async () => expect(await succeeds()).toEqual(['vitrina_reading_success{reading="index"} 1']),
      { timeout: 20_000, interval: 200 },
    );
  }, 60_000);
});
