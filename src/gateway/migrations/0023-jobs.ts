import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keys of agencies are lower-case, sids upper-case, times are milliseconds. */
export const jobs: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('job')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('person_id', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('columns', 'text', (column) => column.notNull())
      .addColumn('input', 'text', (column) => column.notNull())
      .addColumn('undone_by', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('finished_at', 'bigint')
      .addColumn('row_count', 'integer', (column) => column.notNull())
      .addColumn('done', 'integer', (column) => column.notNull())
      .addColumn('failed', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'bigint')
      .addColumn('leased_by', 'text')
      .addColumn('leased_until', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('job_due').on('job').columns(['state', 'due_at']).execute();
    await schema.createIndex('job_of_person').on('job').columns(['person_id', 'created_at']).execute();
    await schema.createIndex('job_newest').on('job').columns(['created_at', 'id']).execute();

    await schema
      .createTable('job_row')
      .addColumn('job_id', 'text', (column) => column.notNull().references('job.id').onDelete('cascade'))
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('started', 'integer', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('agency_key', 'text')
      .addColumn('sid', 'text')
      .addColumn('cells', 'text', (column) => column.notNull())
      .addColumn('input', 'text', (column) => column.notNull())
      .addColumn('code', 'text')
      .addColumn('detail', 'text')
      .addColumn('at', 'bigint')
      .addPrimaryKeyConstraint('job_row_key', ['job_id', 'number'])
      .execute();
    await schema
      .createIndex('job_row_state')
      .on('job_row')
      .columns(['job_id', 'state', 'due_at', 'number'])
      .execute();
  },
};
