import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createRowTrigger } from '#database/create-row-trigger.ts';
import { isPostgres } from '#database/database.ts';
import { executeStatements } from '#database/execute-statements.ts';

/** Lets a run hold the columns of listings, and answers in each of them. */
export const listingRuns: Migration = {
  async up(db) {
    await executeStatements(db, ['alter table match_run add column catalogs text']);
    await addCatalogToAnswers(db);
    await sql`update match_run_answer set catalog =
      coalesce((select catalog from match_run where match_run.id = run_id), '')`.execute(db);
    // A gateway of the version before stores answers without a catalog.
    await createRowTrigger(db, {
      name: 'match_run_answer_catalog',
      on: 'after insert on match_run_answer',
      when: "new.catalog = ''",
      body: `update match_run_answer
        set catalog = coalesce((select catalog from match_run where match_run.id = new.run_id), '')
        where run_id = new.run_id and row_number = new.row_number and catalog = '';`,
    });
  },
};

/** Adds the catalog to the primary key, for which SQLite needs another table. */
async function addCatalogToAnswers(db: Kysely<unknown>): Promise<void> {
  const key = 'constraint match_run_answer_key primary key (run_id, catalog, row_number)';
  if (isPostgres(db))
    return executeStatements(db, [
      "alter table match_run_answer add column catalog text not null default ''",
      'alter table match_run_answer drop constraint match_run_answer_key',
      `alter table match_run_answer add ${key}`,
    ]);
  await executeStatements(db, [
    'alter table match_run_answer rename to match_run_answer_before',
    `create table match_run_answer (
      run_id text not null,
      row_number integer not null,
      entry text,
      source text not null,
      person_id text not null,
      at bigint not null,
      catalog text not null default '',
      ${key}
    )`,
    "insert into match_run_answer select run_id, row_number, entry, source, person_id, at, '' from match_run_answer_before",
    'drop table match_run_answer_before',
  ]);
}
