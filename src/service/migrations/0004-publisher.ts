import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const publisher: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('apps')
      .addColumn('publisher', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('published_inquiries')
      .addColumn('app_key', 'text', (column) => column.notNull().references('apps.key'))
      .addColumn('agency_key', 'text', (column) => column.notNull().references('agencies.mail_key'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('sid', 'text', (column) => column.notNull())
      .addColumn('content_hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('published_inquiries_key', ['app_key', 'agency_key', 'id'])
      .execute();
  },
};
