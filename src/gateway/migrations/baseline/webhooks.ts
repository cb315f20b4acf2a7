import type { Kysely } from 'kysely';
import { createRowTrigger } from '#database/create-row-trigger.ts';
import { executeStatements } from '#database/execute-statements.ts';
import { isPostgres } from '#database/database.ts';
import { CLAIM_COLUMNS, createClaimIndexes } from '#work/claims.ts';

/** Secrets are encrypted. */
export async function createDeliveryTables(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    `create table invitation (
      id text primary key,
      agency_key text not null unique,
      admin_mail text not null,
      name text,
      state text not null,
      location text,
      checks integer not null default 0,
      checked_at bigint,
      ${CLAIM_COLUMNS},
      registered_at bigint,
      note text not null default '',
      note_by text,
      version bigint not null default 1
    )`,
    ...createClaimIndexes('invitation'),

    `create table invitation_send (
      id text primary key,
      invitation_id text not null references invitation (id),
      at bigint not null,
      person_id text not null,
      status integer
    )`,
    'create index invitation_sends on invitation_send (invitation_id, id)',

    `create table webhook_secret (
      topic text primary key,
      state text not null,
      secret text,
      next_secret text
    )`,

    `create table webhook_change (
      id text primary key,
      topic text not null,
      at bigint not null,
      person_id text,
      action text not null,
      settings text,
      secret_state text not null,
      secret text
    )`,
    'create index webhook_changes_of_topic on webhook_change (topic, id)',

    `create table topic_reading (
      id text primary key,
      topic text not null,
      at bigint not null,
      state text not null
    )`,
    'create index topic_readings_of_topic on topic_reading (topic, id)',

    // Messages that the gateway's callback received. Only verified ones have an `idempotency_key`, so that a refused one cannot
    // block them.
    `create table delivery (
      id text primary key,
      at bigint not null,
      topic text not null,
      agency text,
      agency_key text,
      sid text,
      outcome text not null,
      reason text,
      hook_id text,
      idempotency_key text unique,
      body_signed integer,
      size integer,
      received_count integer not null default 1,
      person_id text,
      callback text,
      status integer,
      headers text not null,
      payload text
    )`,
    'create index delivery_by_topic on delivery (topic, id)',
    'create index delivery_by_topic_and_outcome on delivery (topic, outcome, id)',
    'create index delivery_by_outcome on delivery (outcome, id)',
    `create index delivery_refused on delivery (topic, reason, at) where outcome = 'refused'`,
    'create index delivery_by_inquiry on delivery (sid, topic)',
    'create index delivery_by_hook on delivery (hook_id)',
    'create index delivery_by_agency on delivery (agency_key, id)',
    'create index delivery_with_payload on delivery (at) where payload is not null',

    // The canary, a row while it is on, and its runs. Messages of a run are noted here and not as deliveries.
    `create table canary (
      agency_key text primary key,
      admin_mail text not null,
      minutes integer not null,
      ${CLAIM_COLUMNS}
    )`,
    ...createClaimIndexes('canary'),
    `create table canary_run (
      id text primary key,
      at bigint not null,
      agency_key text not null,
      sid text,
      outcome text not null,
      status integer,
      hook_id text,
      took_ms bigint
    )`,
    'create index canary_run_by_inquiry on canary_run (sid, agency_key, id)',
    'create index canary_run_by_hook on canary_run (hook_id) where hook_id is not null',

    `create table relay_target (
      id text primary key,
      url text not null,
      topics text not null,
      secret text not null,
      active integer not null,
      version integer not null default 1,
      created_at bigint not null,
      delivered_at bigint,
      failing_since bigint,
      failed_at bigint,
      failed_status integer,
      failed_error text
    )`,
    // Messages that wait for a target, numbered in the order of their receipt. One behind another of its inquiry is not due.
    `create table relay (
      number ${isPostgres(db) ? 'bigserial' : 'integer'} primary key,
      target_id text not null references relay_target (id) on delete cascade,
      delivery_id text not null,
      order_key text,
      queued_at bigint not null,
      attempts integer not null default 0,
      not_before bigint,
      resumed integer not null default 0,
      ${CLAIM_COLUMNS}
    )`,
    ...createClaimIndexes('relay', ['target_id', 'due_at']),
    'create index relay_of_target on relay (target_id, order_key, number)',
    'create index relay_of_delivery on relay (delivery_id)',
    'create index relay_by_age on relay (queued_at)',

    `create table relay_attempt (
      id text primary key,
      target_id text not null references relay_target (id) on delete cascade,
      delivery_id text not null,
      at bigint not null,
      duration_ms bigint not null,
      status integer,
      error text,
      outcome text not null
    )`,
    'create index relay_attempt_of_target on relay_attempt (target_id, id)',
    'create index relay_attempt_of_delivery on relay_attempt (delivery_id)',

    `create table refusal_acknowledgement (
      topic text not null,
      reason text not null,
      at bigint not null,
      person_id text not null,
      constraint refusal_acknowledgement_key primary key (topic, reason)
    )`,
  ]);
  // The next message of the inquiry is due once the one before it is gone.
  await createRowTrigger(db, {
    name: 'relay_next_of_inquiry',
    on: 'after delete on relay',
    when: 'old.order_key is not null',
    body: `update relay set due_at = queued_at where due_at is null and number = (
      select min(number) from relay where target_id = old.target_id and order_key = old.order_key);`,
  });
}
