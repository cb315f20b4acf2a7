import { expect, it } from 'vitest';
import { type Attempt, ATTEMPTS_PAGE, Attempts } from '#contract/attempts.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC, REGISTRATION_TOPIC } from '#contract/topics.ts';
import { Problem, ValidationProblem } from '#contract/problem.ts';
import type { Credentials } from '#signing/request.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import { systemClock } from '#system/clock.ts';
import { firstUlidAt, systemRandom } from '#system/random.ts';
import { openCallbackReceiver } from '#testing/callback-receiver.ts';
import { onEachEngine } from '#testing/engines.ts';
import { explain, recordStatements } from '#testing/explain.ts';
import { NOON, type ServiceWorld, createDeliveryWorker, openServiceWorld } from '#testing/service-world.ts';
import { MAIL, configureWebhook, openFailing, receiveInquiry } from '#testing/webhook-deliveries.ts';
import { WEBHOOK_RETRY_DELAYS_MS } from '#work/webhook-retries.ts';
import { createWebhookClient } from '#http/webhook-client.ts';

const list = async (world: ServiceWorld, search = '', as: Credentials = world.credentials) => {
  const reply = await world.call(`/attempts${search}`, { as });
  expect(reply.statusCode).toBe(200);
  return Attempts.parse(reply.json());
};

const outcomes = ({ attempts }: Attempts) =>
  attempts.map(({ outcome, status, error }) => [outcome, status, error]);

/** Stores attempts of the world's app. */
const save = (world: ServiceWorld, attempts: (Partial<Attempt> & { at: number })[]) =>
  world.database.db
    .insertInto('delivery_attempts')
    .values(
      attempts.map(({ at, ...attempt }) => ({
        id: systemRandom.ulid(at),
        app_key: world.credentials.key,
        topic: attempt.topic ?? INQUIRY_TOPIC,
        delivery_id: systemRandom.uuid(),
        agency_key: MAIL,
        sid: attempt.sid ?? null,
        at,
        duration_ms: 1,
        callback: 'https://a.example/',
        outcome: attempt.outcome ?? 'delivered',
        status: 200,
        error: null,
      })),
    )
    .execute();

