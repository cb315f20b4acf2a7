import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '#database/database.ts';

/** Columns of `inquiry` that lists and counts depend on; others, such as `last_seen_at`, change with every sweep. */
const COLUMNS = (
  'agency_key sid at due_at gone_at status waits claimed_by snoozed_until operator_key listing_key make_key origin_key ' +
  'listing_type_key interest_key condition_key province_key trade_in finance insurance data'
).split(' ');

/** Versions of agencies' inquiries, which counts are cached by. */
export const indexVersion: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('index_version')
      .addColumn('agency_key', 'text', (column) => (isPostgres(db) ? column.notNull() : column.primaryKey()))
      .addColumn('version', isPostgres(db) ? 'bigserial' : 'bigint', (column) => column.notNull())
      .execute();
    if (isPostgres(db)) await createPostgresTriggers(db);
    else await createSqliteTriggers(db);
  },
};

async function createSqliteTriggers(db: Kysely<unknown>): Promise<void> {
  const increment = (row: 'old' | 'new') => `insert into index_version (agency_key, version)
    values (${row}.agency_key, 1) on conflict (agency_key) do update set version = version + 1;`;
  const create = (event: string, row: 'old' | 'new', name: string) =>
    sql
      .raw(`create trigger index_version_${name} after ${event} on inquiry begin ${increment(row)} end`)
      .execute(db);
  await create('insert', 'new', 'insert');
  await create(`update of ${COLUMNS.join(', ')}`, 'new', 'update');
  await create('delete', 'old', 'delete');
}

/** A statement inserts one row for each agency, and deletes those of earlier ones that nobody is deleting. */
async function createPostgresTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`create index index_version_of_agency on index_version (agency_key)`.execute(db);
  const row = (name: string) => `(${COLUMNS.map((column) => `${name}.${column}`).join(', ')})`;
  const changed = {
    insert: 'select agency_key from new_rows',
    update: `select new_rows.agency_key from new_rows join old_rows using (number)
      where ${row('new_rows')} is distinct from ${row('old_rows')}`,
    delete: 'select agency_key from old_rows',
  };
  for (const event of ['insert', 'update', 'delete'] as const) {
    const name = `index_version_${event}`;
    const tables = [
      event !== 'delete' && 'new table as new_rows',
      event !== 'insert' && 'old table as old_rows',
    ];
    const body = `declare agency text;
      begin
        for agency in select distinct agency_key from (${changed[event]}) as changed loop
          delete from index_version where ctid = any (array(
            select ctid from index_version where agency_key = agency for update skip locked
          ));
          insert into index_version (agency_key) values (agency);
        end loop;
        return null;
      end`;
    await sql.raw(`create function ${name}() returns trigger language plpgsql as $$ ${body} $$`).execute(db);
    await sql
      .raw(
        `create trigger ${name} after ${event} on inquiry referencing ${tables.filter(Boolean).join(' ')}
        for each statement execute function ${name}()`,
      )
      .execute(db);
  }
}
