import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type AppWebhookUpsert, CUSTOM_HEADERS, type CustomHeader } from '#contract/webhooks.ts';
import type { Caller } from '#service/apps/store.ts';
import type { Tables, TopicRow, WebhookRow } from '#service/tables.ts';

export interface Webhook {
  topic: string;
  callback: string;
  description: string | null;
  active: boolean;
  headers: (CustomHeader | null)[];
}

/** A topic available to the app, and whether its webhook is active: null when it has none. */
export type Topic = Pick<TopicRow, 'topic' | 'description'> & { active: 0 | 1 | null };

export type WebhookStore = ReturnType<typeof createWebhookStore>;

/** Webhook configurations by app and topic, whatever the topic's case; those of unavailable topics are not seen. */
export function createWebhookStore(db: Kysely<Tables>) {
  const available = (caller: Caller, topic: string) =>
    db
      .selectFrom('app_topics')
      .select('topic')
      .where('app_key', '=', caller.key)
      .where('topic', '=', topic.toLowerCase());

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

    /** May the app configure the topic? */
    async isAvailable(caller: Caller, topic: string): Promise<boolean> {
      return (await available(caller, topic).executeTakeFirst()) !== undefined;
    },

    async find(caller: Caller, topic: string): Promise<Webhook | undefined> {
      const row = await db
        .selectFrom('webhooks')
        .selectAll()
        .where('app_key', '=', caller.key)
        .where('topic', 'in', available(caller, topic))
        .executeTakeFirst();
      return row && webhook(row);
    },

    /** Configures the topic; undefined when it already is. */
    async create(caller: Caller, topic: string, given: AppWebhookUpsert): Promise<Webhook | undefined> {
      const row = await db
        .insertInto('webhooks')
        .values({
          ...settings(given),
          app_key: caller.key,
          topic: topic.toLowerCase(),
          secret: given.Secret ?? null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      return row && webhook(row);
    },

    /**
     * Replaces the configuration; a secret left out is kept. What is pending follows it, and is dropped when it is
     * suspended. Undefined when there is none.
     */
    replace: (caller: Caller, topic: string, given: AppWebhookUpsert): Promise<Webhook | undefined> =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('webhooks')
          .set({ ...settings(given), ...(given.Secret !== undefined && { secret: given.Secret }) })
          .where('app_key', '=', caller.key)
          .where('topic', 'in', available(caller, topic))
          .returningAll()
          .executeTakeFirst();
        if (row?.active === 0)
          await transaction
            .deleteFrom('deliveries')
            .where('app_key', '=', row.app_key)
            .where('topic', '=', row.topic)
            .execute();
        return row && webhook(row);
      }),

    /** Removes the configuration with what is pending; false when there is none. */
    remove: (caller: Caller, topic: string): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .deleteFrom('webhooks')
          .where('app_key', '=', caller.key)
          .where('topic', 'in', available(caller, topic))
          .returning(['app_key', 'topic'])
          .executeTakeFirst();
        if (!row) return false;
        await transaction
          .deleteFrom('deliveries')
          .where('app_key', '=', row.app_key)
          .where('topic', '=', row.topic)
          .execute();
        return true;
      }),
  };
}

function settings(given: AppWebhookUpsert) {
  return {
    callback: given.Callback,
    description: given.Description ?? null,
    active: given.Activo === false ? (0 as const) : (1 as const),
    headers: JSON.stringify(CUSTOM_HEADERS.map((slot) => given[slot] ?? null)),
    version: randomUUID(),
    failing_since: null,
  };
}

function webhook({ topic, callback, description, active, headers }: WebhookRow): Webhook {
  return { topic, callback, description, active: active === 1, headers: customHeaders(headers) };
}

/** The custom headers of a row, in their slots. */
export function customHeaders(headers: string): (CustomHeader | null)[] {
  return JSON.parse(headers) as (CustomHeader | null)[];
}
