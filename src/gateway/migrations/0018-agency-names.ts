import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Names of agencies, shown during outages of the service. */
export const agencyNames: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('indexed_agency').addColumn('name', 'text').execute();
  },
};
