import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { UnreadableSecrets } from '#contract/desk/connection.ts';
import { countRows } from '#database/count-rows.ts';
import type { StoredSecret } from '#signing/reseal-secrets.ts';
import { SEALED_PREFIX, type SecretBox } from '#signing/secret-box.ts';
import type { PeopleTables } from './people/store.ts';
import type { RelayTables } from './relay/tables.ts';
import { toRelaySecretUse } from './relay/target-store.ts';
import { toSecondFactorUse } from './second-factor/store.ts';
import { type SessionTables, toIdTokenUse } from './sessions/store.ts';
import { type WebhookTables, toWebhookSecretUse } from './webhooks/store.ts';

type Tables = PeopleTables & SessionTables & WebhookTables & RelayTables;

/** Columns of sealed secrets, with the column from which the purpose of each is made. */
const SEALED_COLUMNS = [
  { table: 'webhook_secret', column: 'secret', id: 'topic', toUse: toWebhookSecretUse },
  { table: 'webhook_secret', column: 'next_secret', id: 'topic', toUse: toWebhookSecretUse },
  { table: 'webhook_change', column: 'secret', id: 'topic', toUse: toWebhookSecretUse },
  { table: 'relay_target', column: 'secret', id: 'id', toUse: toRelaySecretUse },
  { table: 'person', column: 'second_factor_secret', id: 'id', toUse: toSecondFactorUse },
  { table: 'person', column: 'second_factor_next', id: 'id', toUse: toSecondFactorUse },
  { table: 'session', column: 'id_token', id: 'person_id', toUse: toIdTokenUse },
] as const;

/** Lists the secrets that are encrypted with CONSOLE_KEY. */
export async function listGatewaySecrets(db: Kysely<Tables>): Promise<StoredSecret[]> {
  const lists = SEALED_COLUMNS.map(async ({ table, column, id, toUse }) => {
    const { rows } = await sql<{ id: string; stored: string }>`
      select ${sql.ref(id)} as id, ${sql.ref(column)} as stored from ${sql.table(table)}
      where ${sql.ref(column)} is not null`.execute(db);
    return rows.map(({ id: owner, stored }) => ({
      stored,
      use: toUse(owner),
      replace: (text: string) =>
        sql`update ${sql.table(table)} set ${sql.ref(column)} = ${text}
          where ${sql.ref(id)} = ${owner} and ${sql.ref(column)} = ${stored}`.execute(db),
    }));
  });
  return (await Promise.all(lists)).flat();
}

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
    'secrets were sealed with another CONSOLE_KEY and cannot be read: seal them with this one (`npm run key:change`), or set the secrets of webhooks anew and let people sign in by their recovery codes',
  );
}
