import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keys of agencies are lower-case, sids upper-case, times are milliseconds. */
export const followUp: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('follow_up')
      .addColumn('agency_key', 'text', (column) => column.notNull())
      .addColumn('sid', 'text', (column) => column.notNull())
      .addColumn('momento', 'bigint', (column) => column.notNull())
      .addColumn('operator_key', 'text')
      .addColumn('status', 'text', (column) => column.notNull().defaultTo('new'))
      .addColumn('lost_reason', 'text')
      .addColumn('claimed_by', 'text')
      .addColumn('snoozed_until', 'bigint')
      .addColumn('touched_at', 'bigint')
      .addColumn('touched_by', 'text')
      .addColumn('touched_how', 'text')
      .addColumn('contacted_at', 'bigint')
      .addColumn('contacted_by', 'text')
      .addColumn('notes', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('changed_at', 'bigint')
      .addPrimaryKeyConstraint('follow_up_key', ['agency_key', 'sid'])
      .execute();
    await schema
      .createIndex('follow_up_by_moment')
      .on('follow_up')
      .columns(['agency_key', 'momento'])
      .execute();

    await schema
      .createTable('follow_up_entry')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('agency_key', 'text', (column) => column.notNull())
      .addColumn('sid', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('person_id', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('change', 'text', (column) => column.notNull())
      .addColumn('undone', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await schema
      .createIndex('follow_up_entries_of_inquiry')
      .on('follow_up_entry')
      .columns(['agency_key', 'sid', 'number'])
      .unique()
      .execute();

    await schema
      .createTable('seen')
      .addColumn('person_id', 'text', (column) =>
        column.notNull().references('person.id').onDelete('cascade'),
      )
      .addColumn('agency_key', 'text', (column) => column.notNull())
      .addColumn('sid', 'text', (column) => column.notNull())
      .addColumn('momento', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('seen_key', ['person_id', 'agency_key', 'sid'])
      .execute();
    await schema
      .createIndex('seen_by_moment')
      .on('seen')
      .columns(['person_id', 'agency_key', 'momento'])
      .execute();

    await schema
      .createTable('template')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('person_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('shared', 'integer', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1))
      .execute();

    await schema
      .createTable('agency_hours')
      .addColumn('agency_key', 'text', (column) => column.primaryKey())
      .addColumn('hours', 'text', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1))
      .execute();
  },
};
