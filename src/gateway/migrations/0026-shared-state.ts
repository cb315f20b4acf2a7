import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '#database/database.ts';
import { createRateWindowTable } from '#database/shared-rate-limiter.ts';

/** What gateways on one database have in common: limits, paces, and notifications of live events. */
export const sharedState: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('resend_pace')
      .addColumn('inquiry', 'text', (column) => column.primaryKey())
      .addColumn('available_at', 'bigint', (column) => column.notNull())
      .addColumn('pending_until', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('job_pace')
      .addColumn('next_at', 'bigint', (column) => column.notNull())
      .execute();
    await sql`insert into job_pace (next_at) values (0)`.execute(db);
    await createRateWindowTable(db);
    if (!isPostgres(db)) return;
    // Notifications are sent on commit. The channel is named after the schema, as channels are of the whole database.
    await sql`create function notify_live_event() returns trigger language plpgsql as $$
      begin perform pg_notify(tg_table_schema || '_live_event', ''); return null; end $$`.execute(db);
    await sql`create trigger live_event_notification after insert on live_event
      for each statement execute function notify_live_event()`.execute(db);
  },
};
