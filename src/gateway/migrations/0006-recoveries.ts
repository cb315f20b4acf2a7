import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Mails are lower-case, times are milliseconds. */
export const recoveries: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('asked_recovery')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('mail', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
