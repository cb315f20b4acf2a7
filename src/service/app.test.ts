import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { Agencias } from '#contract/agencies.ts';
import { openCallbackReceiver } from '#testing/callback-receiver.ts';
import { onBothEngines } from '#testing/engines.ts';
import { DatabaseInUseError } from '#database/lock-database.ts';
import { createServer } from '#http/server.ts';
import { signRequest } from '#signing/request.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { createTestClock } from '#testing/clocks.ts';
import { openService, registerErrorHandlers } from './app.ts';
import { NOON, createSignedRequest, openServiceWorld } from '#testing/service-world.ts';

const credentials = { key: '0'.repeat(32), secret: '1'.repeat(32) };
const clock = createTestClock(() => NOON);

onBothEngines((engine) => {
  it('the service makes the app at the start, and accepts a changed secret from the next on, besides the one before', async () => {
    await using world = await openServiceWorld(engine);
    const old = { ...credentials, secret: '2'.repeat(32) };
    const present = { ...credentials, secret: '3'.repeat(32) };
    for (const as of [old, present]) {
      const { app, close } = await openService(world.config, { credentials: as, clock });
      const request = createSignedRequest('/v3/agencias', { as, now: NOON });
      expect(Agencias.parse((await app.inject(request)).json())._entries).toEqual([]);
      await close();
    }
    const request = createSignedRequest('/v3/agencias', { as: old, now: NOON + 1000 });
    expect((await world.app.inject(request)).statusCode).toBe(200);
  });

  it('the service serves the demo when it is asked to', async () => {
    await using world = await openServiceWorld(engine, { demo: true });
    const { app, close } = await openService(world.config, { credentials, clock });
    const list = await app.inject(createSignedRequest('/v3/agencias', { as: credentials, now: NOON }));
    expect(Agencias.parse(list.json())._entries).toHaveLength(12);
    await close();
  });
});

it('the service delivers nothing before whoever may receive it listens', async () => {
  await using world = await openServiceWorld('sqlite');
  await using receiver = await openCallbackReceiver();
  await world.agency('ventas@a.example');
  const path = '/v3/appnotificaciones/consulta-recibida';
  await world.call(path, { method: 'POST', body: JSON.stringify({ Callback: receiver.url }) });
  await world.app.inject({ method: 'POST', url: '/simulator/consultas/ventas@a.example', payload: '' });
  const pending = () => world.database.db.selectFrom('deliveries').select('attempts').execute();
  const service = await openService(world.config, { credentials, clock });
  await service.app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
  expect(await pending()).toEqual([{ attempts: 0 }]);
  await service.startDelivery();
  await vi.waitFor(async () => expect(await pending()).toEqual([]), { timeout: 10_000 });
  expect(receiver.requests).toHaveLength(1);
  await service.close();
});

it('the service stops though its mails and callbacks hang, and loses neither', async () => {
  await using world = await openServiceWorld('sqlite');
  await using receiver = await openCallbackReceiver();
  await using smtp = await openCallbackReceiver();
  // Neither says anything: the one to a request, the other to a connection.
  receiver.respond = () => {};
  await world.agency('ventas@a.example');
  const path = '/v3/appnotificaciones/consulta-recibida';
  await world.call(path, { method: 'POST', body: JSON.stringify({ Callback: receiver.url }) });
  for (let at = 0; at < 20; at += 1) {
    await world.app.inject({ method: 'POST', url: '/simulator/consultas/ventas@a.example', payload: '' });
    const body = JSON.stringify({ AdminMail: `nueva-${at}@a.example` });
    await world.call('/v3/agencias', { method: 'POST', body });
  }
  const smtpUrl = `smtp://127.0.0.1:${new URL(smtp.url).port}`;
  const config = { ...world.config, mail: { ...world.config.mail, smtpUrl } };
  const service = await openService(config, { credentials, clock });
  await service.startDelivery();
  await vi.waitFor(() => expect(Math.min(receiver.requests.length, smtp.connections)).toBeGreaterThan(0), {
    timeout: 10_000,
  });
  await service.close();
  const { db } = world.database;
  const deliveries = await db.selectFrom('deliveries').select(['attempts', 'due_at', 'claimed_by']).execute();
  expect(deliveries).toEqual(
    Array.from({ length: 20 }, () => ({ attempts: 0, due_at: NOON, claimed_by: null })),
  );
  const mails = await db.selectFrom('mail').select('due_at').where('due_at', 'is not', null).execute();
  expect(mails).toHaveLength(20);
}, 20_000);

it('the service refuses a second server on the same embedded database, and lets it in after the first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-service-'));
  await using world = await openServiceWorld('sqlite');
  const database = { file: join(folder, 'new', 'service.db'), url: undefined, schema: 'service' };
  const config = { ...world.config, database };
  const first = await openService(config, { credentials, clock });
  await expect(openService(config, { credentials, clock })).rejects.toThrow(DatabaseInUseError);
  expect((await first.app.inject('/healthz')).statusCode).toBe(200);
  await first.close();
  const second = await openService(config, { credentials, clock });
  await second.close();
  await rm(folder, { recursive: true });
});

it('the service finishes the answers in flight when it closes', async () => {
  await using world = await openServiceWorld('sqlite', { demo: true });
  const { app, close } = await openService(world.config, { credentials, clock });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const asked = fetch(`${origin}/v3/agencias`, {
    headers: signRequest({ method: 'GET', path: '/v3/agencias' }, credentials, {
      prefix: 'SVC',
      now: NOON,
      nonce: '1',
    }),
  });
  await new Promise((resolve) => {
    app.server.once('request', resolve);
  });
  await close();
  expect((await asked).status).toBe(200);
});

it('503: no room left to write is told as such, and to come again', async () => {
  const app = createServer({ logger: false, clock: systemClock, random: systemRandom });
  registerErrorHandlers(app);
  app.post('/', () => {
    throw Object.assign(new Error('database or disk is full: /data/service.db'), { errcode: 13 });
  });
  const answer = await app.inject({ method: 'POST', url: '/' });
  expect([answer.statusCode, answer.headers['retry-after'], answer.json().Status]).toEqual([503, '30', 503]);
  expect(answer.body).not.toContain('service.db');
});
