import { expect, it, vi } from 'vitest';
import type { DeliveryRow } from '#service/tables.ts';
import { systemRandom } from '#system/random.ts';
import { createTestClock } from '#testing/clocks.ts';
import { WorkStoppedError } from '#work/work.ts';
import { onBothEngines } from '#testing/engines.ts';
import { openServiceWorld } from '#testing/service-world.ts';
import { createDeliveries } from './deliveries.ts';
import { retryNow } from './delivery-store.ts';
import { openCallbackReceiver } from '#testing/callback-receiver.ts';
import { receiveInquiry, fetchPending, openFailing } from '#testing/webhook-deliveries.ts';

onBothEngines((engine) => {
  it('a worker tries what waits for its own process at once after the start, and nothing else', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await openFailing(world, receiver, 503);
    await world.worker.drain();
    world.clock.now += 5000;
    await world.worker.drain();
    const before = await fetchPending(world);
    expect(before).toMatchObject([{ attempts: 2, due_at: world.clock.now + 300_000 }]);
    receiver.respond = (response) => response.writeHead(204).end();
    const { db } = world.database;
    await retryNow(db, 'https://elsewhere.example/hooks', world.clock.now);
    expect(await fetchPending(world)).toEqual(before);
    await retryNow(db, receiver.url, world.clock.now);
    await world.worker.drain();
    expect(await fetchPending(world)).toEqual([]);
    expect(receiver.requests).toHaveLength(3);
  });

  it('a worker claims a message once among workers that look at the same moment', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await openFailing(world, receiver, 200);
    for (let more = 0; more < 9; more += 1) await receiveInquiry(world);
    await Promise.all([world, world, world].map(({ worker }) => worker.drain()));
    // `skip locked` may skip a row that was just released; the next step claims it.
    await world.worker.drain();
    expect(new Set(receiver.requests.map(({ headers }) => headers['notification-hook-id'])).size).toBe(10);
    expect(receiver.requests).toHaveLength(10);
  });

  it('a worker sends again what was claimed when the claim ends', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await openFailing(world, receiver, 200);
    const { db, clientName } = world.database;
    await db
      .updateTable('deliveries')
      .set({ claimed_by: clientName, claimed_until: world.clock.now + 30_000 })
      .execute();
    await world.worker.drain();
    expect(receiver.requests).toHaveLength(0);
    world.clock.now += 30_000;
    await world.worker.drain();
    expect(receiver.requests).toHaveLength(1);
  });

  it('a worker stores who sends a message while it is sent', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await openFailing(world, receiver, 500);
    const sent = Promise.withResolvers<Awaited<ReturnType<typeof fetchPending>>>();
    receiver.respond = (response) => {
      sent.resolve(fetchPending(world).finally(() => response.writeHead(500).end()));
    };
    await world.worker.drain();
    expect(await sent.promise).toMatchObject([{ claimed_by: world.database.clientName }]);
    expect(await fetchPending(world)).toMatchObject([{ claimed_by: null }]);
  });

  it('a worker sends at once what a killed process had claimed, and on PostgreSQL once it is surely gone', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await openFailing(world, receiver, 200);
    await world.database.db
      .updateTable('deliveries')
      .set({ claimed_by: 'a killed process', claimed_until: world.clock.now + 30_000 })
      .execute();
    await world.worker.drain();
    expect(receiver.requests).toHaveLength(engine === 'sqlite' ? 1 : 0);
    world.clock.now += 5000;
    await world.worker.drain();
    expect(receiver.requests).toHaveLength(1);
  });

  it('webhooks take turns where there is not room for all, each four messages for half a minute', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await openFailing(world, receiver, 200);
    const { db } = world.database;
    const { id: _, ...delivery } = (await fetchPending(world))[0] ?? {};
    const webhook = await db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
    await db.deleteFrom('deliveries').execute();
    const topics = ['a', 'b', 'c'];
    for (const topic of topics) {
      await db.insertInto('topics').values({ topic, description: topic, offered: 0 }).execute();
      const callback = `https://${topic}.example/`;
      await db
        .insertInto('webhooks')
        .values({ ...webhook, topic, version: topic, callback })
        .execute();
      for (let part = 0; part < 5; part++)
        await db
          .insertInto('deliveries')
          .values({ ...(delivery as DeliveryRow), id: `${topic} ${part}`, topic })
          .execute();
    }
    const deliveries = createDeliveries(world.database, {
      secrets: world.secrets,
      clock: createTestClock(() => world.clock.now),
      random: systemRandom,
      webhookClient: { send: vi.fn() },
    });
    const claimed = async () => {
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('claimed_by', 'is not', null)
        .execute();
      for (const { claimed_until } of rows) expect(claimed_until).toBe(world.clock.now + 30_000);
      return rows.map(({ topic }) => topic).toSorted();
    };
    for (const _turn of topics) await deliveries.claim(1);
    expect(await claimed()).toEqual(topics);
    await deliveries.claim(99);
    expect(await claimed()).toEqual(topics.flatMap((topic) => [topic, topic, topic, topic]));
    expect(deliveries).toMatchObject({ concurrency: 256, timeoutMs: 25_000 });
  });

  it('a webhook is delivered though more hosts hang than there is room for', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await openFailing(world, receiver, 200);
    const { db } = world.database;
    const { id: _, ...delivery } = (await fetchPending(world))[0] ?? {};
    const webhook = await db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
    const toDelivery = (topic: string, part: string) => ({
      ...(delivery as DeliveryRow),
      id: `${topic} ${part}`,
      topic,
    });
    const topics = Array.from({ length: 70 }, (_, at) => `t${at}`);
    await db
      .insertInto('topics')
      .values(topics.map((topic) => ({ topic, description: topic, offered: 0 as const })))
      .execute();
    await db
      .insertInto('webhooks')
      .values(
        topics.map((topic) => ({ ...webhook, topic, version: topic, callback: `https://${topic}.example/` })),
      )
      .execute();
    await db
      .insertInto('deliveries')
      .values(topics.flatMap((topic) => ['a', 'b', 'c', 'd', 'e'].map((part) => toDelivery(topic, part))))
      .execute();
    const sent = new Map<string, number>();
    const clock = createTestClock(() => world.clock.now);
    const deliveries = createDeliveries(world.database, {
      secrets: world.secrets,
      clock,
      random: systemRandom,
      webhookClient: {
        send({ url, signal }) {
          const { host } = new URL(url);
          sent.set(host, (sent.get(host) ?? 0) + 1);
          return new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error));
          });
        },
      },
    });
    const pieces = await deliveries.claim(deliveries.concurrency);
    expect(pieces).toHaveLength(256);
    const hung = new AbortController();
    const ended = Promise.allSettled(pieces.map((piece) => piece(hung.signal)));
    await vi.waitFor(() => expect(sent.size).toBeGreaterThan(60));
    expect(Math.max(...sent.values())).toBe(4);
    // The next look begins with another webhook.
    hung.abort(new WorkStoppedError());
    await ended;
    expect(await deliveries.claim(deliveries.concurrency)).toHaveLength(256);
    expect(await fetchPending(world)).toHaveLength(351);
  });
});
