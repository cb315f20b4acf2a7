import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds what the service remembers of its installation. */
export const settings: Migration = {
  up: (db: Kysely<unknown>) =>
    db.schema
      .createTable('setting')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute(),
};
