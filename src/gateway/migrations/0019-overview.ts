import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '#database/database.ts';

/** Columns of `inquiry` and `follow_up` that figures depend on. */
const INQUIRY_COLUMNS =
  'agency_key, at, due_at, gone_at, status, make, model, price, currency, origin, interest, province, trade_in, finance, insurance';
const FOLLOW_UP_COLUMNS =
  'status, lost_reason, touched_at, touched_by, touched_how, contacted_at, contacted_by';

/** Daily figures, and triggers that mark what they were computed from as stale. */
export const overview: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    const table = schema
      .createTable('overview_day')
      .addColumn('agency_key', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull());
    const numbers = ['inquiries', 'answered', 'in_time'].reduce(
      (columns, name) => columns.addColumn(name, 'integer', (column) => column.notNull()),
      table,
    );
    await ['minutes', 'outcomes', 'hours', 'people', 'breakdowns']
      .reduce((columns, name) => columns.addColumn(name, 'text', (column) => column.notNull()), numbers)
      .addPrimaryKeyConstraint('overview_day_key', ['agency_key', 'day'])
      .execute();
    await schema
      .createTable('overview_stale')
      .addColumn('id', isPostgres(db) ? 'bigserial' : 'integer', (column) => column.primaryKey())
      .addColumn('agency_key', 'text', (column) => column.notNull())
      .addColumn('quarter', 'bigint')
      .execute();
    await schema
      .createIndex('overview_stale_of_agency')
      .on('overview_stale')
      .columns(['agency_key', 'quarter'])
      .execute();
    await schema
      .createTable('overview_zone')
      .addColumn('zone', 'text', (column) => column.notNull())
      .execute();
    await sql`insert into overview_zone (zone) values ('')`.execute(db);
    await createTriggers(db);

    // Unread ones are counted in an index alone.
    await schema
      .createIndex('inquiry_unread')
      .on('inquiry')
      .columns(['agency_key', 'operator_key'])
      .where(sql<boolean>`waits = 1 and status = 'new'`)
      .execute();
  },
};

/** Statement of a trigger by event. */
type Marks = Record<'insert' | 'update' | 'delete', string>;

const mark = (selected: string) => `insert into overview_stale (agency_key, quarter) ${selected};`;

const selectInquiry = (row: 'old' | 'new') => `select ${row}.agency_key, cast(${row}.at / 900000 as bigint)`;

const INQUIRY_MARKS: Marks = {
  insert: mark(selectInquiry('new')),
  update: mark(`${selectInquiry('old')} union ${selectInquiry('new')}`),
  delete: mark(selectInquiry('old')),
};

/** The moment that the follow-up has, for an inquiry that is being inserted meanwhile, and the inquiry's own. */
const selectFollowUp = (row: 'old' | 'new') =>
  `select ${row}.agency_key, cast(${row}.momento / 900000 as bigint)
  union select agency_key, cast(at / 900000 as bigint) from inquiry
    where agency_key = ${row}.agency_key and sid = ${row}.sid`;

const FOLLOW_UP_MARKS: Marks = {
  insert: mark(selectFollowUp('new')),
  update: mark(selectFollowUp('new')),
  delete: mark(selectFollowUp('old')),
};

const selectAgency = (row: 'old' | 'new') => `select ${row}.agency_key, cast(null as bigint)`;

const HOURS_MARKS: Marks = {
  insert: mark(selectAgency('new')),
  update: mark(selectAgency('new')),
  delete: mark(selectAgency('old')),
};

const TRIGGERS: { table: string; columns?: string; marks: Marks }[] = [
  { table: 'inquiry', columns: INQUIRY_COLUMNS, marks: INQUIRY_MARKS },
  { table: 'follow_up', columns: FOLLOW_UP_COLUMNS, marks: FOLLOW_UP_MARKS },
  { table: 'agency_hours', marks: HOURS_MARKS },
];

async function createTriggers(db: Kysely<unknown>): Promise<void> {
  for (const { table, columns, marks } of TRIGGERS)
    for (const event of ['insert', 'update', 'delete'] as const) {
      const name = `overview_${table}_${event}`;
      const on = `after ${event} ${event === 'update' && columns ? `of ${columns}` : ''} on ${table}`;
      if (isPostgres(db)) {
        const body = `begin ${marks[event]} return null; end`;
        await sql
          .raw(`create function ${name}() returns trigger language plpgsql as $$ ${body} $$`)
          .execute(db);
        await sql.raw(`create trigger ${name} ${on} for each row execute function ${name}()`).execute(db);
      } else await sql.raw(`create trigger ${name} ${on} begin ${marks[event]} end`).execute(db);
    }
}
