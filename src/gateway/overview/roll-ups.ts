import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Kysely, type Transaction, sql } from 'kysely';
import { QUARTER_HOUR_MS } from '#contract/durations.ts';
import {
  END_OF_INSTANTS,
  FIRST_INSTANT,
  addDays,
  dayAt,
  isPlausibleInstant,
  startOfDay,
} from '#contract/window.ts';
import type { FollowUpTables } from '#gateway/follow-up/tables.ts';
import { type HoursTables, fetchHoursByAgency } from '#gateway/hours/store.ts';
import type { InquiryTables } from '#gateway/inquiries/tables.ts';
import {
  FIGURES_RULE,
  type Figures,
  type InquiryFacts,
  addFigures,
  addInquiry,
  createFigures,
  formatFigures,
  parseFigures,
} from './figures.ts';
import { ALL_KEY, type InquiryFiguresTable, type OverviewTables } from './tables.ts';

// Keeps the figures of each agency and day. Triggers mark what changes; marked days are computed anew here.

export type RollUpTables = OverviewTables & InquiryTables & FollowUpTables & HoursTables;

/** Marks that are read at once. */
const MARKS_PER_READ = 500;
/** Days of agencies per transaction: other queries wait for it. */
const DAYS_PER_SLICE = 8;

/** Both engines limit the parameters of a statement. */
const INQUIRIES_PER_INSERT = 500;

/** First quarter of an hour of a day, since 1970. */
const firstQuarter = (day: string, zone: string) => Math.ceil(startOfDay(day, zone) / QUARTER_HOUR_MS);

/** Restriction of the figures to bring up to date; by default all. */
export interface RollUpRange {
  agencies?: readonly string[] | undefined;
  /** First and last day. */
  desde?: string;
  hasta?: string;
}

/** Discards the figures of another zone. Call it at the start. */
export async function prepareRollUps(db: Kysely<RollUpTables>, zone: string): Promise<void> {
  const stored = await db.selectFrom('overview_zone').select('zone').executeTakeFirst();
  if (stored?.zone === zone) return;
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('overview_zone').set({ zone }).execute();
    await transaction.deleteFrom('overview_day').execute();
    await transaction
      .insertInto('overview_stale')
      .columns(['agency_key', 'quarter'])
      .expression((eb) =>
        eb
          .selectFrom('inquiry')
          .select(['agency_key', sql<number | null>`cast(null as bigint)`.as('quarter')])
          .distinct(),
      )
      .execute();
  });
}

/**
 * Computes stale figures anew until none is left, with pauses for other work.
 * @returns false when `signal` was aborted before the end
 */
export async function refreshRollUps(
  db: Kysely<RollUpTables>,
  zone: string,
  { signal, ...range }: RollUpRange & { signal?: AbortSignal },
): Promise<boolean> {
  while (await refreshSlice(db, zone, range)) {
    if (signal?.aborted) return false;
    await yieldToEventLoop();
  }
  return true;
}

/** Computes some figures anew that are stale, or of an older version of the rule. @returns whether there were any */
export async function refreshSlice(db: Kysely<RollUpTables>, zone: string, range: RollUpRange = {}) {
  const isCurrent =
    (await fetchMarks(db, zone, range, 1)).length === 0 &&
    !(await selectOutdated(db, range).limit(1).executeTakeFirst());
  if (isCurrent) return false;
  return db.transaction().execute(async (transaction) => {
    // One transaction at a time: the sums of all agencies are updated by difference. An update locks on both engines.
    await transaction.updateTable('overview_zone').set({ zone }).execute();
    const marks = await fetchMarks(transaction, zone, range, MARKS_PER_READ);
    const whole = marks.find(({ quarter }) => quarter === null);
    if (whole) {
      await markDays(transaction, whole.agency_key, zone);
      return true;
    }
    if (marks.length > 0) {
      await computeMarkedDays(transaction, marks, zone);
      return true;
    }
    const outdated = await selectOutdated(transaction, range).limit(DAYS_PER_SLICE).execute();
    await computeDays(transaction, outdated, zone);
    return outdated.length > 0;
  });
}

