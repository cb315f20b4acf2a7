import type { Kysely } from 'kysely';
import { makeAppendOnly } from '#database/append-only.ts';
import { executeStatements } from '#database/execute-statements.ts';

/** An entry is inserted before a write is done, and completed by its status. */
export async function createAuditTables(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    `create table audit (
      id text primary key,
      at bigint not null,
      person_id text,
      person_mail text,
      person_role text,
      address text not null,
      action text not null,
      agency text,
      target text,
      request text,
      status integer,
      code text,
      outcome text,
      result text,
      changes text
    )`,
    // All end with the id: pages are sorted by it, and a day is a range of ids.
    'create index audit_by_action on audit (action, id)',
    'create index audit_by_person on audit (person_mail, id)',
    'create index audit_by_agency on audit (agency, id)',
    // Must equal the filter's expression to be used.
    `create index audit_by_outcome on audit ((case when status is null then 'unknown' when outcome is not null then outcome when status < 400 then 'done' when status < 500 then 'refused' else 'failed' end), id)`,
  ]);
  const fixed = ['id', 'at', 'person_id', 'person_mail', 'person_role', 'address', 'action', 'request'];
  await makeAppendOnly(db, 'audit', { completed: 'status', fixed });
}
