import { expect, it } from 'vitest';
import { onEachEngine } from '#testing/engines.ts';
import { EMPTY_AGENCY_DATA } from '#service/agencies/store.ts';
import { systemClock } from '#system/clock.ts';
import { createDeliveryWorker, openServiceWorld } from '#testing/service-world.ts';
import { createWebhookClient } from '#http/webhook-client.ts';
import { openCallbackReceiver } from '#testing/callback-receiver.ts';

const DEAD = 10;
const MESSAGES = 30;

onEachEngine((engine) => {
  it('do not hold up the others: p95 of their first attempts is at most 2 s', async () => {
    await using world = await openServiceWorld(engine);
    await using stack = new AsyncDisposableStack();
    const { db } = world.database;
    const receivers = [];
    for (let at = 0; at <= DEAD; at += 1) receivers.push(stack.use(await openCallbackReceiver()));
    const [healthy, ...dead] = receivers;
    // Accepts connections, but never replies.
    for (const receiver of dead) receiver.respond = () => {};

    for (const [at, { url }] of [...dead, healthy ?? { url: '' }].entries()) {
      const as = await world.otherApp();
      const mail = `ventas${at}@a.example`;
      await world.agencies.add({ key: as.key }, [
        { agency: { ...AGENCY, mail }, operators: [{ mail, first_name: null, last_name: null }] },
      ]);
      const path = '/v3/appnotificaciones/consulta-recibida';
      await world.call(path, { as, method: 'POST', body: JSON.stringify({ Callback: url }) });
      for (let message = 0; message < MESSAGES; message += 1)
        await world.app.inject({ method: 'POST', url: `/simulator/consultas/${mail}`, payload: '' });
    }

    const worker = createDeliveryWorker(world, {
      webhookClient: createWebhookClient({ allowLocal: true, clock: systemClock }),
    });
    const started = Date.now();
    worker.start();
    await expect.poll(() => healthy?.requests.length, { timeout: 10_000, interval: 20 }).toBe(MESSAGES);
    const waits = (healthy?.requests ?? []).map(({ at }) => at - started).toSorted((a, b) => a - b);
    expect(waits[Math.floor(MESSAGES * 0.95)]).toBeLessThan(2000);
    // Each callback got at most four concurrent attempts, and no message was lost.
    expect(dead.map(({ requests }) => requests.length)).toEqual(dead.map(() => 4));
    const left = () => db.selectFrom('deliveries').select('id').execute();
    await expect.poll(left).toHaveLength(DEAD * MESSAGES);
    for (const receiver of dead) receiver.respond = (response) => response.writeHead(503).end();
    await Promise.all([worker.stop(), ...dead.map((receiver) => receiver[Symbol.asyncDispose]())]);
  });
});

const AGENCY = { ...EMPTY_AGENCY_DATA, invited_at: 0, registered_at: 0 };
