import type { Migration } from 'kysely/migration';
import { executeStatements } from '#database/execute-statements.ts';
import { fixColumns } from '#database/append-only.ts';

/** Adds tokens by which programs call the desk, and the token of an entry of the audit. */
export const apiTokens: Migration = {
  async up(db) {
    await executeStatements(db, [
      // Tokens of the installation stay: timelines and the audit name them.
      `create table api_token (
        id text primary key,
        token_hash text not null unique,
        kind text not null,
        name text not null,
        scopes text not null,
        role text,
        agencies text,
        person_id text not null references person (id) on delete cascade,
        created_at bigint not null,
        expires_at bigint not null,
        used_at bigint,
        revoked_at bigint
      )`,
      'create index api_token_of_person on api_token (person_id)',
      'create index api_token_by_end on api_token (kind, expires_at)',
      'alter table audit add column token_id text',
    ]);
    const fixed = ['id', 'at', 'person_id', 'person_mail', 'person_role', 'token_id', 'address', 'action'];
    await fixColumns(db, 'audit', { completed: 'status', fixed: [...fixed, 'request'] });
  },
};
