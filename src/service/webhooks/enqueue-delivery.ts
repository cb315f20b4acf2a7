import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type Engine, forShare } from '#database/database.ts';
import type { AgencyRow, Tables } from '#service/tables.ts';

export interface WebhookMessage {
  topic: 'agencia-registrada' | 'consulta-recibida';
  agency: Pick<AgencyRow, 'app_key' | 'mail_key'>;
  body: object;
  now: number;
}

/**
 * Queues a webhook message in the transaction of the change that it reports (transactional outbox), if the app has an
 * active webhook for the topic and is associated with the agency.
 * @returns the callback; undefined if nothing was queued
 */
export async function enqueueDelivery(
  transaction: Transaction<Tables>,
  engine: Engine,
  { topic, agency, body, now }: WebhookMessage,
): Promise<string | undefined> {
  const webhook = await forShare(
    engine,
    transaction
      .selectFrom('webhooks')
      .innerJoin('agencies', 'agencies.app_key', 'webhooks.app_key')
      .select('webhooks.callback')
      .where('webhooks.app_key', '=', agency.app_key)
      .where('webhooks.topic', '=', topic)
      .where('webhooks.active', '=', 1)
      .where('agencies.mail_key', '=', agency.mail_key)
      .where('agencies.disassociated_at', 'is', null),
  ).executeTakeFirst();
  if (!webhook) return undefined;
  await transaction
    .insertInto('deliveries')
    .values({
      id: randomUUID(),
      app_key: agency.app_key,
      topic,
      agency_key: agency.mail_key,
      body: JSON.stringify(body),
      due_at: now,
      attempts: 0,
    })
    .execute();
  return webhook.callback;
}
