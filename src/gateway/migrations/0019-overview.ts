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
    await (isPostgres(db) ? createPostgresTriggers(db) : createSqliteTriggers(db));

    // Unread ones are counted in an index alone.
    await schema
      .createIndex('inquiry_unread')
      .on('inquiry')
      .columns(['agency_key', 'operator_key'])
      .where(sql<boolean>`waits = 1 and status = 'new'`)
      .execute();
  },
};

/** Statements of a trigger that mark the quarter of an hour of an inquiry. */
const markInquiry = (row: 'old' | 'new') =>
  `insert into overview_stale (agency_key, quarter) values (${row}.agency_key, cast(${row}.at / 900000 as bigint));`;

/** The moment that the follow-up has, for an inquiry that is being inserted meanwhile, and the inquiry's own. */
const markFollowUp = (row: 'old' | 'new') =>
  `insert into overview_stale (agency_key, quarter)
    select ${row}.agency_key, cast(${row}.momento / 900000 as bigint)
    union select agency_key, cast(at / 900000 as bigint) from inquiry
      where agency_key = ${row}.agency_key and sid = ${row}.sid;`;

const markAgency = (row: 'old' | 'new') =>
  `insert into overview_stale (agency_key, quarter) values (${row}.agency_key, null);`;

async function createSqliteTriggers(db: Kysely<unknown>): Promise<void> {
  const create = (name: string, event: string, statements: string) =>
    sql.raw(`create trigger overview_${name} after ${event} begin ${statements} end`).execute(db);
  await create('inquiry_added', 'insert on inquiry', markInquiry('new'));
  await create(
    'inquiry_changed',
    `update of ${INQUIRY_COLUMNS} on inquiry`,
    markInquiry('old') + markInquiry('new'),
  );
  await create('inquiry_deleted', 'delete on inquiry', markInquiry('old'));
  await create('follow_up_added', 'insert on follow_up', markFollowUp('new'));
  await create('follow_up_changed', `update of ${FOLLOW_UP_COLUMNS} on follow_up`, markFollowUp('new'));
  await create('follow_up_deleted', 'delete on follow_up', markFollowUp('old'));
  await create('hours_added', 'insert on agency_hours', markAgency('new'));
  await create('hours_changed', 'update on agency_hours', markAgency('new'));
  await create('hours_deleted', 'delete on agency_hours', markAgency('old'));
}

async function createPostgresTriggers(db: Kysely<unknown>): Promise<void> {
  const create = async (name: string, events: string, mark: (row: 'old' | 'new') => string) => {
    await sql
      .raw(
        `create function overview_mark_${name}() returns trigger language plpgsql as $$ begin
          if tg_op <> 'INSERT' then ${mark('old')} end if;
          if tg_op <> 'DELETE' then ${mark('new')} end if;
          return null;
        end $$`,
      )
      .execute(db);
    await sql
      .raw(
        `create trigger overview_${name}_changed after ${events} for each row execute function overview_mark_${name}()`,
      )
      .execute(db);
  };
  await create('inquiry', `insert or delete or update of ${INQUIRY_COLUMNS} on inquiry`, markInquiry);
  await create('follow_up', `insert or delete or update of ${FOLLOW_UP_COLUMNS} on follow_up`, markFollowUp);
  await create('hours', 'insert or delete or update on agency_hours', markAgency);
}
