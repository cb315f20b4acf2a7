import { type Kysely, sql } from 'kysely';
import { createRowTrigger } from '#database/create-row-trigger.ts';
import { isPostgres } from '#database/database.ts';
import { executeStatements } from '#database/execute-statements.ts';
import { createFullTextIndex } from '#database/full-text.ts';
import { systemRandom } from '#system/random.ts';
import { CLAIM_COLUMNS, createClaimIndexes } from '#work/claims.ts';
import { createIndexVersionTable } from './index-version.ts';

export async function createIndexTables(db: Kysely<unknown>): Promise<void> {
  await createIndex(db);
  await createCounts(db);
  await createIndexVersionTable(db);
  await createIndexState(db);
  await createErasureMarks(db);
}

async function createIndex(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    // Status, claim and snooze are copied from the follow-up, so that lists and counts need one index only. Erased
    // inquiries remain as rows without data.
    `create table inquiry (
      number ${isPostgres(db) ? 'bigserial' : 'integer'} primary key,
      agency_key text not null,
      sid text not null,
      at bigint not null,
      due_at bigint,
      gone_at bigint,
      missing_since bigint,
      checked_at bigint,
      erased_at bigint,
      status text not null default 'new',
      is_waiting integer not null,
      claimed_by text,
      snoozed_until bigint,
      operator_key text,
      listing_key text,
      make text,
      make_key text,
      origin text,
      origin_key text,
      listing_type text,
      listing_type_key text,
      interest text,
      interest_key text,
      condition text,
      condition_key text,
      province text,
      province_key text,
      trade_in integer not null,
      finance integer not null,
      insurance integer not null,
      model text,
      model_key text,
      year integer,
      price double precision,
      currency text,
      phone_key text,
      mail_key text,
      document_key text,
      discovery_source text not null,
      first_seen_at bigint not null,
      last_seen_at bigint not null,
      data text not null,
      constraint inquiry_key unique (agency_key, sid)
    )`,
    ...['phone_key', 'mail_key', 'document_key'].map(
      (key) => `create index inquiry_by_${key} on inquiry (${key}, at) where ${key} is not null`,
    ),
    'create index inquiry_by_first_seen on inquiry (first_seen_at)',
    // The columns after the sort keys make counts index-only.
    `create index inquiry_by_moment on inquiry
      (at, sid, agency_key, gone_at, operator_key, discovery_source, first_seen_at, missing_since)`,
    'create index inquiry_by_agency on inquiry (agency_key, at, sid, operator_key) where gone_at is null',
    'create index inquiry_by_operator on inquiry (agency_key, operator_key, at) where gone_at is null',
    `create index inquiry_waiting_of_agency
      on inquiry (agency_key, at, sid, due_at, snoozed_until, operator_key) where is_waiting = 1`,
    `create index inquiry_waiting
      on inquiry (at, sid, agency_key, due_at, snoozed_until, operator_key) where is_waiting = 1`,
    'create index inquiry_waiting_by_due on inquiry (due_at, snoozed_until) where is_waiting = 1',
    `create index inquiry_claimed
      on inquiry (claimed_by, at desc, sid, agency_key, status, operator_key) where claimed_by is not null`,
    `create index inquiry_claimed_of_agency
      on inquiry (agency_key, claimed_by, at, status, operator_key) where claimed_by is not null`,
    `create index inquiry_snoozed
      on inquiry (snoozed_until, at desc, sid, agency_key, status, is_waiting, operator_key)
      where snoozed_until is not null`,
    `create index inquiry_snoozed_of_agency
      on inquiry (agency_key, snoozed_until, at desc, sid, status, is_waiting, operator_key)
      where snoozed_until is not null`,
    // Waiting, late and unread inquiries are counted by one read of it.
    `create index inquiry_pending
      on inquiry (agency_key, due_at, snoozed_until, status, is_waiting, operator_key) where is_waiting = 1`,
    'create index inquiry_missing on inquiry (agency_key, missing_since) where missing_since is not null',
    'create index inquiry_gone on inquiry (gone_at) where gone_at is not null',
  ]);
  await createFullTextIndex(db, 'inquiry_words');
}

