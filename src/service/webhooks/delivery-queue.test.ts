import { type SqlBool, sql } from 'kysely';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC, REGISTRATION_TOPIC } from '#contract/topics.ts';
import type { DeliveryRow } from '#service/tables.ts';
import { onEachEngine } from '#testing/engines.ts';
import { NOON, openServiceWorld } from '#testing/service-world.ts';
import { MAIL } from '#testing/webhook-deliveries.ts';
import {
  type ActiveWebhook,
  listDueWebhooks,
  recordFailure,
  recordSuccess,
  resumeDeliveries,
} from './delivery-store.ts';
import { WEBHOOK_RETRY_DELAYS_MS } from '#work/webhook-retries.ts';

const CLAIM = 30_000;
const DAY = 24 * HOUR_MS;

type Changes = Partial<{
  app_key: string;
  topic: string;
  due_at: number;
  attempts: number;
  claimed_by: string;
}>;

/** A queue with the webhooks of two topics and of another app, without a worker. */
async function open(engine: Parameters<typeof openServiceWorld>[0], random = () => 0.5) {
  const world = await openServiceWorld(engine);
  await world.agency(MAIL);
  const { db } = world.database;
  const { key: app } = world.credentials;
  const { key: other } = await world.otherApp();
  const webhooks: ActiveWebhook[] = [];
  for (const [app_key, topic, host] of [
    [app, INQUIRY_TOPIC, 'a'],
    [app, REGISTRATION_TOPIC, 'b'],
    [other, INQUIRY_TOPIC, 'a'],
  ] as const) {
    const callback = `https://${host}.example/${topic}`;
    const webhook = { app_key, topic, callback, secret: null, headers: '[]', version: `${app_key} ${topic}` };
    webhooks.push(webhook);
    await db
      .insertInto('webhooks')
      .values({ ...webhook, active: 1 })
      .execute();
  }
  const { clientName } = world.database;
  const isOwn = sql<SqlBool>`claimed_by = ${clientName}`;
  const createAttempt = (of: ActiveWebhook, delivery: DeliveryRow, status: number) => ({
    id: ulid(),
    webhook: of,
    delivery,
    isOwn,
    result: { at: NOON, duration_ms: 1, status, error: null },
  });
  const [webhook, registrations, ofOther] = webhooks as [ActiveWebhook, ActiveWebhook, ActiveWebhook];
  return {
    db,
    clientName,
    /** Takes the message as its next attempt does. */
    async claim(id: string) {
      const claimed = { claimed_by: clientName, claimed_until: NOON + CLAIM };
      return db
        .updateTable('deliveries')
        .set(claimed)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
    },
    fail: (delivery: DeliveryRow, now: number, isGone = false, of = webhook) =>
      recordFailure(db, createAttempt(of, delivery, isGone ? 410 : 500), {
        now,
        random: { fraction: random },
      }),
    succeed: (delivery: DeliveryRow, of = webhook) =>
      recordSuccess(db, createAttempt(of, delivery, 200), NOON),
    webhook,
    registrations,
    ofOther,
    add: (id: string, changes: Changes = {}) =>
      db
        .insertInto('deliveries')
        .values({
          id,
          app_key: app,
          topic: INQUIRY_TOPIC,
          agency_key: MAIL,
          body: '{}',
          due_at: NOON,
          attempts: 0,
          ...changes,
        })
        .execute(),
    row: (id: string) => db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst(),
    failingSince: async () =>
      (await db.selectFrom('webhooks').select('failing_since').orderBy('version').execute()).map(
        ({ failing_since }) => failing_since,
      ),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted();

onEachEngine((engine) => {
  describe('the queue', () => {
    it('has due what was due until now, and what no schedule puts so far ahead', async () => {
      await using it = await open(engine);
      await it.add('next', { due_at: NOON + 1 });
      await it.add('latest', { due_at: NOON + 27 * HOUR_MS });
      expect(await listDueWebhooks(it.db, NOON)).toEqual([]);
      expect(await listDueWebhooks(it.db, NOON + 1)).toEqual([it.webhook]);
      await it.add('topic', { topic: REGISTRATION_TOPIC, due_at: NOON + 27 * HOUR_MS + 1 });
      expect(await listDueWebhooks(it.db, NOON)).toEqual([it.registrations]);
    });

    it('has nothing due for a webhook that is not active', async () => {
      await using it = await open(engine);
      await it.add('a');
      await it.db.updateTable('webhooks').set({ active: 0 }).execute();
      expect(await listDueWebhooks(it.db, NOON)).toEqual([]);
    });

    it('lets an attempt whose claim has ended neither postpone nor drop the message', async () => {
      await using it = await open(engine);
      await it.add('a', { attempts: 3 });
      const lost = await it.claim('a');
      await it.db.updateTable('deliveries').set({ claimed_by: 'another process' }).execute();
      const before = await it.row('a');
      for (const attempts of [3, WEBHOOK_RETRY_DELAYS_MS.length]) {
        await it.fail({ ...lost, attempts }, NOON);
        expect(await it.row('a')).toEqual(before);
      }
    });
  });

  describe('a failed attempt', () => {
    it('is repeated after 5 s, 5 and 30 min, then 2, 5, 10, 14, 20 and 24 h, a tenth sooner or later', async () => {
      const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440];
      expect(WEBHOOK_RETRY_DELAYS_MS).toEqual(minutes.map((delay) => delay * MINUTE_MS));
      for (const [random, factor] of [
        [0, 0.9],
        [0.5, 1],
        [1, 1.1],
      ] as const) {
        await using it = await open(engine, () => random);
        for (const [attempts, delay] of WEBHOOK_RETRY_DELAYS_MS.entries()) {
          await it.add(`${attempts}`, { attempts });
          await it.fail(await it.claim(`${attempts}`), NOON);
          expect(((await it.row(`${attempts}`))?.due_at ?? 0) - NOON).toBe(Math.round(delay * factor));
        }
      }
    });

    it.each([
      [5 * DAY - 1, 'retried'],
      [5 * DAY, 'suspended'],
    ])('%i ms after the first one without a success between is %s', async (failing, outcome) => {
      await using it = await open(engine);
      await it.add('a');
      await it.add('topic', { topic: REGISTRATION_TOPIC });
      await it.add('app', { app_key: it.ofOther.app_key });
      const fail = async (now: number) => it.fail(await it.claim('a'), now);
      expect(await fail(NOON)).toBe('retried');
      expect(await fail(NOON + DAY)).toBe('retried');
      expect(await fail(NOON + failing)).toBe(outcome);
      const isSuspended = outcome === 'suspended';
      expect(ids(await it.db.selectFrom('deliveries').select('id').execute())).toEqual(
        isSuspended ? ['app', 'topic'] : ['a', 'app', 'topic'],
      );
      expect(
        await it.db.selectFrom('webhooks').select(['app_key', 'topic']).where('active', '=', 0).execute(),
      ).toEqual(isSuspended ? [{ app_key: it.webhook.app_key, topic: INQUIRY_TOPIC }] : []);
    });

    it('suspends nothing that was configured anew meanwhile', async () => {
      await using it = await open(engine);
      await it.add('a');
      const claimed = await it.claim('a');
      const older = { ...it.webhook, version: 'older' };
      expect(await it.fail(claimed, NOON, true, older)).toBe('retried');
      expect(await it.failingSince()).toEqual([null, null, null]);
      await it.fail(claimed, NOON);
      await it.succeed(claimed, older);
      expect((await it.failingSince()).filter((since) => since !== null)).toEqual([NOON]);
    });
  });

  describe('a webhook that answers again', () => {
    it('has due now what waits for a repeat, and nothing that is sent or was not tried', async () => {
      await using it = await open(engine);
      await it.add('waiting', { due_at: NOON + HOUR_MS, attempts: 3 });
      await it.add('new', { due_at: NOON + HOUR_MS });
      await it.add('sent', { due_at: NOON + CLAIM, attempts: 3, claimed_by: it.clientName });
      await it.add('due', { attempts: 3 });
      await it.add('topic', { topic: REGISTRATION_TOPIC, due_at: NOON + HOUR_MS, attempts: 3 });
      await it.add('app', { app_key: it.ofOther.app_key, due_at: NOON + HOUR_MS, attempts: 3 });
      await resumeDeliveries(it.db, it.webhook, { now: NOON });
      expect(await it.row('waiting')).toMatchObject({ due_at: NOON, attempts: 2, resumed: 1 });
      for (const id of ['new', 'topic', 'app'])
        expect(await it.row(id)).toMatchObject({ due_at: NOON + HOUR_MS, resumed: 0 });
      expect(await it.row('sent')).toMatchObject({ due_at: NOON + CLAIM, attempts: 3 });
      expect(await it.row('due')).toMatchObject({ attempts: 3 });
    });

    it.each([
      [1, NOON + 1],
      [0, NOON],
    ])('respects a Retry-After that ends in %i ms', async (left, due) => {
      await using it = await open(engine);
      await it.add('a', { due_at: NOON + HOUR_MS, attempts: 1 });
      await it.db
        .updateTable('deliveries')
        .set({ not_before: NOON + left })
        .execute();
      await resumeDeliveries(it.db, it.webhook, { now: NOON });
      expect((await it.row('a'))?.due_at).toBe(due);
    });

    it('says so for the webhooks at its host that failed, and for no others', async () => {
      await using it = await open(engine);
      const waits = { due_at: NOON + HOUR_MS, attempts: 3 };
      await it.add('topic', { ...waits, topic: REGISTRATION_TOPIC });
      await it.add('app', { ...waits, app_key: it.ofOther.app_key });
      await it.add('own', waits);
      await it.db.updateTable('webhooks').set({ failing_since: NOON }).execute();
      await it.add('delivered');
      await it.succeed(await it.claim('delivered'));
      expect(await it.row('delivered')).toBeUndefined();
      expect((await it.row('own'))?.due_at).toBe(NOON);
      expect((await it.row('app'))?.due_at).toBe(NOON);
      expect((await it.row('topic'))?.due_at).toBe(NOON + HOUR_MS);
      expect((await it.failingSince()).filter((since) => since === null)).toHaveLength(1);
    });
  });
});
