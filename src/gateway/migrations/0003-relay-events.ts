import type { Migration } from 'kysely/migration';
import { executeStatements } from '#database/execute-statements.ts';

/** Adds the changes of follow-ups that targets of the relay get. */
export const relayEvents: Migration = {
  up: (db) =>
    executeStatements(db, [
      `create table relay_event (
        id text primary key,
        topic text not null,
        agency_key text not null,
        sid text not null,
        at bigint not null,
        data text not null
      )`,
      'create index relay_event_of_inquiry on relay_event (agency_key, sid)',
      'create index relay_event_by_age on relay_event (at)',
    ]),
};
