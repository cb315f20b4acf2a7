import type { Kysely } from 'kysely';
import { isPostgres } from '#database/database.ts';
import { executeStatements } from '#database/execute-statements.ts';
import { CLAIM_COLUMNS, createClaimIndexes } from '#work/claims.ts';

export async function createPeopleTables(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    // Secrets of second factors are encrypted; lists of people are read in the order of `name_key`.
    `create table person (
      id text primary key,
      mail text not null unique,
      name text not null,
      name_key text ${isPostgres(db) ? 'collate "C"' : ''} not null default '',
      role text not null,
      password_hash text not null,
      last_agency text,
      created_at bigint not null,
      accepted_at bigint,
      disabled_at bigint,
      second_factor_secret text,
      second_factor_next text,
      second_factor_step bigint,
      openid_issuer text,
      openid_subject text,
      password_accepted_until bigint,
      version bigint not null default 1
    )`,
    'create index person_by_name on person (name_key, id)',
    'create unique index person_by_openid on person (openid_issuer, openid_subject)',

    `create table person_agency (
      person_id text not null references person (id) on delete cascade,
      admin_mail text not null,
      own_inquiries_only integer not null default 0,
      constraint person_agency_key primary key (person_id, admin_mail)
    )`,

    // Codes that replace a lost second factor.
    `create table recovery_code (
      person_id text not null references person (id) on delete cascade,
      code_hash text not null,
      constraint recovery_code_key primary key (person_id, code_hash)
    )`,

    // Public keys are no secrets; `counter` reveals a copied authenticator.
    `create table passkey (
      id text primary key,
      person_id text not null references person (id) on delete cascade,
      name text not null,
      credential_id text not null unique,
      public_key text not null,
      counter bigint not null,
      transports text not null,
      created_at bigint not null,
      used_at bigint
    )`,
    'create index passkey_of_person on passkey (person_id)',

    `create table session (
      token_hash text primary key,
      id text not null unique,
      person_id text not null references person (id) on delete cascade,
      stage text not null,
      created_at bigint not null,
      seen_at bigint not null,
      address text not null,
      user_agent text not null,
      id_token text
    )`,
    'create index session_of_person on session (person_id)',
    'create index session_by_age on session (created_at)',

    // One-time links of invitation and recovery.
    `create table link (
      token_hash text primary key,
      person_id text not null references person (id) on delete cascade,
      kind text not null,
      created_at bigint not null,
      expires_at bigint not null
    )`,
    'create index link_of_person on link (person_id)',
    'create index link_by_end on link (expires_at)',

    `create table recovery_request (id text primary key, mail text not null, ${CLAIM_COLUMNS})`,
    ...createClaimIndexes('recovery_request'),
  ]);
}
