import type { Migration } from 'kysely/migration';
import { executeStatements } from '#database/execute-statements.ts';

/** Adds the source of a timeline entry: an API token or a job. */
export const entrySources: Migration = {
  up: (db) => executeStatements(db, ['alter table follow_up_entry add column source text']),
};
