import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds which app published what an inquiry is about, and several apps of one agency. Of inquiries received before, nobody
 * knows it: apps associated until now keep all inquiries of their agencies.
 */
export const publishingApps: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('inquiries').addColumn('published_by', 'text').execute();
    await db.schema
      .alterTable('agencies')
      .addColumn('other_inquiries', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema
      .createTable('added_associations')
      .addColumn('agency_key', 'text', (column) => column.notNull().references('agencies.mail_key'))
      .addColumn('app_key', 'text', (column) => column.notNull().references('apps.key'))
      .addColumn('other_inquiries', 'integer', (column) => column.notNull())
      .addColumn('disassociated_at', 'bigint')
      .addPrimaryKeyConstraint('added_associations_key', ['app_key', 'agency_key'])
      .execute();
    await db.schema
      .createIndex('added_associations_of_agency')
      .on('added_associations')
      .column('agency_key')
      .execute();
  },
};
