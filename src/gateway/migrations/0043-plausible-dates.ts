import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '#database/database.ts';

/** Instants from 2000 to 2099, ms since 1970, whose days have figures. */
const [FIRST, END] = [946_684_800_000, 4_102_444_800_000];

const COLUMNS = {
  inquiry:
    'agency_key, at, due_at, gone_at, status, make, model, price, currency, origin, interest, province, trade_in, finance, insurance',
  follow_up: 'status, lost_reason, touched_at, touched_by, touched_how, contacted_at, contacted_by',
};

/** `source`: instant of the inquiry, and where it is read from; without the latter it is in the trigger's row. */
const selectMark = (row: 'old' | 'new', at: string, source = '') =>
  `select ${row}.agency_key, cast(${at} / 900000 as bigint) ${source || 'where'} ${at} >= ${FIRST} and ${at} < ${END}`;
const insertMarks = (selected: string) => `insert into overview_stale (agency_key, quarter) ${selected};`;

const markInquiry = (row: 'old' | 'new') => selectMark(row, `${row}.at`);
const markFollowUp = (row: 'old' | 'new') =>
  insertMarks(
    [
      selectMark(row, `${row}.momento`),
      selectMark(
        row,
        'inquiry.at',
        `from inquiry where inquiry.agency_key = ${row}.agency_key and inquiry.sid = ${row}.sid and`,
      ),
    ].join(' union '),
  );

const MARKS = {
  inquiry: {
    insert: insertMarks(markInquiry('new')),
    update: insertMarks(`${markInquiry('old')} union ${markInquiry('new')}`),
    delete: insertMarks(markInquiry('old')),
  },
  follow_up: {
    insert: markFollowUp('new'),
    update: markFollowUp('new'),
    delete: markFollowUp('old'),
  },
};

/**
 * Implausible dates have no figures, marks or due times; `rule` is the version of the rule that figures of a day were
 * computed by.
 */
export const plausibleDates: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['inquiry', 'follow_up'] as const)
      for (const event of ['insert', 'update', 'delete'] as const) {
        const name = `overview_${table}_${event}`;
        const body = MARKS[table][event];
        if (isPostgres(db))
          await sql
            .raw(
              `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
            )
            .execute(db);
        else {
          const on = `after ${event} ${event === 'update' ? `of ${COLUMNS[table]}` : ''} on ${table}`;
          await sql.raw(`drop trigger ${name}`).execute(db);
          await sql.raw(`create trigger ${name} ${on} begin ${body} end`).execute(db);
        }
      }
    const isImplausible = sql.raw(`(at < ${FIRST} or at >= ${END})`);
    await sql`update inquiry set due_at = null where due_at is not null and ${isImplausible}`.execute(db);
    await sql`delete from overview_stale where quarter < ${FIRST / 900_000} or quarter >= ${END / 900_000}`.execute(
      db,
    );
    await sql`delete from overview_day where day < '1999-12-31' or day > '2100-01-01'`.execute(db);
    await db.schema
      .alterTable('overview_day')
      .addColumn('rule', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex('overview_day_rule')
      .on('overview_day')
      .columns(['rule', 'agency_key'])
      .execute();
  },
};
