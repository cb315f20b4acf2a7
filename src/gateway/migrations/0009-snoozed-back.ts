import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Index for expired snoozes without a later change. */
export const snoozedBack: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('follow_up_back')
      .on('follow_up')
      .columns(['agency_key', 'snoozed_until'])
      .where(sql<boolean>`changed_at <= snoozed_until`)
      .execute();
  },
};
