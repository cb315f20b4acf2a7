import type { Kysely } from 'kysely';
import { executeStatements } from '#database/execute-statements.ts';
import { CLAIM_COLUMNS, createClaimIndexes } from '#work/claims.ts';

export const createJobTables = (db: Kysely<unknown>): Promise<void> =>
  executeStatements(db, [
    // People take turns: among their jobs the one with the oldest `turn_at` is next.
    `create table job (
      id text primary key,
      kind text not null,
      person_id text not null,
      address text not null,
      state text not null,
      name text not null,
      columns text not null,
      input text not null,
      undone_by text,
      created_at bigint not null,
      finished_at bigint,
      row_count integer not null,
      done integer not null,
      failed integer not null,
      ${CLAIM_COLUMNS},
      turn_at bigint not null default 0
    )`,
    ...createClaimIndexes('job'),
    'create index job_of_person on job (person_id, created_at)',
    'create index job_newest on job (created_at, id)',
    'create index job_unfinished_of_person on job (person_id, turn_at) where finished_at is null',

    `create table job_row (
      job_id text not null references job (id) on delete cascade,
      number integer not null,
      state text not null,
      started integer not null,
      attempts integer not null,
      due_at bigint not null,
      agency_key text,
      sid text,
      cells text not null,
      input text not null,
      code text,
      detail text,
      at bigint,
      constraint job_row_key primary key (job_id, number)
    )`,
    'create index job_row_state on job_row (job_id, state, due_at, number)',
    'create index job_row_of_inquiry on job_row (agency_key, sid) where sid is not null',

    // Files of exports, as they are made.
    `create table export_part (
      job_id text not null references job (id) on delete cascade,
      number integer not null,
      rows integer not null,
      text text not null,
      at bigint not null,
      constraint export_part_key primary key (job_id, number)
    )`,
    'create index export_part_by_age on export_part (at)',
  ]);
