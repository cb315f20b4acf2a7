import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DISASSOCIATION_TOPIC, INQUIRY_TOPIC, REGISTRATION_TOPIC } from '#contract/topics.ts';
import { type Engine, forShare } from '#database/database.ts';
import type { AgencyRow, Tables } from '#service/tables.ts';

type Topic = typeof INQUIRY_TOPIC | typeof REGISTRATION_TOPIC | typeof DISASSOCIATION_TOPIC;

export interface WebhookMessage {
  body: object;
  /** Of an inquiry: the app whose publication received it, or null; undefined: it concerns every app of the agency. */
  publishedBy?: string | null | undefined;
}

export interface WebhookMessages {
  topic: Topic;
  agency: Pick<AgencyRow, 'mail_key'>;
  messages: readonly WebhookMessage[];
  now: number;
  /** Sends to this app only. */
  app?: string;
}

/** An app with an active webhook; `sees`: whether its association with the agency covers what is published by an app. */
interface Receiver {
  app_key: string;
  callback: string;
  sees: (publishedBy: string | null | undefined) => boolean;
}

/**
 * Queues webhook messages in the transaction of the change that they report (transactional outbox), for the apps that are
 * associated with the agency and have an active webhook for the topic, each with what it can read.
 * @returns the callbacks; empty if nothing was queued
 */
export async function enqueueDeliveries(
  transaction: Transaction<Tables>,
  engine: Engine,
  { topic, agency, messages, now, app }: WebhookMessages,
): Promise<string[]> {
  const receivers = (await findReceivers(transaction, engine, topic, agency.mail_key)).filter(
    ({ app_key }) => app === undefined || app === app_key,
  );
  return insertDeliveries(transaction, receivers, { topic, agency, messages, now });
}

/** Queues the message that an association has ended, for its app, after everything else about the agency was deleted. */
// decided: it is the only one that is sent about a disassociated agency.
export async function enqueueDisassociation(
  transaction: Transaction<Tables>,
  engine: Engine,
  { app, ...message }: Required<Omit<WebhookMessages, 'topic'>> & { topic: typeof DISASSOCIATION_TOPIC },
): Promise<string[]> {
  const webhooks = await forShare(
    engine,
    activeWebhooks(transaction, message.topic).where('webhooks.app_key', '=', app),
  ).execute();
  return insertDeliveries(
    transaction,
    webhooks.map(({ app_key, callback }) => ({ app_key, callback, sees: () => true })),
    message,
  );
}

function activeWebhooks(transaction: Transaction<Tables>, topic: Topic) {
  return transaction
    .selectFrom('webhooks')
    .innerJoin('app_topics', (join) =>
      join
        .onRef('app_topics.app_key', '=', 'webhooks.app_key')
        .onRef('app_topics.topic', '=', 'webhooks.topic'),
    )
    .select(['webhooks.app_key', 'webhooks.callback'])
    .where('webhooks.topic', '=', topic)
    .where('webhooks.active', '=', 1);
}

async function findReceivers(
  transaction: Transaction<Tables>,
  engine: Engine,
  topic: Topic,
  agencyKey: string,
): Promise<Receiver[]> {
  const invited = await forShare(
    engine,
    activeWebhooks(transaction, topic)
      .innerJoin('agencies', 'agencies.app_key', 'webhooks.app_key')
      .select('agencies.other_inquiries')
      .where('agencies.mail_key', '=', agencyKey)
      .where('agencies.disassociated_at', 'is', null),
  ).execute();
  const added = await forShare(
    engine,
    activeWebhooks(transaction, topic)
      .innerJoin('added_associations as added', 'added.app_key', 'webhooks.app_key')
      .select('added.other_inquiries')
      .where('added.agency_key', '=', agencyKey)
      .where('added.disassociated_at', 'is', null),
  ).execute();
  return [...invited, ...added].map(({ app_key, callback, other_inquiries }) => ({
    app_key,
    callback,
    sees: (publishedBy) => publishedBy === undefined || other_inquiries === 1 || publishedBy === app_key,
  }));
}

async function insertDeliveries(
  transaction: Transaction<Tables>,
  receivers: readonly Receiver[],
  { topic, agency, messages, now }: WebhookMessages,
): Promise<string[]> {
  const rows = receivers.flatMap(({ app_key, callback, sees }) =>
    messages
      .filter(({ publishedBy }) => sees(publishedBy))
      .map(({ body }) => ({
        callback,
        row: {
          id: randomUUID(),
          app_key,
          topic,
          agency_key: agency.mail_key,
          body: JSON.stringify(body),
          due_at: now,
          attempts: 0,
        },
      })),
  );
  if (rows.length > 0)
    await transaction
      .insertInto('deliveries')
      .values(rows.map(({ row }) => row))
      .execute();
  return [...new Set(rows.map(({ callback }) => callback))];
}