onEachEngine((engine) => {
  it('200: a delivered message, with its inquiry, hook id and callback', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await world.agency(MAIL);
    await configureWebhook(world, `${receiver.url}?k=1`);
    const location = String((await receiveInquiry(world)).headers.location);
    await world.worker.drain();
    const { attempts, more, hours } = await list(world);
    expect([more, hours]).toEqual([false, null]);
    expect(attempts).toEqual([
      {
        id: expect.stringMatching(/^[\dA-Z]{26}$/),
        at: NOON,
        durationMs: expect.any(Number),
        topic: INQUIRY_TOPIC,
        deliveryId: receiver.requests[0]?.headers['notification-hook-id'],
        agency: MAIL,
        sid: location.split('/').at(-1),
        callback: `${receiver.url}?k=1`,
        outcome: 'delivered',
        status: 204,
        error: null,
      },
    ]);
  });

  it('each attempt of a failing message is listed until it is given up', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await openFailing(world, receiver, 500);
    await world.worker.drain();
    for (const wait of WEBHOOK_RETRY_DELAYS_MS) {
      world.clock.now += wait;
      await world.worker.drain();
    }
    const page = await list(world);
    expect(outcomes(page)).toEqual([
      ['given-up', 500, null],
      ...WEBHOOK_RETRY_DELAYS_MS.map(() => ['retried', 500, null]),
    ]);
    expect(new Set(page.attempts.map(({ deliveryId }) => deliveryId)).size).toBe(1);
  });

  it('a callback that is gone suspends its webhook', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await openFailing(world, receiver, 410);
    await world.worker.drain();
    expect(outcomes(await list(world))).toEqual([['suspended', 410, null]]);
  });

  it('a refused connection has the code of the system', async () => {
    await using world = await openServiceWorld(engine);
    const receiver = await openCallbackReceiver();
    await openFailing(world, receiver, 204);
    await receiver[Symbol.asyncDispose]();
    await world.worker.drain();
    expect(outcomes(await list(world))).toEqual([['retried', null, 'ECONNREFUSED']]);
  });

  it('a callback that does not answer in time has the error timeout', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await openFailing(world, receiver, 204);
    receiver.respond = () => {};
    const webhookClient = createWebhookClient({ allowLocal: true, clock: systemClock, timeoutMs: 20 });
    const worker = createDeliveryWorker(world, { webhookClient });
    await worker.drain();
    expect(outcomes(await list(world))).toEqual([['retried', null, 'timeout']]);
    await webhookClient.close();
  });

  it('a private address is not called, and has an error of its own', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await openFailing(world, receiver, 204);
    const webhookClient = createWebhookClient({ allowLocal: false, clock: systemClock });
    await createDeliveryWorker(world, { webhookClient }).drain();
    expect(outcomes(await list(world))).toEqual([['retried', null, 'private-address']]);
    expect(receiver.requests).toEqual([]);
    await webhookClient.close();
  });

  it('a secret that cannot be read has the error secret', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await world.agency(MAIL);
    await configureWebhook(world, receiver.url, { Secret: '0123456789abcdef' });
    const secret = createSecretBox(Buffer.alloc(32, 8), systemRandom).seal('0123456789abcdef', 'webhook');
    await world.database.db.updateTable('webhooks').set({ secret }).execute();
    await receiveInquiry(world);
    await world.worker.drain();
    expect(outcomes(await list(world))).toEqual([['retried', null, 'secret']]);
  });

  it('a message that is of no inquiry has no sid', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await world.agency(MAIL, { registered_at: null });
    await world.call(`/v3/appnotificaciones/${REGISTRATION_TOPIC}`, {
      method: 'POST',
      body: JSON.stringify({ Callback: receiver.url }),
    });
    await world.app.inject({ method: 'POST', url: `/simulator/agencias/${MAIL}/registro` });
    await world.worker.drain();
    expect((await list(world)).attempts).toMatchObject([
      { topic: REGISTRATION_TOPIC, agency: MAIL, sid: null },
    ]);
  });

  it('the log is narrowed by topic, inquiry, outcome and time, in any case of letters', async () => {
    await using world = await openServiceWorld(engine);
    const [first, second] = [systemRandom.ulid(NOON), systemRandom.ulid(NOON)];
    await save(world, [
      { at: NOON, sid: first },
      { at: NOON + 1, sid: second },
      { at: NOON + 2, topic: REGISTRATION_TOPIC, outcome: 'retried' },
    ]);
    const times = async (search: string) => (await list(world, search)).attempts.map(({ at }) => at - NOON);
    expect(await times('')).toEqual([2, 1, 0]);
    expect(await times('?topic=Consulta-Recibida')).toEqual([1, 0]);
    expect(await times(`?sid=${first.toLowerCase()}`)).toEqual([0]);
    expect(await times(`?since=${NOON + 1}`)).toEqual([2, 1]);
    expect(await times(`?since=${NOON + 1}&topic=${INQUIRY_TOPIC}`)).toEqual([1]);
    const [{ id } = { id: '' }] = (await list(world)).attempts;
    expect(await times(`?before=${id.toLowerCase()}`)).toEqual([1, 0]);
    expect(await times(`?before=${id.slice(0, 10)}`)).toEqual([1, 0]);
    expect(await times('?outcome=delivered')).toEqual([1, 0]);
    expect(await times('?topic=otro')).toEqual([]);
  });

  it('a page has 100 attempts, and says whether there are more', async () => {
    await using world = await openServiceWorld(engine);
    await save(
      world,
      Array.from({ length: ATTEMPTS_PAGE + 1 }, (_, index) => ({ at: NOON + index })),
    );
    const first = await list(world);
    expect([first.attempts.length, first.more]).toEqual([ATTEMPTS_PAGE, true]);
    const rest = await list(world, `?before=${first.attempts.at(-1)?.id}`);
    expect([rest.attempts.length, rest.more]).toEqual([1, false]);
  });

  it('hoursSince counts the attempts of each hour by outcome', async () => {
    await using world = await openServiceWorld(engine);
    await save(world, [
      { at: NOON },
      { at: NOON + SECOND_MS },
      { at: NOON + 2 * SECOND_MS, outcome: 'retried' },
      { at: NOON + HOUR_MS },
      { at: NOON + HOUR_MS, topic: REGISTRATION_TOPIC },
      { at: NOON - DAY_MS, outcome: 'given-up' },
    ]);
    const { hours } = await list(world, `?hoursSince=${NOON}&topic=${INQUIRY_TOPIC}&outcome=retried`);
    expect(hours).toEqual([
      { at: NOON, outcome: 'delivered', attempts: 2 },
      { at: NOON, outcome: 'retried', attempts: 1 },
      { at: NOON + HOUR_MS, outcome: 'delivered', attempts: 1 },
    ]);
    expect((await list(world, `?hoursSince=0&before=${firstUlidAt(NOON + HOUR_MS)}`)).hours).toHaveLength(3);
  });

  it('an app lists its own attempts only', async () => {
    await using world = await openServiceWorld(engine);
    const other = await world.otherApp();
    await save(world, [{ at: NOON, sid: systemRandom.ulid(NOON) }]);
    expect(await list(world, '?hoursSince=0', other)).toEqual({ attempts: [], more: false, hours: [] });
    expect((await list(world)).attempts).toHaveLength(1);
  });

  it.each([
    ['topic=', 'topic'],
    ['since=ayer', 'since'],
    ['since=-1', 'since'],
    [`since=${'9'.repeat(15)}`, 'since'],
    ['before=x', 'before'],
    ['hoursSince=2.5', 'hoursSince'],
    ['outcome=lost', 'outcome'],
    [`sid=${'0'.repeat(65)}`, 'sid'],
    ['since=1&since=2', 'since'],
  ])('400: %s', async (search, name) => {
    await using world = await openServiceWorld(engine);
    const reply = await world.call(`/attempts?${search}`);
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(ValidationProblem.parse(reply.json()).Errors)).toEqual([name]);
  });

  it('401 without a signature', async () => {
    await using world = await openServiceWorld(engine);
    const reply = await world.app.inject('/attempts');
    expect([reply.statusCode, Problem.parse(reply.json()).Status]).toEqual([401, 401]);
  });

  it('pages and counts read an index', async () => {
    await using world = await openServiceWorld(engine);
    const { db } = world.database;
    await save(world, [{ at: NOON }]);
    const statements = await recordStatements(db, async () => {
      for (const search of ['', `topic=${INQUIRY_TOPIC}&`, `sid=${'0'.repeat(26)}&`])
        await list(world, `?${search}since=${NOON}&hoursSince=0`);
    });
    const plans = [];
    for (const statement of statements.filter(({ sql }) => sql.includes('delivery_attempts')))
      plans.push((await explain(db, engine, statement)).join('\n'));
    expect(plans).toHaveLength(5);
    for (const plan of plans) expect(plan).toMatch(/delivery_attempts_of_/);
  });
});
