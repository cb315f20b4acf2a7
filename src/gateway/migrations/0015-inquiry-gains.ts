import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Indexes for inquiries that entered a list: by arrival, change or due time. */
export const inquiryGains: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema.createIndex('inquiry_by_first_seen').on('inquiry').column('first_seen_at').execute();
    await schema
      .createIndex('inquiry_waiting_by_due')
      .on('inquiry')
      .column('due_at')
      .where(sql<boolean>`waits = 1`)
      .execute();
    await schema.createIndex('follow_up_changes').on('follow_up').column('changed_at').execute();
  },
};
