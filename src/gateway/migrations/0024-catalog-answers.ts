import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keys are normalized values; `province_key` is empty without a province, `entry` is JSON or null for no entry. */
export const catalogAnswers: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('catalog_answer')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('catalog', 'text', (column) => column.notNull())
      .addColumn('value_key', 'text', (column) => column.notNull())
      .addColumn('province_key', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('province', 'text', (column) => column.notNull())
      .addColumn('entry', 'text')
      .addColumn('person_id', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('catalog_answer_key', ['catalog', 'value_key', 'province_key'])
      .execute();
  },
};
