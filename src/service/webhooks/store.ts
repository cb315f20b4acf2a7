import type { Kysely } from 'kysely';
import { type AppWebhookUpsert, CUSTOM_HEADERS, type CustomHeader } from '#contract/webhooks.ts';
import { webhookUse } from '#service/apps/sealed-secrets.ts';
import type { Caller } from '#service/apps/store.ts';
import type { SecretBox } from '#signing/secret-box.ts';
import { resumeDeliveries } from './delivery-store.ts';
import type { Tables, TopicRow, WebhookRow } from '#service/tables.ts';
import type { Random } from '#system/random.ts';

export interface Webhook {
  topic: string;
  callback: string;
  description: string | null;
  active: boolean;
  headers: (CustomHeader | null)[];
}

/** A topic available to the app. `active` is null if it has no webhook. */
export type Topic = Pick<TopicRow, 'topic' | 'description'> & { active: 0 | 1 | null };

export type WebhookStore = ReturnType<typeof createWebhookStore>;

/** Webhooks by app and topic (case-insensitive); those of unavailable topics are invisible. */
export function createWebhookStore(db: Kysely<Tables>, secrets: SecretBox, random: Random) {
  const seal = (caller: Caller, topic: string, secret: string | null) =>
    secret && secrets.seal(secret, webhookUse({ app_key: caller.key, topic: topic.toLowerCase() }));
  const availableTopic = (caller: Caller, topic: string) =>
    db
      .selectFrom('app_topics')
      .select('topic')
      .where((eb) => eb.and({ app_key: caller.key, topic: topic.toLowerCase() }));

  return {
    /** The topics available to the app. */
    list: (caller: Caller): Promise<Topic[]> =>
      db
        .selectFrom('app_topics')
        .innerJoin('topics', 'topics.topic', 'app_topics.topic')
        .leftJoin('webhooks', (join) =>
          join
            .onRef('webhooks.app_key', '=', 'app_topics.app_key')
            .onRef('webhooks.topic', '=', 'app_topics.topic'),
        )
        .select(['topics.topic', 'topics.description', 'webhooks.active'])
        .where('app_topics.app_key', '=', caller.key)
        .orderBy('topics.topic')
        .execute(),

    /** Returns true if the app may configure the topic. */
    async isAvailable(caller: Caller, topic: string): Promise<boolean> {
      return (await availableTopic(caller, topic).executeTakeFirst()) !== undefined;
    },

    async find(caller: Caller, topic: string): Promise<Webhook | undefined> {
      const row = await db
        .selectFrom('webhooks')
        .selectAll()
        .where('app_key', '=', caller.key)
        .where('topic', 'in', availableTopic(caller, topic))
        .executeTakeFirst();
      return row && parseWebhookRow(row);
    },

    /** Creates the webhook; undefined if it exists. */
    async create(caller: Caller, topic: string, body: AppWebhookUpsert): Promise<Webhook | undefined> {
      const row = await db
        .insertInto('webhooks')
        .values({
          ...createColumns(body, random),
          app_key: caller.key,
          topic: topic.toLowerCase(),
          secret: seal(caller, topic, body.Secret ?? null),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      return row && parseWebhookRow(row);
    },

    /**
     * Replaces the configuration; an absent secret is unchanged. Queued messages use the new configuration at once, and are
     * deleted if it is inactive. Undefined if there is no webhook.
     */
    replace: (
      caller: Caller,
      topic: string,
      body: AppWebhookUpsert,
      now: number,
    ): Promise<Webhook | undefined> =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('webhooks')
          .set({
            ...createColumns(body, random),
            ...(body.Secret !== undefined && { secret: seal(caller, topic, body.Secret) }),
          })
          .where('app_key', '=', caller.key)
          .where('topic', 'in', availableTopic(caller, topic))
          .returningAll()
          .executeTakeFirst();
        if (row?.active === 0)
          await transaction
            .deleteFrom('deliveries')
            .where((eb) => eb.and({ app_key: row.app_key, topic: row.topic }))
            .execute();
        // decided: what waits is tried at once with a modified configuration, which may be the repair.
        else if (row) await resumeDeliveries(transaction, row, { now });
        return row && parseWebhookRow(row);
      }),

    /** Deletes the webhook and its queued messages; false if there is none. */
    remove: (caller: Caller, topic: string): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .deleteFrom('webhooks')
          .where('app_key', '=', caller.key)
          .where('topic', 'in', availableTopic(caller, topic))
          .returning(['app_key', 'topic'])
          .executeTakeFirst();
        if (!row) return false;
        await transaction
          .deleteFrom('deliveries')
          .where((eb) => eb.and({ app_key: row.app_key, topic: row.topic }))
          .execute();
        return true;
      }),
  };
}

/**
 * Makes what waits for the active webhooks due now, of one topic or of all; `Retry-After` still counts.
 * @returns how many webhooks there are
 */
export async function retryWaiting(db: Kysely<Tables>, topic: string | undefined, now: number) {
  const webhooks = await db
    .selectFrom('webhooks')
    .select(['app_key', 'topic'])
    .where('active', '=', 1)
    .$if(topic !== undefined, (query) => query.where('topic', '=', topic?.toLowerCase() ?? ''))
    .orderBy('app_key')
    .orderBy('topic')
    .execute();
  for (const webhook of webhooks) await resumeDeliveries(db, webhook, { now });
  return webhooks.length;
}

function createColumns(body: AppWebhookUpsert, random: Random) {
  return {
    callback: body.Callback,
    description: body.Description ?? null,
    active: body.Activo === false ? (0 as const) : (1 as const),
    headers: JSON.stringify(CUSTOM_HEADERS.map((slot) => body[slot] ?? null)),
    version: random.uuid(),
    failing_since: null,
  };
}

function parseWebhookRow({ topic, callback, description, active, headers }: WebhookRow): Webhook {
  return { topic, callback, description, active: active === 1, headers: parseCustomHeaders(headers) };
}

/** The custom headers of a row, by slot. */
export function parseCustomHeaders(headers: string): (CustomHeader | null)[] {
  return JSON.parse(headers) as (CustomHeader | null)[];
}
