import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { FastifyBaseLogger } from 'fastify';
import { expect, it } from 'vitest';
import { DAY_MS } from '#contract/durations.ts';
import { Consulta } from '#contract/inquiries.ts';
import { systemClock } from '#system/clock.ts';
import { onBothEngines } from '#testing/engines.ts';
import { NOON, type ServiceWorld, createDeliveryWorker, openServiceWorld } from '#testing/service-world.ts';
import { createWebhookClient } from '#http/webhook-client.ts';
import { type ReceivedRequest, openCallbackReceiver } from '#testing/callback-receiver.ts';
import {
  MAIL,
  PATH,
  configureWebhook,
  receiveInquiry,
  fetchPending,
  openFailing,
} from '#testing/webhook-deliveries.ts';
import { WEBHOOK_RETRY_DELAYS_MS } from '#work/webhook-retries.ts';

const NOTHING: ReceivedRequest = { path: '', headers: {}, body: '', at: 0 };

const isActive = async (world: ServiceWorld) => (await world.call(PATH)).json<{ Activo: boolean }>().Activo;

onBothEngines((engine) => {
  it.each(['0123456789abcdef', `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`])(
    'a worker sends the whole inquiry, signed in both styles, with the custom headers: %s',
    async (secret) => {
      await using world = await openServiceWorld(engine);
      await using receiver = await openCallbackReceiver();
      world.clock.now = Date.now();
      await world.agency(MAIL);
      const HeaderCustom02 = { Name: 'X-Mine', Value: 'a b' };
      await configureWebhook(world, receiver.url, { Secret: secret, HeaderCustom02 });
      const location = String((await receiveInquiry(world)).headers.location);
      await world.worker.drain();

      const [{ headers, body } = NOTHING] = receiver.requests;
      // Generated inquiries may have members that are not in the contract.
      expect(JSON.parse(body)).toEqual((await world.call(location)).json());
      expect(Consulta.safeParse(JSON.parse(body)).success).toBe(true);
      expect(headers).toMatchObject({ 'x-mine': 'a b', 'content-type': 'application/json' });
      const signed = ['hook-id', 'timestamp', 'topic'].map((name) => headers[`notification-${name}`]);
      expect(signed).toEqual([
        expect.stringMatching(/^[\da-f-]{36}$/),
        new Date(world.clock.now).toISOString(),
        'consulta-recibida',
      ]);
      expect(headers['notification-signature']).toBe(
        createHmac('sha256', secret).update(signed.join('\n')).digest('base64'),
      );
      const independent = secret.startsWith('whsec_')
        ? new Webhook(secret)
        : new Webhook(secret, { format: 'raw' });
      expect(independent.verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
      expect(() => independent.verify(`${body} `, headers as Record<string, string>)).toThrow(
        'No matching signature found',
      );
      expect(await fetchPending(world)).toEqual([]);
    },
  );

  it('a worker delivers with whatever header the contract takes', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await world.agency(MAIL);
    const names = ['User-Agent', 'Accept', 'Pragma', 'Range', 'If-Match', 'constructor'];
    for (const [at, Name] of names.entries()) {
      const HeaderCustom01 = { Name, Value: 'mine' };
      await configureWebhook(world, receiver.url, { HeaderCustom01 }, at === 0 ? 'POST' : 'PUT');
      await receiveInquiry(world);
      await world.worker.drain();
      expect(receiver.requests.at(-1)?.headers).toHaveProperty([Name.toLowerCase()], 'mine');
    }
    expect(receiver.requests).toHaveLength(names.length);
  });

  it('a worker delivers without a header that was taken before its name was refused, and shows it', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await world.agency(MAIL);
    await configureWebhook(world, receiver.url);
    const kept = [{ Name: 'Expect', Value: '100-continue' }, { Name: 'X-Mine', Value: 'a' }, null];
    await world.database.db
      .updateTable('webhooks')
      .set({ headers: JSON.stringify(kept) })
      .execute();
    await receiveInquiry(world);
    await world.worker.drain();
    expect(receiver.requests[0]?.headers).toMatchObject({ 'x-mine': 'a' });
    expect(receiver.requests[0]?.headers).not.toHaveProperty('expect');
    expect((await world.call(PATH)).json()).toMatchObject({ HeaderCustom01: kept[0] });
  });

  it('a message names the administrator as responsible where the inquiry names nobody', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await world.agency(MAIL);
    await configureWebhook(world, receiver.url);
    const payload = JSON.stringify({ OperadorResponsable: null });
    await world.app.inject({
      method: 'POST',
      url: `/simulator/consultas/${MAIL}`,
      payload,
      headers: { 'content-type': 'application/json' },
    });
    await world.worker.drain();
    expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({ OperadorResponsable: MAIL });
  });

  it('a worker signs nothing without a secret', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await openFailing(world, receiver, 200);
    await world.worker.drain();
    const names = Object.keys(receiver.requests[0]?.headers ?? {});
    expect(names).toContain('notification-topic');
    expect(names.filter((name) => name.startsWith('webhook-') || name.includes('signature'))).toEqual([]);
  });

  it('a worker tries again on the whole schedule, by the same hook id, then gives up', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await openFailing(world, receiver, 500);
    await world.worker.drain();
    for (const [at, wait] of WEBHOOK_RETRY_DELAYS_MS.entries()) {
      world.clock.now += wait - 1;
      await world.worker.drain();
      expect(receiver.requests).toHaveLength(at + 1);
      world.clock.now += 1;
      await world.worker.drain();
      expect(receiver.requests).toHaveLength(at + 2);
    }
    expect(new Set(receiver.requests.map(({ headers }) => headers['notification-hook-id'])).size).toBe(1);
    expect(new Set(receiver.requests.map(({ headers }) => headers['notification-timestamp'])).size).toBe(10);
    expect(await fetchPending(world)).toEqual([]);
    expect(await isActive(world)).toBe(true);
  });

  it.each([300, 302, 307, 404, 503])(
    'a worker takes %i for no success, and does not follow it',
    async (status) => {
      await using world = await openServiceWorld(engine);
      await using receiver = await openCallbackReceiver();
      await openFailing(world, receiver, status);
      receiver.respond = (response) => response.writeHead(status, { location: receiver.url }).end();
      await world.worker.drain();
      expect(receiver.requests).toHaveLength(1);
      expect(await fetchPending(world)).toMatchObject([{ attempts: 1 }]);
    },
  );

  it.each([
    [503, '60', 60_000],
    [429, 'Fri, 20 Nov 2026 15:02:00 GMT', 120_000],
    [503, ' 999999 ', DAY_MS],
    [429, 'Wed, 25 Nov 2026 15:00:00 GMT', DAY_MS],
    // Earlier than the schedule, in the past, or invalid: the schedule applies.
    [503, '1', 5000],
    [503, 'Fri, 20 Nov 2026 14:00:00 GMT', 5000],
    [429, '-60', 5000],
    [429, 'luego', 5000],
    [429, '', 5000],
    [500, '60', 5000],
  ])('after %i with Retry-After "%s" a worker tries again in %i ms', async (status, retryAfter, wait) => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await openFailing(world, receiver, status);
    receiver.respond = (response) => {
      response.writeHead(status, { 'retry-after': retryAfter }).end();
    };
    await world.worker.drain();
    expect(await fetchPending(world)).toMatchObject([{ attempts: 1, due_at: NOON + wait }]);
    world.clock.now += wait - 1;
    await world.worker.drain();
    expect(receiver.requests).toHaveLength(1);
    world.clock.now += 1;
    await world.worker.drain();
    expect(receiver.requests).toHaveLength(2);
  });

  it.each([
    ['a webhook message failed its last attempt', 500, WEBHOOK_RETRY_DELAYS_MS.length],
    ['a webhook was suspended, and its messages were dropped', 410, 0],
  ])('a worker leaves a trace: %s', async (trace, status, retries) => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await openFailing(world, receiver, status);
    const traces: unknown[] = [];
    const log = { info() {}, error() {}, warn: (what: object, text: string) => traces.push([what, text]) };
    const worker = createDeliveryWorker(world, {
      webhookClient: createWebhookClient({ allowLocal: true, clock: systemClock }),
      log: log as unknown as FastifyBaseLogger,
    });
    const [{ id } = { id: '' }] = await fetchPending(world);
    await worker.drain();
    for (const wait of WEBHOOK_RETRY_DELAYS_MS.slice(0, retries)) {
      world.clock.now += wait;
      await worker.drain();
    }
    const topic = 'consulta-recibida';
    expect(traces).toEqual([[expect.objectContaining({ delivery: id, topic }), trace]]);
    expect(await fetchPending(world)).toEqual([]);
    await worker.stop();
  });

  it('a worker repeats at once what a proxy could not hand on, once', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await openFailing(world, receiver, 502);
    await world.worker.drain();
    expect(receiver.requests).toHaveLength(2);
    expect(await fetchPending(world)).toMatchObject([{ attempts: 1, due_at: world.clock.now + 5000 }]);
    world.clock.now += 5000;
    receiver.respond = (response) => response.writeHead(receiver.requests.length === 3 ? 502 : 204).end();
    await world.worker.drain();
    expect(receiver.requests).toHaveLength(4);
    expect(new Set(receiver.requests.map(({ headers }) => headers['notification-hook-id'])).size).toBe(1);
    expect(await fetchPending(world)).toEqual([]);
  });

  it('a worker suspends a callback that is gone', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await openFailing(world, receiver, 410);
    await receiveInquiry(world);
    await world.worker.drain();
    expect(await isActive(world)).toBe(false);
    expect(await fetchPending(world)).toEqual([]);
    await receiveInquiry(world);
    expect(await fetchPending(world)).toEqual([]);
  });

  it('a worker suspends after five days of nothing but failures, and not when one arrived between', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await openFailing(world, receiver, 500);
    await world.worker.drain();
    world.clock.now += 3 * DAY_MS;
    receiver.respond = (response) => response.writeHead(200).end();
    await world.worker.drain();
    receiver.respond = (response) => response.writeHead(500).end();
    for (const day of [0, 2, 4]) {
      world.clock.now += day === 0 ? 0 : 2 * DAY_MS;
      await receiveInquiry(world);
      await world.worker.drain();
      expect(await isActive(world)).toBe(true);
    }
    world.clock.now += DAY_MS;
    await receiveInquiry(world);
    await world.worker.drain();
    expect(await isActive(world)).toBe(false);
  });

  it('a worker sends what is pending where it is configured now', async () => {
    await using world = await openServiceWorld(engine);
    await using first = await openCallbackReceiver();
    await using second = await openCallbackReceiver();
    await openFailing(world, first, 500);
    await world.worker.drain();
    await configureWebhook(world, second.url, {}, 'PUT');
    world.clock.now += 6000;
    await world.worker.drain();
    expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
  });

  it.each([
    ['DELETE', (world: ServiceWorld) => world.call(PATH, { method: 'DELETE' })],
    [
      'suspension',
      (world: ServiceWorld) => configureWebhook(world, 'https://a.example/', { Activo: false }, 'PUT'),
    ],
    [
      'disassociation',
      (world: ServiceWorld) => world.call(`/v3/agencias/${MAIL}/desasociar`, { method: 'PATCH' }),
    ],
  ])('a worker drops what is pending on %s', async (_, end) => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await openFailing(world, receiver, 500);
    expect(await fetchPending(world)).toHaveLength(1);
    await end(world);
    expect(await fetchPending(world)).toEqual([]);
    await receiveInquiry(world);
    expect(await fetchPending(world)).toEqual([]);
  });
});
