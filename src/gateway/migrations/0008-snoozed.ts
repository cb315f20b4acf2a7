import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Index for snoozed inquiries. */
export const snoozed: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('follow_up_by_snooze')
      .on('follow_up')
      .columns(['agency_key', 'snoozed_until'])
      .execute();
  },
};
