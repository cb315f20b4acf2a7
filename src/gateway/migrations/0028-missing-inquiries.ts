import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '#database/database.ts';

/** Marks of what the service no longer returns, findings that wait for a person, counts of agencies, and the last known time. */
export const missingInquiries: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    for (const name of ['missed_since', 'asked_at'])
      await schema.alterTable('inquiry').addColumn(name, 'bigint').execute();
    await sql`update inquiry set missed_since = gone_at where gone_at is not null and erased_at is null`.execute(
      db,
    );
    for (const name of ['missed_since', 'denied_at', 'gone_at'])
      await schema.alterTable('indexed_agency').addColumn(name, 'bigint').execute();
    await schema
      .createTable('index_finding')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('agency_key', 'text', (column) => column.notNull())
      .addColumn('missing', 'integer', (column) => column.notNull())
      .addColumn('total', 'integer', (column) => column.notNull())
      .addColumn('found_at', 'bigint', (column) => column.notNull())
      .addColumn('decision', 'text')
      .addColumn('decided_by', 'text')
      .addColumn('decided_at', 'bigint')
      .addPrimaryKeyConstraint('index_finding_key', ['kind', 'agency_key'])
      .execute();
    await createCounts(db);
    await schema
      .createTable('known_time')
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('doubted_since', 'bigint')
      .execute();
    await sql`insert into known_time (at) values (0)`.execute(db);
  },
};

/** Triggers only add rows, so that no writer waits for another; sweeps merge them. */
const COUNTED_CHANGES = {
  insert: { row: 'new', change: '1', when: 'new.gone_at is null' },
  delete: { row: 'old', change: '-1', when: 'old.gone_at is null' },
  update: {
    row: 'new',
    change: 'case when new.gone_at is null then 1 else -1 end',
    when: '(old.gone_at is null) <> (new.gone_at is null)',
  },
} as const;

async function createCounts(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('inquiry_count')
    .addColumn('id', isPostgres(db) ? 'bigserial' : 'integer', (column) => column.primaryKey())
    .addColumn('agency_key', 'text', (column) => column.notNull())
    .addColumn('change', 'integer', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('inquiry_count_of_agency')
    .on('inquiry_count')
    .columns(['agency_key', 'change'])
    .execute();
  await sql`
    insert into inquiry_count (agency_key, change)
    select agency_key, count(*) from inquiry where gone_at is null group by agency_key`.execute(db);
  for (const [event, { row, change, when }] of Object.entries(COUNTED_CHANGES)) {
    const name = `inquiry_count_${event}`;
    const on = `after ${event} ${event === 'update' ? 'of gone_at' : ''} on inquiry`;
    const insert = `insert into inquiry_count (agency_key, change) values (${row}.agency_key, ${change});`;
    if (isPostgres(db)) {
      const body = `begin ${insert} return null; end`;
      await sql
        .raw(`create function ${name}() returns trigger language plpgsql as $$ ${body} $$`)
        .execute(db);
      await sql
        .raw(`create trigger ${name} ${on} for each row when (${when}) execute function ${name}()`)
        .execute(db);
    } else await sql.raw(`create trigger ${name} ${on} when ${when} begin ${insert} end`).execute(db);
  }
}
