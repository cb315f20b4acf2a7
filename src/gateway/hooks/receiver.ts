import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { MASK, maskedAddress } from '#gateway/deliveries/masks.ts';
import type { InstallationTables } from '#gateway/installation.ts';

/** Where the service's webhooks are received: an address that nobody can guess. */
export interface Receiver {
  id: string;
  url: string;
  /** As where a resend goes is kept. */
  masked: string;
}

const SETTING = 'RECEIVER';

/** The receiver of this installation, made at the first start. */
export async function receiverOf(db: Kysely<InstallationTables>, publicUrl: string): Promise<Receiver> {
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
  return { id, url, masked: maskedAddress(url) ?? MASK };
}
