import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createRateWindowTable } from '#database/shared-rate-limiter.ts';

/** What services on one database have in common: limits, and the second secret of an app. */
export const sharedState: Migration = {
  async up(db: Kysely<unknown>) {
    await createRateWindowTable(db);
    await db.schema.alterTable('apps').addColumn('previous_secret', 'text').execute();
    await db.schema.alterTable('apps').addColumn('previous_used_at', 'bigint').execute();
    await db.schema
      .createTable('dropped_secrets')
      .addColumn('app_key', 'text', (column) => column.notNull().references('apps.key'))
      .addColumn('secret_hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('dropped_secrets_key', ['app_key', 'secret_hash'])
      .execute();
  },
};
