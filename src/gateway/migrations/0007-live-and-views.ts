import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keys of agencies and operators are lower-case, sids upper-case, times are milliseconds. */
export const liveAndViews: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable('live_event')
      .addColumn('id', 'bigint', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('agency_key', 'text')
      .addColumn('operator_key', 'text')
      .addColumn('data', 'text', (column) => column.notNull())
      .execute();
    await schema
      .createTable('live_counter')
      .addColumn('last', 'bigint', (column) => column.notNull())
      .execute();
    await (db as Kysely<{ live_counter: { last: number } }>)
      .insertInto('live_counter')
      .values({ last: 0 })
      .execute();
    await schema
      .createTable('looking')
      .addColumn('agency_key', 'text', (column) => column.notNull())
      .addColumn('sid', 'text', (column) => column.notNull())
      .addColumn('person_id', 'text', (column) =>
        column.notNull().references('person.id').onDelete('cascade'),
      )
      .addColumn('operator_key', 'text')
      .addColumn('until', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('looking_key', ['agency_key', 'sid', 'person_id'])
      .execute();
    await schema.createIndex('looking_by_end').on('looking').column('until').execute();

    await schema
      .createTable('view')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('person_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('search', 'text', (column) => column.notNull())
      .addColumn('shared', 'integer', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1))
      .execute();
    await schema
      .createTable('pinned_view')
      .addColumn('person_id', 'text', (column) => column.notNull())
      .addColumn('view_id', 'text', (column) => column.notNull().references('view.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('pinned_view_key', ['person_id', 'view_id'])
      .execute();
  },
};
