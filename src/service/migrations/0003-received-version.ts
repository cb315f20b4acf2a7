import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const receivedVersion: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('agencies')
      .addColumn('received_version', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
