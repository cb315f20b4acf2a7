import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { listDays } from '#contract/window.ts';
import { joinJson, parseJoinedJson } from '#database/joined-json.ts';
import { ALL_KEY, type OverviewTables } from './tables.ts';

// Reads daily figures in pieces.

/** Rows per query: with all figures of an agency, of all agencies, of answers alone, or summed. */
const MAX_DAY_ROWS = { agency: 200, all: 20, answers: 2000, sums: 3000 };

const ANSWER_COLUMNS = ['agency_key', 'day', 'inquiries', 'answered', 'in_time', 'minutes'] as const;
export const FIGURE_COLUMNS = ['outcomes', 'hours', 'breakdowns'] as const;
type FigureColumn = (typeof FIGURE_COLUMNS)[number] | 'people';

export interface Days {
  desde: string;
  hasta: string;
}

/** Splits days and agencies into queries of at most about `limit` rows; other work runs in between. */
async function* readDayRows<Row>(
  keys: readonly string[],
  { desde, hasta }: Days,
  limit: number,
  read: (keys: readonly string[], days: Days) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const days = listDays(desde, hasta);
  const [daysPerQuery, keysPerQuery] = [
    Math.min(days.length, limit),
    Math.max(1, Math.floor(limit / days.length)),
  ];
  for (let key = 0; key < keys.length; key += keysPerQuery)
    for (let day = 0; day < days.length; day += daysPerQuery) {
      const range = {
        desde: days[day] ?? desde,
        hasta: days[Math.min(day + daysPerQuery, days.length) - 1] ?? hasta,
      };
      yield await read(keys.slice(key, key + keysPerQuery), range);
      await yieldToEventLoop();
    }
}

function selectDays(db: Kysely<OverviewTables>, keys: readonly string[], { desde, hasta }: Days) {
  return db
    .selectFrom('overview_day')
    .select(ANSWER_COLUMNS)
    .where('agency_key', 'in', keys)
    .where('day', '>=', desde)
    .where('day', '<=', hasta);
}

/** Figures of agencies, or of `ALL_KEY`, by day: of the answers, and in these columns. */
export const readFigures = (
  db: Kysely<OverviewTables>,
  keys: readonly string[],
  days: Days,
  columns: readonly FigureColumn[] = FIGURE_COLUMNS,
) =>
  readDayRows(keys, days, keys.includes(ALL_KEY) ? MAX_DAY_ROWS.all : MAX_DAY_ROWS.agency, (some, range) =>
    selectDays(db, some, range).select(columns).execute(),
  );

/** Sums of the answers of each agency, with its inquiries by day. */
export const readAnswers = (db: Kysely<OverviewTables>, keys: readonly string[], days: Days) =>
  readDayRows(keys, days, MAX_DAY_ROWS.answers, (some, { desde, hasta }) =>
    db
      .selectFrom('overview_day')
      .select((eb) => [
        'agency_key',
        eb.fn.sum<number>('inquiries').as('inquiries'),
        eb.fn.sum<number>('answered').as('answered'),
        eb.fn.sum<number>('in_time').as('in_time'),
        joinJson(eb.ref('minutes')).as('minutes'),
        joinJson(sql`'["' || day || '",' || inquiries || ']'`).as('days'),
      ])
      .where('agency_key', 'in', some)
      .where('day', '>=', desde)
      .where('day', '<=', hasta)
      .groupBy('agency_key')
      .execute(),
  );

export const readSums = (db: Kysely<OverviewTables>, keys: readonly string[], days: Days) =>
  readDayRows(keys, days, MAX_DAY_ROWS.sums, (some, { desde, hasta }) =>
    db
      .selectFrom('overview_day')
      .select((eb) => ['agency_key', eb.fn.sum<number>('inquiries').as('inquiries')])
      .where('agency_key', 'in', some)
      .where('day', '>=', desde)
      .where('day', '<=', hasta)
      .groupBy('agency_key')
      .execute(),
  );

/** Parses `days` of `readAnswers`. */
export function parseInquiriesOfDays(days: string): [day: string, inquiries: number][] {
  return parseJoinedJson(days);
}
