import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type Engine, held } from '#database/database.ts';
import type { AgencyRow, Tables } from '#service/tables.ts';

export interface Announcement {
  topic: 'agencia-registrada' | 'consulta-recibida';
  agency: Pick<AgencyRow, 'app_key' | 'mail_key'>;
  body: object;
  now: number;
}

/**
 * Writes the message in the transaction of what it announces, when the app has the topic configured and active and
 * still sees the agency. Returns the callback it is meant for.
 */
export async function announce(
  transaction: Transaction<Tables>,
  engine: Engine,
  { topic, agency, body, now }: Announcement,
): Promise<string | undefined> {
  const webhook = await held(
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
