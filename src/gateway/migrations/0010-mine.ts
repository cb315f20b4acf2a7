import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Index for claimed inquiries. */
export const mine: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('follow_up_by_claim')
      .on('follow_up')
      .columns(['agency_key', 'claimed_by'])
      .where(sql<boolean>`claimed_by is not null`)
      .execute();
  },
};
