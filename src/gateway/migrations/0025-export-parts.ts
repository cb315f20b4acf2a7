import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const exportParts: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('export_part')
      .addColumn('job_id', 'text', (column) => column.notNull().references('job.id').onDelete('cascade'))
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('rows', 'integer', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('export_part_key', ['job_id', 'number'])
      .execute();
  },
};
