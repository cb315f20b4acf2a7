import type { Kysely } from 'kysely';
import { executeStatements } from '#database/execute-statements.ts';

export const createFollowUpTables = (db: Kysely<unknown>): Promise<void> =>
  executeStatements(db, [
    // The state that follows from the entries of an inquiry that were not undone.
    `create table follow_up (
      agency_key text not null,
      sid text not null,
      momento bigint not null,
      status text not null default 'new',
      lost_reason text,
      claimed_by text,
      snoozed_until bigint,
      touched_at bigint,
      touched_by text,
      touched_how text,
      contacted_at bigint,
      contacted_by text,
      notes integer not null default 0,
      pinned_note text,
      version bigint not null default 0,
      changed_at bigint,
      constraint follow_up_key primary key (agency_key, sid)
    )`,
    'create index follow_up_by_moment on follow_up (agency_key, momento)',
    'create index follow_up_by_snooze on follow_up (agency_key, snoozed_until)',
    // Expired snoozes without a later change.
    'create index follow_up_expired_snooze on follow_up (agency_key, snoozed_until) where changed_at <= snoozed_until',
    'create index follow_up_changes on follow_up (changed_at)',

    `create table follow_up_entry (
      id text primary key,
      agency_key text not null,
      sid text not null,
      number integer not null,
      at bigint not null,
      person_id text not null,
      change text not null,
      undone integer not null default 0
    )`,
    'create unique index follow_up_entries_of_inquiry on follow_up_entry (agency_key, sid, number)',

    `create table seen (
      person_id text not null references person (id) on delete cascade,
      agency_key text not null,
      sid text not null,
      momento bigint not null,
      at bigint not null,
      constraint seen_key primary key (person_id, agency_key, sid)
    )`,
    'create index seen_by_moment on seen (person_id, agency_key, momento)',
    'create index seen_by_age on seen (at)',

    `create table template (
      id text primary key,
      person_id text not null,
      name text not null,
      subject text not null,
      text text not null,
      shared integer not null,
      version bigint not null default 1
    )`,

    `create table agency_hours (
      agency_key text primary key,
      hours text not null,
      version bigint not null default 1
    )`,

    // Saved searches of lists.
    `create table view (
      id text primary key,
      person_id text not null,
      name text not null,
      search text not null,
      shared integer not null,
      version bigint not null default 1
    )`,
    `create table pinned_view (
      person_id text not null,
      view_id text not null references view (id) on delete cascade,
      constraint pinned_view_key primary key (person_id, view_id)
    )`,
  ]);
