import type { Kysely } from 'kysely';
import { createRowTrigger } from '#database/create-row-trigger.ts';
import { isPostgres } from '#database/database.ts';
import { executeStatements } from '#database/execute-statements.ts';

/** Columns of `inquiry` that lists and counts depend on; others, such as `last_seen_at`, change with every sweep. */
const INDEX_VERSION_COLUMNS = (
  'agency_key sid at due_at gone_at status is_waiting claimed_by snoozed_until operator_key listing_key make_key origin_key ' +
  'listing_type_key interest_key condition_key province_key trade_in finance insurance data'
).split(' ');

/** Versions of agencies' inquiries, which counts are cached by. On PostgreSQL an agency may have several rows. */
export async function createIndexVersionTable(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) {
    await executeStatements(db, [
      'create table index_version (agency_key text not null, version bigserial not null)',
      'create index index_version_of_agency on index_version (agency_key)',
    ]);
    for (const event of ['insert', 'update', 'delete'] as const) await createPostgresTrigger(db, event);
    return;
  }
  await executeStatements(db, [
    'create table index_version (agency_key text primary key, version bigint not null)',
  ]);
  const increment = (row: 'old' | 'new') =>
    `insert into index_version (agency_key, version) values (${row}.agency_key, 1)
    on conflict (agency_key) do update set version = version + 1;`;
  for (const [event, row] of [
    ['insert', 'new'],
    [`update of ${INDEX_VERSION_COLUMNS.join(', ')}`, 'new'],
    ['delete', 'old'],
  ] as const)
    await createRowTrigger(db, {
      name: `index_version_${event.split(' ')[0]}`,
      on: `after ${event} on inquiry`,
      body: increment(row),
    });
}

const row = (name: string) => `(${INDEX_VERSION_COLUMNS.map((column) => `${name}.${column}`).join(', ')})`;

const TRANSITIONS = {
  insert: { tables: 'new table as new_rows', changed: 'select agency_key from new_rows' },
  update: {
    tables: 'new table as new_rows old table as old_rows',
    changed: `select new_rows.agency_key from new_rows join old_rows using (number)
      where ${row('new_rows')} is distinct from ${row('old_rows')}`,
  },
  delete: { tables: 'old table as old_rows', changed: 'select agency_key from old_rows' },
};

/** A statement inserts one row for each agency, and deletes those of earlier ones that nobody is deleting. */
async function createPostgresTrigger(db: Kysely<unknown>, event: 'insert' | 'update' | 'delete') {
  const { tables, changed } = TRANSITIONS[event];
  const name = `index_version_${event}`;
  await executeStatements(db, [
    `create function ${name}() returns trigger language plpgsql as $$ declare agency text;
      begin
        for agency in select distinct agency_key from (${changed}) as changed loop
          delete from index_version where ctid = any (array(
            select ctid from index_version where agency_key = agency for update skip locked
          ));
          insert into index_version (agency_key) values (agency);
        end loop;
        return null;
      end $$`,
    `create trigger ${name} after ${event} on inquiry referencing ${tables}
      for each statement execute function ${name}()`,
  ]);
}