/** Some marks of a range. Each query reads an index: after a first fill there are millions outside the range. */
async function fetchMarks(
  db: Kysely<RollUpTables>,
  zone: string,
  { agencies, desde, hasta }: RollUpRange,
  limit: number,
) {
  const marks = db
    .selectFrom('overview_stale')
    .select(['id', 'agency_key', 'quarter'])
    .$if(agencies !== undefined, (query) => query.where('agency_key', 'in', [...(agencies ?? []), '']))
    .limit(limit);
  if (desde === undefined || hasta === undefined) return marks.orderBy('id').execute();
  const whole = await marks.where('quarter', 'is', null).execute();
  if (whole.length > 0) return whole;
  return marks
    .where('quarter', '>=', firstQuarter(desde, zone))
    .where('quarter', '<', firstQuarter(addDays(hasta, 1), zone))
    .$if(agencies === undefined, (query) => query.orderBy('quarter'))
    .execute();
}

/** Days of agencies whose figures were computed by an older version of the rule. */
function selectOutdated(db: Kysely<RollUpTables>, { agencies, desde, hasta }: RollUpRange) {
  return db
    .selectFrom('overview_day')
    .select(['agency_key', 'day'])
    .where('rule', '<', FIGURES_RULE)
    .where('agency_key', '!=', ALL_KEY)
    .$if(agencies !== undefined, (query) => query.where('agency_key', 'in', [...(agencies ?? []), '']))
    .$if(desde !== undefined && hasta !== undefined, (query) =>
      query.where('day', '>=', desde ?? '').where('day', '<=', hasta ?? ''),
    );
}

/** Replaces the mark of a whole agency by marks of its days with inquiries. */
async function markDays(db: Transaction<RollUpTables>, agency_key: string, zone: string): Promise<void> {
  await db
    .deleteFrom('overview_stale')
    .where((eb) => eb.and({ agency_key, quarter: null }))
    .execute();
  const quarters: number[] = [];
  // Day by day in the index, however many inquiries there are.
  for (let from = FIRST_INSTANT; ;) {
    const { first } = await db
      .selectFrom('inquiry')
      .select((eb) => eb.fn.min('at').as('first'))
      .where((eb) => eb.and({ agency_key, gone_at: null }))
      .where('at', '>=', from)
      .where('at', '<', END_OF_INSTANTS)
      .executeTakeFirstOrThrow();
    if (first === null) break;
    quarters.push(Math.floor(first / QUARTER_HOUR_MS));
    from = startOfDay(addDays(dayAt(first, zone), 1), zone);
  }
  if (quarters.length > 0)
    await db
      .insertInto('overview_stale')
      .values(quarters.map((quarter) => ({ agency_key, quarter })))
      .execute();
}

interface AgencyDay {
  agency_key: string;
  day: string;
}

/** Computes the first marked days. Their marks are deleted by id too, so that no mark can be read for ever. */
async function computeMarkedDays(
  db: Transaction<RollUpTables>,
  marks: readonly { id: number; agency_key: string; quarter: number | null }[],
  zone: string,
): Promise<void> {
  const days = new Map<string, AgencyDay>();
  const done: number[] = [];
  for (const { id, agency_key, quarter } of marks) {
    const at = (quarter ?? 0) * QUARTER_HOUR_MS;
    if (isPlausibleInstant(at)) {
      const day = dayAt(at, zone);
      const key = `${day} ${agency_key}`;
      if (!days.has(key) && days.size === DAYS_PER_SLICE) continue;
      days.set(key, { agency_key, day });
    }
    done.push(id);
  }
  await db.deleteFrom('overview_stale').where('id', 'in', done).execute();
  await computeDays(db, [...days.values()], zone);
}

async function computeDays(db: Transaction<RollUpTables>, agencyDays: readonly AgencyDay[], zone: string) {
  for (const [day, rows] of Map.groupBy(agencyDays, (row) => row.day)) {
    const agencies = rows.map(({ agency_key }) => agency_key);
    await computeDay(db, day, agencies, zone);
    // Each statement holds the event loop on SQLite.
    await yieldToEventLoop();
  }
}

