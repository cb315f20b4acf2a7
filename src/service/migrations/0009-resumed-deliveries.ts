import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds what lets waiting messages go on when their host answers again, each once before its next scheduled attempt. */
export const resumedDeliveries: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('deliveries')
      .addColumn('resumed', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('deliveries').addColumn('not_before', 'bigint').execute();
  },
};
