import type { Kysely } from 'kysely';
import { type Database, countOtherClients } from '#database/database.ts';
import type { Tables } from '#service/tables.ts';
import type { StoredSecret } from '#signing/reseal-secrets.ts';
import { type SecretBox, isSealed, openStoredSecret } from '#signing/secret-box.ts';
import type { Clock } from '#system/clock.ts';
import { type Work, every } from '#work/work.ts';

/** Purpose under which the secrets of an app are sealed. */
export const appUse = (key: string) => `app ${key}`;

/** Purpose under which the secret of a webhook is sealed. */
export const webhookUse = ({ app_key, topic }: { app_key: string; topic: string }) =>
  `webhook ${app_key} ${topic}`;

/** Lists the secrets of all apps and webhooks. */
export async function listServiceSecrets(db: Kysely<Tables>): Promise<StoredSecret[]> {
  const apps = await db.selectFrom('apps').select(['key', 'secret', 'previous_secret']).execute();
  const webhooks = await db.selectFrom('webhooks').select(['app_key', 'topic', 'secret']).execute();
  return [
    ...apps.flatMap(({ key, ...columns }) =>
      (['secret', 'previous_secret'] as const).flatMap((column) => {
        const stored = columns[column];
        if (stored === null) return [];
        const replace = (text: string) =>
          db
            .updateTable('apps')
            .set({ [column]: text })
            .where('key', '=', key)
            .where(column, '=', stored)
            .execute();
        return { stored, use: appUse(key), replace };
      }),
    ),
    ...webhooks.flatMap(({ secret: stored, ...webhook }) => {
      if (stored === null) return [];
      const replace = (text: string) =>
        db
          .updateTable('webhooks')
          .set({ secret: text })
          .where((eb) => eb.and({ app_key: webhook.app_key, topic: webhook.topic, secret: stored }))
          .execute();
      return { stored, use: webhookUse(webhook), replace };
    }),
  ];
}

/** Uses of the secrets that were sealed with another key, by `app KEY` and `webhook KEY TOPIC`. */
export async function findUnreadableSecrets(db: Kysely<Tables>, secrets: SecretBox): Promise<string[]> {
  return (await listServiceSecrets(db))
    .filter(({ stored, use }) => openStoredSecret(secrets, stored, use) === undefined)
    .map(({ use }) => use);
}

/** Seals the secrets that were stored without a key. */
export async function sealPlainSecrets(db: Kysely<Tables>, secrets: SecretBox): Promise<void> {
  for (const { stored, use, replace } of await listServiceSecrets(db))
    if (!isSealed(stored)) await replace(secrets.seal(stored, use));
}

/** Longer than it takes to start every process with the key. */
const UPGRADE_MS = 3_600_000;

/**
 * Creates the work of sealing plain secrets: at once where nobody else uses the database, else after an hour, as a process that was
 * not given the key yet cannot read sealed ones.
 */
export function createSealing(database: Database<Tables>, secrets: SecretBox, clock: Clock): Work<'sealing'> {
  const sealAt = clock.monotonic() + UPGRADE_MS;
  return every(UPGRADE_MS, {
    name: 'sealing',
    clock,
    async run() {
      if (clock.monotonic() < sealAt && (await countOtherClients(database)) > 0) return undefined;
      await sealPlainSecrets(database.db, secrets);
      return Infinity;
    },
  });
}
