import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const agenciesAndInquiries: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('apps')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('agencies')
      .addColumn('mail_key', 'text', (column) => column.primaryKey())
      .addColumn('mail', 'text', (column) => column.notNull())
      .addColumn('app_key', 'text', (column) => column.notNull().references('apps.key'))
      .addColumn('invited_at', 'bigint', (column) => column.notNull())
      .addColumn('registered_at', 'bigint')
      .addColumn('disassociated_at', 'bigint')
      .addColumn('name', 'text')
      .addColumn('legal_name', 'text')
      .addColumn('tax_id', 'text')
      .addColumn('phone', 'text')
      .addColumn('whatsapp', 'text')
      .addColumn('region', 'text')
      .addColumn('city', 'text')
      .addColumn('street', 'text')
      .execute();
    await db.schema.createIndex('agencies_of_app').on('agencies').column('app_key').execute();

    await db.schema
      .createTable('operators')
      .addColumn('agency_key', 'text', (column) => column.notNull().references('agencies.mail_key'))
      .addColumn('mail_key', 'text', (column) => column.notNull())
      .addColumn('mail', 'text', (column) => column.notNull())
      .addColumn('first_name', 'text')
      .addColumn('last_name', 'text')
      .addPrimaryKeyConstraint('operators_key', ['agency_key', 'mail_key'])
      .execute();
    await db.schema.createIndex('operators_of_mail').on('operators').column('mail_key').execute();

    await db.schema
      .createTable('inquiries')
      .addColumn('sid', 'text', (column) => column.primaryKey())
      .addColumn('agency_key', 'text', (column) => column.notNull().references('agencies.mail_key'))
      .addColumn('momento', 'bigint', (column) => column.notNull())
      .addColumn('operator_key', 'text')
      .addColumn('external_key', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .execute();
    // Each answers count and page of one filter from the index alone; the bodies of a page are joined after.
    for (const [name, columns] of [
      ['inquiries_by_moment', ['agency_key', 'momento', 'sid']],
      ['inquiries_by_operator', ['agency_key', 'operator_key', 'momento', 'sid']],
      ['inquiries_by_external_id', ['agency_key', 'external_key', 'momento', 'sid']],
    ] as const)
      await db.schema
        .createIndex(name)
        .on('inquiries')
        .columns([...columns])
        .execute();

    await db.schema
      .createTable('demo_marks')
      .addColumn('agency_key', 'text', (column) => column.primaryKey().references('agencies.mail_key'))
      .addColumn('filled_until', 'bigint', (column) => column.notNull())
      .execute();
  },
};
