import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keys of agencies are lower-case, sids upper-case, times are milliseconds. */
export const notifications: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('digest')
      .addColumn('person_id', 'text', (column) =>
        column.primaryKey().references('person.id').onDelete('cascade'),
      )
      .addColumn('enabled', 'integer', (column) => column.notNull())
      .addColumn('hour', 'integer', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('last_sent_day', 'text')
      .execute();

    await schema
      .createTable('late_alarm')
      .addColumn('agency_key', 'text', (column) => column.primaryKey())
      .addColumn('alarm', 'text', (column) => column.notNull())
      .addColumn('enabled_at', 'bigint')
      .addColumn('version', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('late_alarm_notice')
      .addColumn('agency_key', 'text', (column) => column.notNull())
      .addColumn('sid', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('late_alarm_notice_key', ['agency_key', 'sid'])
      .execute();
  },
};
