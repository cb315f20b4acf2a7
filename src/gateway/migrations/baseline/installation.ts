import type { Kysely } from 'kysely';
import { isPostgres } from '#database/database.ts';
import { executeStatements } from '#database/execute-statements.ts';
import { CLAIM_COLUMNS, createClaimIndexes } from '#work/claims.ts';
import { createRateLimitTable } from '#database/shared-rate-limiter.ts';

export async function createInstallationTables(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    'create table setting (name text primary key, value text not null)',

    // Files of the built console; bodies are compressed with Brotli where `encoding` is `br`.
    `create table console_asset (
      name text primary key,
      encoding text,
      body ${isPostgres(db) ? 'bytea' : 'blob'} not null,
      used_at bigint not null
    )`,
    'create index console_asset_used on console_asset (used_at)',

    // Catalog entries that people chose for values of files. Keys are normalized; a province key is empty without a
    // province, and `entry` is JSON or null for no entry.
    `create table catalog_answer (
      id text primary key,
      catalog text not null,
      value_key text not null,
      province_key text not null,
      value text not null,
      province text not null,
      entry text,
      person_id text not null,
      at bigint not null,
      constraint catalog_answer_key unique (catalog, value_key, province_key)
    )`,

    // Navigations to pages of the console by their latency; `bucket` is an upper bound, ms.
    `create table page_latency (
      day text not null,
      page text not null,
      bucket integer not null,
      navigations integer not null,
      constraint page_latency_key primary key (day, page, bucket)
    )`,

    // Differences between the interface and the replies and messages of the service.
    `create table drift (
      source text not null,
      kind text not null,
      path text not null,
      expected text,
      example text,
      first_at bigint not null,
      last_at bigint not null,
      replies bigint not null,
      compared bigint not null,
      constraint drift_key primary key (source, kind, path)
    )`,
    'create index drift_last on drift (last_at)',

    // One row: the newest backup of the schedule that was proved, and the failure of a later one.
    `create table backup (
      id text primary key,
      ${CLAIM_COLUMNS},
      at bigint,
      file text,
      bytes bigint,
      took_ms bigint,
      proof_ms bigint,
      failed_at bigint,
      failure text
    )`,
    ...createClaimIndexes('backup'),
    `insert into backup (id, due_at) values ('scheduled', 0)`,

    // Checks of the installation. `findings` is JSON; `due_at` null: the check does not apply here.
    `create table doctor_check (
      id text primary key,
      ${CLAIM_COLUMNS},
      checked_at bigint,
      since bigint,
      failures integer not null,
      findings text not null,
      ignored_reason text,
      ignored_by text,
      ignored_at bigint,
      ignored_until bigint
    )`,
    ...createClaimIndexes('doctor_check'),
  ]);
  await createRateLimitTable(db);
}
