import { expect, it } from 'vitest';
import { SECOND_MS } from '#contract/durations.ts';
import type { NameLookup } from '#http/name-resolver.ts';
import { type CallbackReceiver, openCallbackReceiver } from '#testing/callback-receiver.ts';
import { onEachEngine } from '#testing/engines.ts';
import { type ServiceWorld, openServiceWorld } from '#testing/service-world.ts';
import { retryWaiting } from './store.ts';

const MAIL = 'ventas@a.example';

const configure = (world: ServiceWorld, topic: string, Callback: string, method: 'POST' | 'PUT' = 'POST') =>
  world.call(`/v3/appnotificaciones/${topic}`, { method, body: JSON.stringify({ Callback }) });
const receive = async (world: ServiceWorld, count = 1) => {
  for (let at = 0; at < count; at += 1)
    await world.app.inject({ method: 'POST', url: `/simulator/consultas/${MAIL}`, payload: '' });
};
const listWaiting = (world: ServiceWorld) =>
  world.database.db.selectFrom('deliveries').selectAll().orderBy('due_at').execute();
const wait = async (world: ServiceWorld, ms: number) => {
  world.clock.now += ms;
  await world.worker.drain();
};
const answer = (receiver: CallbackReceiver, status: number, headers = {}) => {
  receiver.respond = (response) => response.writeHead(status, headers).end();
};

onEachEngine((engine) => {
  /** A world whose callback failed long enough that its messages wait for hours. */
  async function openAfterOutage(count = 3) {
    const world = await openServiceWorld(engine);
    const receiver = await openCallbackReceiver();
    await world.agency(MAIL);
    await configure(world, 'consulta-recibida', receiver.url);
    answer(receiver, 503);
    await receive(world, count);
    for (const ms of [0, 10, 400, 2000]) await wait(world, ms * SECOND_MS);
    expect((await listWaiting(world)).map(({ attempts }) => attempts)).toEqual(
      Array.from({ length: count }, () => 4),
    );
    return {
      world,
      receiver,
      async [Symbol.asyncDispose]() {
        await world[Symbol.asyncDispose]();
        await receiver[Symbol.asyncDispose]();
      },
    };
  }

  it('sends what waits as soon as one message gets through', async () => {
    await using it = await openAfterOutage();
    answer(it.receiver, 204);
    await receive(it.world);
    await it.world.worker.drain();
    expect(await listWaiting(it.world)).toEqual([]);
  });

  it('sends what waits for another topic at the same host, and not at other hosts', async () => {
    await using it = await openAfterOutage();
    const { world, receiver } = it;
    await using other = await openCallbackReceiver();
    const invite = async (AdminMail: string) => {
      await world.call('/v3/agencias', { method: 'POST', body: JSON.stringify({ AdminMail }) });
      await world.app.inject({ method: 'POST', url: `/simulator/agencias/${AdminMail}/registro` });
      await world.worker.drain();
    };
    await configure(world, 'agencia-registrada', other.url);
    await invite('b@a.example');
    expect(other.requests).toHaveLength(1);
    expect(await listWaiting(world)).toHaveLength(3);
    await configure(world, 'agencia-registrada', `${receiver.url}/otra`, 'PUT');
    answer(receiver, 204);
    await invite('c@a.example');
    expect(await listWaiting(world)).toEqual([]);
  });

  it('keeps the schedule of a message that its receiver never takes, while others get through', async () => {
    await using it = await openAfterOutage(1);
    const { world, receiver } = it;
    const poison = (await listWaiting(world))[0]?.id ?? '';
    receiver.respond = (response) => {
      const isPoison = receiver.requests.at(-1)?.headers['notification-hook-id'] === poison;
      response.writeHead(isPoison ? 500 : 204).end();
    };
    const tries = () =>
      receiver.requests.filter(({ headers }) => headers['notification-hook-id'] === poison).length;
    const before = tries();
    for (let round = 0; round < 5; round += 1) {
      await receive(world);
      await wait(world, SECOND_MS);
    }
    expect(tries() - before).toBe(1);
    expect(await listWaiting(world)).toMatchObject([{ id: poison, attempts: 4, resumed: 2 }]);
    await wait(world, 3 * 3_600_000);
    expect(await listWaiting(world)).toMatchObject([{ id: poison, attempts: 5, resumed: 0 }]);
  });

  it('waits as long as the receiver said, also when others get through', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await world.agency(MAIL);
    await configure(world, 'consulta-recibida', receiver.url);
    answer(receiver, 429, { 'retry-after': '600' });
    await receive(world);
    await world.worker.drain();
    answer(receiver, 204);
    await receive(world);
    await world.worker.drain();
    expect(await listWaiting(world)).toMatchObject([{ due_at: world.clock.now + 600 * SECOND_MS }]);
    await wait(world, 600 * SECOND_MS);
    expect(await listWaiting(world)).toEqual([]);
  });

  it('tries what waits at once when the webhook is saved, without using up its attempts', async () => {
    await using it = await openAfterOutage();
    const { world, receiver } = it;
    for (let round = 0; round < 3; round += 1) {
      await configure(world, 'consulta-recibida', receiver.url, 'PUT');
      await world.worker.drain();
      expect((await listWaiting(world)).map(({ attempts }) => attempts)).toEqual([4, 4, 4]);
    }
    await using repaired = await openCallbackReceiver();
    await configure(world, 'consulta-recibida', repaired.url, 'PUT');
    await world.worker.drain();
    expect([repaired.requests.length, await listWaiting(world)]).toEqual([3, []]);
  });

  it('tries what waits for a topic when the operator says so', async () => {
    await using it = await openAfterOutage();
    const { world, receiver } = it;
    const { db } = world.database;
    expect(await retryWaiting(db, 'agencia-registrada', world.clock.now)).toBe(0);
    answer(receiver, 204);
    await world.worker.drain();
    expect(await listWaiting(world)).toHaveLength(3);
    expect(await retryWaiting(db, 'Consulta-Recibida', world.clock.now)).toBe(1);
    await world.worker.drain();
    expect(await listWaiting(world)).toEqual([]);
  });

  it('takes a time that no schedule gives for one that a wrong clock wrote', async () => {
    await using it = await openAfterOutage();
    const { world, receiver } = it;
    await world.database.db
      .updateTable('deliveries')
      .set({ due_at: world.clock.now + 500 * 86_400_000 })
      .execute();
    answer(receiver, 204);
    await world.worker.drain();
    expect(await listWaiting(world)).toEqual([]);
  });

  it('goes on after names resolve again', async () => {
    let isDown = true;
    const lookup: NameLookup = (_host, _options, done) =>
      isDown
        ? done(Object.assign(new Error('down'), { code: 'ETIMEOUT' }), [])
        : done(null, [{ address: '127.0.0.1', family: 4 }]);
    await using world = await openServiceWorld(engine, { callbackAllowedRanges: [] }, { lookup });
    await using receiver = await openCallbackReceiver();
    await world.agency(MAIL);
    const { port } = new URL(receiver.url);
    await world.database.db
      .insertInto('webhooks')
      .values({
        app_key: world.credentials.key,
        topic: 'consulta-recibida',
        callback: `http://receiver.example:${port}/`,
        secret: null,
        description: null,
        active: 1,
        headers: '[null,null,null]',
        version: 'v',
        failing_since: null,
      })
      .execute();
    await receive(world);
    await wait(world, 0);
    await wait(world, 40 * SECOND_MS);
    isDown = false;
    await receive(world);
    await world.worker.drain();
    expect([receiver.requests.length, await listWaiting(world)]).toEqual([2, []]);
  });
});
