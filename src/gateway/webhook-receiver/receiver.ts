import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { MASK, maskUrl } from '#gateway/deliveries/masking.ts';
import type { InstallationTables } from '#gateway/installation.ts';

/** Callback for the service's webhooks, at an unguessable URL. */
export interface WebhookReceiver {
  id: string;
  url: string;
  /** The URL as `maskUrl` returns it, to compare with stored callbacks. */
  masked: string;
}

const SETTING = 'RECEIVER';

/** Loads the receiver of this installation; creates it at the first start. */
export async function loadWebhookReceiver(
  db: Kysely<InstallationTables>,
  publicUrl: string,
): Promise<WebhookReceiver> {
  await db
    .insertInto('setting')
    .values({ name: SETTING, value: randomBytes(24).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value: id } = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirstOrThrow();
  const url = `${publicUrl}/hooks/${id}`;
  return { id, url, masked: maskUrl(url) ?? MASK };
}
