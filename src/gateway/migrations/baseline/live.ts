import type { Kysely } from 'kysely';
import { isPostgres } from '#database/database.ts';
import { executeStatements } from '#database/execute-statements.ts';

export async function createLiveTables(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    `create table live_event (
      id bigint primary key,
      kind text not null,
      agency_key text,
      operator_key text,
      data text not null
    )`,
    // One row: the last id, which transactions take in the order of their commits.
    'create table live_counter (last bigint not null)',
    'insert into live_counter (last) values (0)',

    // People who have an inquiry open.
    `create table presence (
      agency_key text not null,
      sid text not null,
      person_id text not null references person (id) on delete cascade,
      operator_key text,
      expires_at bigint not null,
      constraint presence_key primary key (agency_key, sid, person_id)
    )`,
    'create index presence_by_expiry on presence (expires_at)',
  ]);
  if (!isPostgres(db)) return;
  // Notifications are sent on commit. The channel is named after the schema, as channels are of the whole database.
  await executeStatements(db, [
    `create function notify_live_event() returns trigger language plpgsql as $$
      begin perform pg_notify(tg_table_schema || '_live_event', ''); return null; end $$`,
    `create trigger live_event_notification after insert on live_event
      for each statement execute function notify_live_event()`,
  ]);
}
