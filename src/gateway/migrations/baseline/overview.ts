import type { Kysely } from 'kysely';
import { createRowTrigger } from '#database/create-row-trigger.ts';
import { isPostgres } from '#database/database.ts';
import { executeStatements } from '#database/execute-statements.ts';

export async function createOverviewTables(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    // Figures of an agency's day; `rule` is the version of the rule that they were computed by.
    `create table overview_day (
      agency_key text not null,
      day text not null,
      inquiries integer not null,
      answered integer not null,
      in_time integer not null,
      minutes text not null,
      outcomes text not null,
      hours text not null,
      people text not null,
      breakdowns text not null,
      rule integer not null default 0,
      constraint overview_day_key primary key (agency_key, day)
    )`,
    'create index overview_day_rule on overview_day (rule, agency_key)',

    // Values of an inquiry by which lists find those that figures count; see `figures.ts`.
    `create table inquiry_figures (
      number ${isPostgres(db) ? 'bigint' : 'integer'} primary key,
      arrival_hour integer not null,
      arrived_closed integer not null,
      answer_hour integer,
      answer_band text not null
    )`,

    // Quarters of an hour whose figures have to be computed anew; null: all of the agency.
    `create table overview_stale (
      id ${isPostgres(db) ? 'bigserial' : 'integer'} primary key,
      agency_key text not null,
      quarter bigint
    )`,
    'create index overview_stale_of_agency on overview_stale (agency_key, quarter)',
    'create index overview_stale_by_quarter on overview_stale (quarter)',

    // One row: the time zone that the days are of.
    'create table overview_zone (zone text not null)',
    `insert into overview_zone (zone) values ('')`,
  ]);
  for (const { table, columns, marks } of TRIGGERS)
    for (const event of ['insert', 'update', 'delete'] as const)
      await createRowTrigger(db, {
        name: `overview_${table}_${event}`,
        on: `after ${event} ${event === 'update' && columns ? `of ${columns}` : ''} on ${table}`,
        body: `insert into overview_stale (agency_key, quarter) ${marks[event]};`,
      });
}

/** Instants from 2000 to 2099, ms since 1970, whose days have figures. */
const [FIRST, END] = [946_684_800_000, 4_102_444_800_000];

/** `source`: where the instant of the inquiry is read from; without it, it is in the trigger's row. */
const selectQuarter = (row: 'old' | 'new', at: string, source = '') =>
  `select ${row}.agency_key, cast(${at} / 900000 as bigint) ${source || 'where'} ${at} >= ${FIRST} and ${at} < ${END}`;

const selectOfInquiry = (row: 'old' | 'new') => selectQuarter(row, `${row}.at`);

/** The moment that the follow-up has, for an inquiry that is being inserted meanwhile, and the inquiry's own. */
const selectOfFollowUp = (row: 'old' | 'new') =>
  [
    selectQuarter(row, `${row}.momento`),
    selectQuarter(
      row,
      'inquiry.at',
      `from inquiry where inquiry.agency_key = ${row}.agency_key and inquiry.sid = ${row}.sid and`,
    ),
  ].join(' union ');

const selectOfAgency = (row: 'old' | 'new') => `select ${row}.agency_key, cast(null as bigint)`;

/** Triggers mark what changes; `columns` are those that figures depend on, `marks` select agency and quarter by event. */
const TRIGGERS: { table: string; columns?: string; marks: Record<'insert' | 'update' | 'delete', string> }[] =
  [
    {
      table: 'inquiry',
      columns:
        'agency_key, at, due_at, gone_at, status, make, model, price, currency, origin, interest, province, trade_in, finance, insurance',
      marks: {
        insert: selectOfInquiry('new'),
        update: `${selectOfInquiry('old')} union ${selectOfInquiry('new')}`,
        delete: selectOfInquiry('old'),
      },
    },
    {
      table: 'follow_up',
      columns: 'status, lost_reason, touched_at, touched_by, touched_how, contacted_at, contacted_by',
      marks: {
        insert: selectOfFollowUp('new'),
        update: selectOfFollowUp('new'),
        delete: selectOfFollowUp('old'),
      },
    },
    {
      table: 'agency_hours',
      marks: {
        insert: selectOfAgency('new'),
        update: selectOfAgency('new'),
        delete: selectOfAgency('old'),
      },
    },
  ];
