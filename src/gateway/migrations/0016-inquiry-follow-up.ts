import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Copies follow-up columns to `inquiry`, so that lists and counts need one index only. */
export const inquiryFollowUp: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    const renewed = ['inquiry_waiting_of_agency', 'inquiry_waiting', 'inquiry_waiting_by_due'];
    for (const name of [...renewed, 'inquiry_by_agency', 'inquiry_by_operator', 'inquiry_by_moment'])
      await schema.dropIndex(name).execute();
    // Used only by the former joins.
    for (const name of ['follow_up_claims', 'follow_up_snoozes', 'follow_up_by_claim'])
      await schema.dropIndex(name).execute();
    const inquiry = () => schema.alterTable('inquiry');
    await inquiry()
      .addColumn('status', 'text', (column) => column.notNull().defaultTo('new'))
      .execute();
    await inquiry().addColumn('claimed_by', 'text').execute();
    await inquiry().addColumn('snoozed_until', 'bigint').execute();
    await sql`
      update inquiry
      set status = follow_up.status,
        claimed_by = case when gone_at is null then follow_up.claimed_by end,
        snoozed_until = case when gone_at is null and coalesce(follow_up.changed_at, 0) <= follow_up.snoozed_until
          then follow_up.snoozed_until end
      from follow_up
      where follow_up.agency_key = inquiry.agency_key and follow_up.sid = inquiry.sid`.execute(db);

    // The columns after the sort keys make counts index-only.
    await schema
      .createIndex('inquiry_by_moment')
      .on('inquiry')
      .columns(['at', 'sid', 'agency_key', 'gone_at', 'operator_key'])
      .execute();
    const index = (name: string, columns: string[], where: string) =>
      schema.createIndex(name).on('inquiry').columns(columns).where(sql.raw<boolean>(where)).execute();
    const isAvailable = 'gone_at is null';
    await index('inquiry_by_agency', ['agency_key', 'at', 'sid', 'operator_key'], isAvailable);
    await index('inquiry_by_operator', ['agency_key', 'operator_key', 'at'], isAvailable);
    const asked = ['due_at', 'snoozed_until', 'operator_key'];
    await index('inquiry_waiting_of_agency', ['agency_key', 'at', 'sid', ...asked], 'waits = 1');
    await index('inquiry_waiting', ['at', 'sid', 'agency_key', ...asked], 'waits = 1');
    await index('inquiry_waiting_by_due', ['due_at', 'snoozed_until'], 'waits = 1');
    const isClaimed = 'claimed_by is not null';
    await index(
      'inquiry_claimed',
      ['claimed_by', 'at desc', 'sid', 'agency_key', 'status', 'operator_key'],
      isClaimed,
    );
    await index(
      'inquiry_claimed_of_agency',
      ['agency_key', 'claimed_by', 'at', 'status', 'operator_key'],
      isClaimed,
    );
    const isSnoozed = 'snoozed_until is not null';
    const states = ['status', 'waits', 'operator_key'];
    const byReturn = ['snoozed_until', 'at desc', 'sid'];
    await index('inquiry_snoozed', [...byReturn, 'agency_key', ...states], isSnoozed);
    await index('inquiry_snoozed_of_agency', ['agency_key', ...byReturn, ...states], isSnoozed);
  },
};
