import type { Migration } from 'kysely/migration';
import { executeStatements } from '#database/execute-statements.ts';

/** Adds columns that were compared with a catalog, and what people answered in them. */
export const matchRuns: Migration = {
  up: (db) =>
    executeStatements(db, [
      `create table match_run (
        id text primary key,
        person_id text not null,
        at bigint not null,
        catalog text not null,
        name text not null,
        column_name text not null,
        province_name text,
        row_count integer not null,
        cells text not null
      )`,
      'create index match_run_of_person on match_run (person_id, at)',
      'create index match_run_by_age on match_run (at)',
      `create table match_run_answer (
        run_id text not null,
        row_number integer not null,
        entry text,
        source text not null,
        person_id text not null,
        at bigint not null,
        constraint match_run_answer_key primary key (run_id, row_number)
      )`,
    ]),
};
