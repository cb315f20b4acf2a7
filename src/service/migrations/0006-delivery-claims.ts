import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who sends a webhook message, so that it does not wait for one that was killed. */
export const deliveryClaims: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('deliveries').addColumn('claimed_by', 'text').execute();
  },
};