async function computeDay(
  db: Transaction<RollUpTables>,
  day: string,
  agencies: readonly string[],
  zone: string,
): Promise<void> {
  const [from, to] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)];
  // Rows that change after this stay marked.
  await db
    .deleteFrom('overview_stale')
    .where('agency_key', 'in', agencies)
    .where('quarter', '>=', firstQuarter(day, zone))
    .where('quarter', '<', firstQuarter(addDays(day, 1), zone))
    .execute();
  const rows = await selectFacts(db)
    .where('i.agency_key', 'in', agencies)
    .where('i.at', '>=', from)
    .where('i.at', '<', to)
    .execute();
  const hours = await fetchHoursByAgency(db, agencies, zone);
  const computed = new Map<string, Figures>(agencies.map((agency) => [agency, createFigures()]));
  const values: InquiryFiguresTable[] = [];
  for (const { agency_key, number, ...facts } of rows) {
    const [figures, agencyHours] = [computed.get(agency_key), hours.get(agency_key)];
    if (figures && agencyHours) values.push({ number, ...addInquiry(figures, facts, agencyHours) });
  }
  await saveInquiryFigures(db, values);

  const previous = await db
    .selectFrom('overview_day')
    .selectAll()
    .where('day', '=', day)
    .where('agency_key', 'in', [...agencies, ALL_KEY])
    .execute();
  const sum = createFigures();
  for (const row of previous) addFigures(sum, parseFigures(row), row.agency_key === ALL_KEY ? 1 : -1);
  for (const figures of computed.values()) addFigures(sum, figures);
  sum.people.clear();
  await saveFigures(db, day, computed.set(ALL_KEY, sum));
}

const FIGURE_VALUES = ['arrival_hour', 'arrived_closed', 'answer_hour', 'answer_band'] as const;

async function saveInquiryFigures(
  db: Transaction<RollUpTables>,
  values: readonly InquiryFiguresTable[],
): Promise<void> {
  for (let from = 0; from < values.length; from += INQUIRIES_PER_INSERT)
    await db
      .insertInto('inquiry_figures')
      .values(values.slice(from, from + INQUIRIES_PER_INSERT))
      .onConflict((conflict) =>
        conflict
          .column('number')
          .doUpdateSet((eb) =>
            Object.fromEntries(FIGURE_VALUES.map((name) => [name, eb.ref(`excluded.${name}`)])),
          )
          // Most inquiries of a day are as they were.
          .where((eb) =>
            eb.or(
              FIGURE_VALUES.map((name) =>
                eb(`inquiry_figures.${name}`, 'is distinct from', eb.ref(`excluded.${name}`)),
              ),
            ),
          ),
      )
      .execute();
}

/** Replaces the figures of a day; days without inquiries have no row. */
async function saveFigures(
  db: Transaction<RollUpTables>,
  day: string,
  figures: ReadonlyMap<string, Figures>,
): Promise<void> {
  await db
    .deleteFrom('overview_day')
    .where('day', '=', day)
    .where('agency_key', 'in', [...figures.keys()])
    .execute();
  const filled = [...figures].filter(([, { inquiries }]) => inquiries !== 0);
  if (filled.length > 0)
    await db
      .insertInto('overview_day')
      .values(filled.map(([agency_key, sums]) => Object.assign(formatFigures(sums), { agency_key, day })))
      .execute();
}

/**
 * Inquiries with what figures depend on; those that are gone at the service do not count, as in lists, nor those with
 * implausible dates.
 */
export function selectFacts(db: Kysely<RollUpTables>) {
  return db
    .selectFrom('inquiry as i')
    .leftJoin('follow_up as f', (join) =>
      join.onRef('f.agency_key', '=', 'i.agency_key').onRef('f.sid', '=', 'i.sid'),
    )
    .where('i.gone_at', 'is', null)
    .where('i.at', '>=', FIRST_INSTANT)
    .where('i.at', '<', END_OF_INSTANTS)
    .select([
      'i.number',
      'i.agency_key',
      'i.at',
      'i.due_at',
      'i.status',
      'i.origin',
      'i.listing_type',
      'i.condition',
      'i.make',
      'i.model',
      'i.price',
      'i.currency',
      'i.province',
      'i.interest',
      'i.trade_in',
      'i.finance',
      'i.insurance',
      'f.lost_reason',
      'f.touched_at',
      'f.touched_by',
      'f.touched_how',
      'f.contacted_at',
      'f.contacted_by',
    ])
    .$castTo<InquiryFacts & { agency_key: string; number: number }>();
}
