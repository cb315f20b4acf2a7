import type { Migration } from 'kysely/migration';
import { executeStatements } from '#database/execute-statements.ts';

/** Adds the keys of writes that their callers may repeat. */
export const idempotencyKeys: Migration = {
  up: (db) =>
    executeStatements(db, [
      `create table idempotency_key (
        owner text not null,
        key text not null,
        fingerprint text not null,
        at bigint not null,
        done integer not null,
        problem text,
        constraint idempotency_key_key primary key (owner, key)
      )`,
      'create index idempotency_key_by_age on idempotency_key (at)',
    ]),
};
