import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Waiting, late and unread inquiries are counted by one read of an index, which has all columns of their conditions. */
export const pendingInquiries: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.dropIndex('inquiry_unread').execute();
    await schema
      .createIndex('inquiry_pending')
      .on('inquiry')
      .columns(['agency_key', 'due_at', 'snoozed_until', 'status', 'waits', 'operator_key'])
      .where(sql<boolean>`waits = 1`)
      .execute();
  },
};
