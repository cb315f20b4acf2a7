import { type Transaction, sql } from 'kysely';
import type { DISASSOCIATION_TOPIC, INQUIRY_TOPIC, REGISTRATION_TOPIC } from '#contract/topics.ts';
import { type Engine, forShare } from '#database/database.ts';
import { ASSOCIATIONS, type Association } from '#service/associations.ts';
import type { AgencyRow, Tables } from '#service/tables.ts';
import type { Random } from '#system/random.ts';

type Topic = typeof INQUIRY_TOPIC | typeof REGISTRATION_TOPIC | typeof DISASSOCIATION_TOPIC;

export interface WebhookMessage {
  body: object;
  /**
   * App whose publication received the inquiry, or null; undefined: the message concerns every app of the
   * agency.
   */
  publishedBy?: string | null | undefined;
}

export interface WebhookMessages {
  topic: Topic;
  agency: Pick<AgencyRow, 'mail_key'>;
  messages: readonly WebhookMessage[];
  now: number;
  random: Random;
  /** Sends to this app only. */
  app?: string;
}

/** An app with an active webhook, and what its association with the agency covers. */
interface Receiver extends Pick<Association, 'app_key' | 'other_inquiries'> {
  callback: string;
}

/**
 * Queues webhook messages in the transaction of the change that they report (transactional outbox), for the apps that are
 * associated with the agency and have an active webhook for the topic, each with what it can read.
 * @returns the callbacks; empty if nothing was queued
 */
export async function enqueueDeliveries(
  transaction: Transaction<Tables>,
  engine: Engine,
  { app, ...message }: WebhookMessages,
): Promise<string[]> {
  const receivers = (await findReceivers(transaction, engine, message)).filter(
    ({ app_key }) => app === undefined || app === app_key,
  );
  return insertDeliveries(transaction, receivers, message);
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
    activeWebhooks(transaction, message.topic)
      .select((eb) => eb.lit(1).as('other_inquiries'))
      .where('webhooks.app_key', '=', app),
  ).execute();
  return insertDeliveries(transaction, webhooks, message);
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
    .where((eb) => eb.and({ 'webhooks.topic': topic, 'webhooks.active': 1 }));
}

async function findReceivers(
  transaction: Transaction<Tables>,
  engine: Engine,
  { topic, agency }: Pick<WebhookMessages, 'topic' | 'agency'>,
): Promise<Receiver[]> {
  const receivers: Receiver[] = [];
  for (const { table, agencyKey } of ASSOCIATIONS) {
    const webhooks = await forShare(
      engine,
      activeWebhooks(transaction, topic)
        .innerJoin(sql.table<Association>(table).as('association'), 'association.app_key', 'webhooks.app_key')
        .select('association.other_inquiries')
        .where(sql.ref<string>(`association.${agencyKey}`), '=', agency.mail_key)
        .where('association.disassociated_at', 'is', null),
    ).execute();
    receivers.push(...webhooks);
  }
  return receivers;
}

async function insertDeliveries(
  transaction: Transaction<Tables>,
  receivers: readonly Receiver[],
  { topic, agency, messages, now, random }: WebhookMessages,
): Promise<string[]> {
  const rows = receivers.flatMap(({ app_key, callback, other_inquiries }) =>
    messages
      .filter(
        ({ publishedBy }) => publishedBy === undefined || other_inquiries === 1 || publishedBy === app_key,
      )
      .map(({ body }) => ({
        callback,
        row: {
          id: random.uuid(),
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
