import type { Migration } from 'kysely/migration';
import { executeStatements } from '#database/execute-statements.ts';

/** Adds to resends that they are tests, and the job that requested them. */
export const testDeliveries: Migration = {
  up: (db) =>
    executeStatements(db, [
      'alter table delivery add column is_test integer not null default 0',
      'alter table delivery add column source text',
    ]),
};
