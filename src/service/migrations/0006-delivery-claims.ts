import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the client that has claimed a webhook message, so that claims of killed processes can be released. */
export const deliveryClaims: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('deliveries').addColumn('claimed_by', 'text').execute();
  },
};
