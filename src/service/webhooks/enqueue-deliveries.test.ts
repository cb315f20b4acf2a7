import { expect, it } from 'vitest';
import { DISASSOCIATION_TOPIC, INQUIRY_TOPIC, REGISTRATION_TOPIC } from '#contract/topics.ts';
import { stampAt } from '#testing/clocks.ts';
import { onEachEngine } from '#testing/engines.ts';
import { type ServiceWorld, openServiceWorld } from '#testing/service-world.ts';
import { MAIL } from '#testing/webhook-deliveries.ts';
import { type WebhookMessage, enqueueDeliveries, enqueueDisassociation } from './enqueue-deliveries.ts';

const AGENCY = { mail_key: MAIL };
const TOPICS = [INQUIRY_TOPIC, REGISTRATION_TOPIC, DISASSOCIATION_TOPIC];

/** Three apps with active webhooks: one invited the agency and sees all, one was added for its own, one is a stranger. */
async function open(engine: Parameters<typeof openServiceWorld>[0]) {
  const world = await openServiceWorld(engine);
  const [inviting, added, stranger] = [
    world.credentials.key,
    (await world.otherApp()).key,
    (await world.otherApp()).key,
  ];
  await world.agency(MAIL);
  await world.agencies.associate(added, MAIL, false);
  const { db } = world.database;
  for (const [app_key, name] of [
    [inviting, 'inviting'],
    [added, 'added'],
    [stranger, 'stranger'],
  ] as const)
    for (const topic of TOPICS) {
      await db
        .insertInto('app_topics')
        .values({ app_key, topic })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const callback = `https://${name}.example/${topic}`;
      await db
        .insertInto('webhooks')
        .values({ app_key, topic, callback, active: 1, headers: '[]', version: `${name} ${topic}` })
        .execute();
    }
  return { ...world, inviting, added, stranger, names: { [inviting]: 'inviting', [added]: 'added' } };
}

type Apps = Awaited<ReturnType<typeof open>>;

const enqueue = (
  { database: { db, engine }, clock }: ServiceWorld,
  messages: WebhookMessage[],
  app?: string,
) =>
  db.transaction().execute((transaction) =>
    enqueueDeliveries(transaction, engine, {
      topic: INQUIRY_TOPIC,
      agency: AGENCY,
      messages,
      ...stampAt(clock.now),
      ...(app !== undefined && { app }),
    }),
  );

/** Queued messages by app, as `app body`. */
async function queued({ database: { db }, names }: Apps): Promise<string[]> {
  const rows = await db.selectFrom('deliveries').select(['app_key', 'body', 'topic']).execute();
  expect(new Set(rows.map(({ topic }) => topic)).size).toBeLessThanOrEqual(1);
  return rows.map(({ app_key, body }) => `${names[app_key]} ${JSON.parse(body).text}`).toSorted();
}

onEachEngine((engine) => {
  it('a message reaches every app whose association covers its inquiry, and no other', async () => {
    await using it = await open(engine);
    const { inviting, added, stranger } = it;
    const callbacks = await enqueue(it, [
      { body: { text: 'of all' } },
      { body: { text: 'of none' }, publishedBy: null },
      { body: { text: 'of inviting' }, publishedBy: inviting },
      { body: { text: 'of added' }, publishedBy: added },
      { body: { text: 'of stranger' }, publishedBy: stranger },
    ]);
    expect(await queued(it)).toEqual([
      'added of added',
      'added of all',
      'inviting of added',
      'inviting of all',
      'inviting of inviting',
      'inviting of none',
      'inviting of stranger',
    ]);
    expect(callbacks.toSorted()).toEqual([
      'https://added.example/consulta-recibida',
      'https://inviting.example/consulta-recibida',
    ]);
  });

  it('a message for one app reaches that one alone', async () => {
    await using it = await open(engine);
    expect(await enqueue(it, [{ body: { text: 'a' } }], it.added)).toHaveLength(1);
    expect(await enqueue(it, [{ body: { text: 'a' } }], it.stranger)).toEqual([]);
    expect(await queued(it)).toEqual(['added a']);
  });

  it('each of five hundred messages is queued, due now, with an id of its own', async () => {
    await using it = await open(engine);
    await enqueue(
      it,
      Array.from({ length: 500 }, (_, at) => ({ body: { text: at }, publishedBy: it.added })),
    );
    const rows = await it.database.db.selectFrom('deliveries').selectAll().execute();
    expect(rows).toHaveLength(1000);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1000);
    expect(new Set(rows.map(({ app_key, body }) => app_key + body)).size).toBe(1000);
    expect(new Set(rows.map(({ due_at, attempts }) => `${due_at} ${attempts}`))).toEqual(
      new Set([`${it.clock.now} 0`]),
    );
  });

  it('nothing is queued without messages, an active webhook, its topic, or an association that stands', async () => {
    await using it = await open(engine);
    const { db } = it.database;
    expect(await enqueue(it, [])).toEqual([]);
    await db.updateTable('webhooks').set({ active: 0 }).where('app_key', '=', it.inviting).execute();
    await db
      .deleteFrom('app_topics')
      .where('app_key', '=', it.added)
      .where('topic', '=', INQUIRY_TOPIC)
      .execute();
    expect(await enqueue(it, [{ body: { text: 'a' } }])).toEqual([]);
    await db.updateTable('webhooks').set({ active: 1 }).execute();
    await db.insertInto('app_topics').values({ app_key: it.added, topic: INQUIRY_TOPIC }).execute();
    await db.updateTable('agencies').set({ disassociated_at: it.clock.now }).execute();
    expect(await enqueue(it, [{ body: { text: 'b' } }])).toHaveLength(1);
    await db.updateTable('added_associations').set({ disassociated_at: it.clock.now }).execute();
    expect(await enqueue(it, [{ body: { text: 'c' } }])).toEqual([]);
    expect(await queued(it)).toEqual(['added b']);
  });

  it('the end of an association is told to its app alone, although it has ended', async () => {
    await using it = await open(engine);
    const { db, engine: kind } = it.database;
    await db.updateTable('agencies').set({ disassociated_at: it.clock.now }).execute();
    const callbacks = await db.transaction().execute((transaction) =>
      enqueueDisassociation(transaction, kind, {
        topic: DISASSOCIATION_TOPIC,
        agency: AGENCY,
        messages: [{ body: { text: 'left' } }],
        ...stampAt(it.clock.now),
        app: it.inviting,
      }),
    );
    expect(callbacks).toEqual(['https://inviting.example/agencia-desasociada']);
    expect(await queued(it)).toEqual(['inviting left']);
  });
});
