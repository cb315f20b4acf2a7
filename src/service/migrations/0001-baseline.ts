import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '#database/database.ts';
import { executeStatements } from '#database/execute-statements.ts';
import { createRateLimitTable } from '#database/shared-rate-limiter.ts';
import { createMailTable } from '#work/mail-table.ts';
import { CLAIM_COLUMNS, createClaimIndexes } from '#work/claims.ts';

/**
 * The schema of the first release. Times are milliseconds since 1970; keys of agencies and operators are their mails in
 * lower case; hashes are SHA-256, hexadecimal; flags are 0 or 1.
 */
export const serviceBaseline: Migration = {
  async up(db) {
    await createAppTables(db);
    await createAgencyTables(db);
    await createInquiryTables(db);
    await createWebhookTables(db);
    await createMailTable(db);
    if (isPostgres(db)) await createRateLimitTable(db);
  },
};

const createAppTables = (db: Kysely<unknown>): Promise<void> =>
  executeStatements(db, [
    // The service remembers its installation here.
    'create table setting (name text primary key, value text not null)',

    `create table apps (
      key text primary key,
      secret text not null,
      previous_secret text,
      previous_used_at bigint,
      name text not null,
      publisher integer not null default 0,
      created_at bigint not null
    )`,
    // Secrets that an app must not take again.
    `create table dropped_secrets (
      app_key text not null references apps (key),
      secret_hash text not null,
      constraint dropped_secrets_key primary key (app_key, secret_hash)
    )`,
  ]);

const createAgencyTables = (db: Kysely<unknown>): Promise<void> =>
  executeStatements(db, [
    // An agency and its association with the app that invited it; `received_version` grows with each arrival.
    `create table agencies (
      mail_key text primary key,
      mail text not null,
      app_key text not null references apps (key),
      other_inquiries integer not null default 1,
      invited_at bigint not null,
      registered_at bigint,
      disassociated_at bigint,
      received_version bigint not null default 0,
      name text,
      legal_name text,
      tax_id text,
      phone text,
      whatsapp text,
      region text,
      city text,
      street text
    )`,
    'create index agencies_of_app on agencies (app_key)',

    // Associations with further apps.
    `create table added_associations (
      agency_key text not null references agencies (mail_key),
      app_key text not null references apps (key),
      other_inquiries integer not null,
      disassociated_at bigint,
      constraint added_associations_key primary key (app_key, agency_key)
    )`,
    'create index added_associations_of_agency on added_associations (agency_key)',

    `create table invitations (
      token_hash text primary key,
      agency_key text not null references agencies (mail_key),
      expires_at bigint not null,
      ended_at bigint
    )`,
    'create index invitations_of_agency on invitations (agency_key)',
    'create index invitations_by_end on invitations (expires_at)',

    `create table operators (
      agency_key text not null references agencies (mail_key),
      mail_key text not null,
      mail text not null,
      first_name text,
      last_name text,
      constraint operators_key primary key (agency_key, mail_key)
    )`,
    'create index operators_of_mail on operators (mail_key)',

    `create table packages (
      agency_key text primary key references agencies (mail_key),
      name text not null,
      since text not null,
      until text not null,
      products text not null
    )`,
  ]);

const createInquiryTables = (db: Kysely<unknown>): Promise<void> =>
  executeStatements(db, [
    // `published_by` is the app whose publication an inquiry is about.
    `create table inquiries (
      sid text primary key,
      agency_key text not null references agencies (mail_key),
      momento bigint not null,
      operator_key text,
      external_key text not null,
      published_by text,
      received_at bigint not null,
      body text not null
    )`,
    // Each answers count and page of one filter from the index alone; the bodies of a page are joined after.
    'create index inquiries_by_moment on inquiries (agency_key, momento, sid)',
    'create index inquiries_by_operator on inquiries (agency_key, operator_key, momento, sid)',
    'create index inquiries_by_external_id on inquiries (agency_key, external_key, momento, sid)',
    // Answers the lists of an app that sees its own publications only, with every filter.
    `create index inquiries_by_publisher
      on inquiries (agency_key, published_by, momento, sid, operator_key, external_key)
      where published_by is not null`,

    'create index inquiries_by_arrival on inquiries (received_at)',

    // Ids that publishers gave to their inquiries, so that repeats are idempotent.
    `create table published_inquiries (
      app_key text not null references apps (key),
      agency_key text not null references agencies (mail_key),
      id text not null,
      sid text not null,
      content_hash text not null,
      constraint published_inquiries_key primary key (app_key, agency_key, id)
    )`,
    'create index published_inquiries_by_sid on published_inquiries (sid)',

    // The demo has made inquiries until then.
    `create table demo_marks (
      agency_key text primary key references agencies (mail_key),
      filled_until bigint not null
    )`,
  ]);

const createWebhookTables = (db: Kysely<unknown>): Promise<void> =>
  executeStatements(db, [
    `create table topics (
      topic text primary key,
      description text not null,
      offered integer not null
    )`,
    // decided: the names of the topics, and which are offered.
    `insert into topics (topic, description, offered) values
      ('agencia-registrada', 'Una agencia invitada completó su registro', 1),
      ('consulta-recibida', 'Una agencia recibió una consulta', 1),
      ('agencia-desasociada', 'Una agencia dejó de estar asociada', 0)`,

    `create table app_topics (
      app_key text not null references apps (key),
      topic text not null references topics (topic),
      constraint app_topics_key primary key (app_key, topic)
    )`,

    `create table webhooks (
      app_key text not null references apps (key),
      topic text not null references topics (topic),
      callback text not null,
      secret text,
      description text,
      active integer not null,
      headers text not null,
      version text not null,
      failing_since bigint,
      constraint webhooks_key primary key (app_key, topic)
    )`,

    // Messages that wait for their webhook. When its host answers again, each is sent once before its next scheduled
    // attempt (`resumed`).
    `create table deliveries (
      id text primary key,
      app_key text not null,
      topic text not null,
      agency_key text not null references agencies (mail_key),
      body text not null,
      ${CLAIM_COLUMNS},
      not_before bigint,
      attempts integer not null,
      resumed integer not null default 0
    )`,
    'create index deliveries_of_webhook on deliveries (app_key, topic, due_at)',
    'create index deliveries_of_agency on deliveries (agency_key)',
    ...createClaimIndexes('deliveries'),

    // The log of attempts to deliver messages, which may be gone.
    `create table delivery_attempts (
      id text primary key,
      app_key text not null,
      topic text not null,
      delivery_id text not null,
      agency_key text not null,
      sid text,
      at bigint not null,
      duration_ms integer not null,
      callback text not null,
      outcome text not null,
      status integer,
      error text
    )`,
    'create index delivery_attempts_of_app on delivery_attempts (app_key, id)',
    'create index delivery_attempts_of_webhook on delivery_attempts (app_key, topic, id)',
    'create index delivery_attempts_of_inquiry on delivery_attempts (app_key, sid, id) where sid is not null',
  ]);
