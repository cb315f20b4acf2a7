import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Names of agencies, for while the service cannot be asked for them. */
export const agencyNames: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('indexed_agency').addColumn('name', 'text').execute();
  },
};
