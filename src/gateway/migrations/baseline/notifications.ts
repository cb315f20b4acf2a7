import type { Kysely } from 'kysely';
import { executeStatements } from '#database/execute-statements.ts';

export const createNotificationTables = (db: Kysely<unknown>): Promise<void> =>
  executeStatements(db, [
    `create table digest (
      person_id text primary key references person (id) on delete cascade,
      enabled integer not null,
      hour integer not null,
      language text not null,
      last_sent_day text
    )`,

    `create table late_alarm (
      agency_key text primary key,
      alarm text not null,
      enabled_at bigint,
      version bigint not null
    )`,
    // Inquiries whose alarm was sent.
    `create table late_alarm_notice (
      agency_key text not null,
      sid text not null,
      at bigint not null,
      constraint late_alarm_notice_key primary key (agency_key, sid)
    )`,
    'create index late_alarm_notice_by_age on late_alarm_notice (at)',

    // One row: the newest alarm of missed messages.
    'create table missed_alarm (raised_at bigint, last_missed_at bigint)',
    'insert into missed_alarm (raised_at) values (null)',
    // People who get no alarm about messages.
    `create table webhook_alarm_mute (
      person_id text primary key references person (id) on delete cascade
    )`,
  ]);
