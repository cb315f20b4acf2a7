import { expect, it, vi } from 'vitest';
import { systemClock } from '#system/clock.ts';
import { onBothEngines } from '#testing/engines.ts';
import { openServiceWorld } from '#testing/service-world.ts';
import { createWebhookClient } from './webhook-client.ts';
import { createDeliveryWorker } from './worker.ts';
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
    const other = createDeliveryWorker(world.database, {
      webhookClient: createWebhookClient({ allowLocal: true, clock: systemClock }),
      secrets: world.secrets,
      now: () => world.clock.now,
    });
    await other.start('https://elsewhere.example/hooks');
    await other.stop();
    expect(await fetchPending(world)).toEqual(before);
    await world.worker.start(receiver.url);
    await vi.waitFor(async () => expect(await fetchPending(world)).toEqual([]), { timeout: 10_000 });
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
      .set({ due_at: world.clock.now + 30_000, attempts: 1, claimed_by: clientName })
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

  it('a worker sends at once what a killed process had claimed', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await openFailing(world, receiver, 200);
    await world.database.db
      .updateTable('deliveries')
      .set({ due_at: world.clock.now + 30_000, attempts: 1, claimed_by: 'a killed process' })
      .execute();
    await world.worker.start();
    await vi.waitFor(() => expect(receiver.requests).toHaveLength(1), { timeout: 10_000 });
  });
});
