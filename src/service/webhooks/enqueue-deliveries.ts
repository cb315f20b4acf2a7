import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type Engine, forShare } from '#database/database.ts';
import type { AgencyRow, Tables } from '#service/tables.ts';

export interface WebhookMessages {
  topic: 'agencia-registrada' | 'consulta-recibida';
  agency: Pick<AgencyRow, 'app_key' | 'mail_key'>;
  bodies: readonly object[];
  now: number;
}

/**
 * Queues webhook messages in the transaction of the change that they report (transactional outbox), if the app has an
 * active webhook for the topic and is associated with the agency.
 * @returns the callback; undefined if nothing was queued
 */
export async function enqueueDeliveries(
  transaction: Transaction<Tables>,
  engine: Engine,
  { topic, agency, bodies, now }: WebhookMessages,
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
    .values(
      bodies.map((body) => ({
        id: randomUUID(),
        app_key: agency.app_key,
        topic,
        agency_key: agency.mail_key,
        body: JSON.stringify(body),
        due_at: now,
        attempts: 0,
      })),
    )
    .execute();
  return webhook.callback;
}