/** Triggers only add rows, so that no writer waits for another; sweeps merge them. */
const COUNTED_CHANGES = {
  insert: { row: 'new', change: '1', when: 'new.gone_at is null' },
  delete: { row: 'old', change: '-1', when: 'old.gone_at is null' },
  'update of gone_at': {
    row: 'new',
    change: 'case when new.gone_at is null then 1 else -1 end',
    when: '(old.gone_at is null) <> (new.gone_at is null)',
  },
} as const;

async function createCounts(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    // The sum of an agency's changes is the number of its inquiries in lists.
    `create table inquiry_count (
      id ${isPostgres(db) ? 'bigserial' : 'integer'} primary key,
      agency_key text not null,
      change integer not null
    )`,
    'create index inquiry_count_of_agency on inquiry_count (agency_key, change)',
  ]);
  for (const [event, { row, change, when }] of Object.entries(COUNTED_CHANGES))
    await createRowTrigger(db, {
      name: `inquiry_count_${event.split(' ')[0]}`,
      on: `after ${event} on inquiry`,
      when,
      body: `insert into inquiry_count (agency_key, change) values (${row}.agency_key, ${change});`,
    });
}

const createIndexState = (db: Kysely<unknown>): Promise<void> =>
  executeStatements(db, [
    // Progress of the reads of an agency's inquiries, and the claim of the instance that does them.
    `create table indexed_agency (
      agency_key text primary key,
      admin_mail text not null,
      name text,
      added_at bigint not null default 0,
      hours_version bigint not null default 0,
      pending_days text,
      full_read_started_at bigint,
      swept_at bigint,
      full_read_at bigint,
      complete_since bigint,
      ${CLAIM_COLUMNS},
      watched_until bigint not null default 0,
      failing_since bigint,
      failure text,
      missing_since bigint,
      denied_at bigint,
      gone_at bigint,
      service_count bigint,
      index_count bigint,
      arriving_count bigint,
      missing_count bigint,
      erased_count bigint
    )`,
    ...createClaimIndexes('indexed_agency'),
    // Publications contracted and used, by day.
    `create table package_reading (
      agency_key text not null,
      day text not null,
      used double precision not null,
      contracted double precision not null,
      constraint package_reading_key primary key (agency_key, day)
    )`,
    'create index package_reading_by_day on package_reading (day)',
    'create index indexed_agency_gone on indexed_agency (gone_at) where gone_at is not null',

    // Losses that wait for the decision of a person.
    `create table index_finding (
      kind text not null,
      agency_key text not null,
      missing integer not null,
      total integer not null,
      found_at bigint not null,
      read_at bigint not null default 0,
      decision text,
      decided_by text,
      decided_at bigint,
      constraint index_finding_key primary key (kind, agency_key)
    )`,

    // One row: the last time that was confirmed.
    'create table known_time (at bigint not null, doubted_since bigint)',
    'insert into known_time (at) values (0)',
  ]);

/** Marks of erased inquiries and buyers outlive the rows of the index. */
async function createErasureMarks(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    `create table erased_inquiry (
      agency_key text not null,
      sid text not null,
      at bigint not null,
      momento bigint,
      constraint erased_inquiry_key primary key (agency_key, sid)
    )`,
    'create index erased_inquiry_by_moment on erased_inquiry (momento, agency_key)',
    'create table erased_buyer (key_hash text primary key, at bigint not null)',
    // Buyers of inquiries that left the index and have a follow-up, whose notes can still be erased.
    `create table departed_inquiry (
      key_hash text not null,
      agency_key text not null,
      sid text not null,
      constraint departed_inquiry_key primary key (key_hash, agency_key, sid)
    )`,
    'create index departed_inquiry_by_sid on departed_inquiry (agency_key, sid)',
    // One row: the key of these hashes.
    'create table erasure_secret (secret text not null)',
  ]);
  await sql`insert into erasure_secret (secret) values (${systemRandom.bytes(32).toString('hex')})`.execute(
    db,
  );
}
