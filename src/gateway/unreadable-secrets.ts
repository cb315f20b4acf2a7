import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { UnreadableSecrets } from '#contract/desk/connection.ts';
import type { PeopleTables } from './people/store.ts';
import { countRows } from '#database/count-rows.ts';
import { SEALED_PREFIX, type SecretBox } from '#signing/secret-box.ts';
import type { RelayTables } from './relay/tables.ts';
import type { WebhookTables } from './webhooks/store.ts';

type Tables = PeopleTables & WebhookTables & RelayTables;

/** Counts secrets that were sealed with another CONSOLE_KEY. */
export async function countUnreadableSecrets(
  db: Kysely<Tables>,
  { prefix }: Pick<SecretBox, 'prefix'>,
): Promise<UnreadableSecrets> {
  const isUnreadable = (column: string) =>
    sql<SqlBool>`(${sql.ref(column)} like ${`${SEALED_PREFIX}%`} and ${sql.ref(column)} not like ${`${prefix}%`})`;
  return {
    webhooks:
      (await countRows(db.selectFrom('webhook_secret').where(isUnreadable('secret')))) +
      (await countRows(db.selectFrom('relay_target').where(isUnreadable('secret')))),
    secondFactors: await countRows(db.selectFrom('person').where(isUnreadable('second_factor_secret'))),
  };
}

/** Says at the start what a changed CONSOLE_KEY makes unreadable, and what to do. */
export async function logUnreadableSecrets(
  db: Kysely<Tables>,
  secrets: Pick<SecretBox, 'prefix'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const { webhooks, secondFactors } = await countUnreadableSecrets(db, secrets);
  if (webhooks + secondFactors === 0) return;
  log.warn(
    { webhooks, secondFactors },
    'secrets were sealed with another CONSOLE_KEY and cannot be read: give the former one, or set the secrets of webhooks anew and let people sign in by their recovery codes',
  );
}
