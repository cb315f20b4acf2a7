import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  ARRIVAL_WAYS,
  type ArrivalWay,
  type BalanceFigures,
  type BalanceHour,
  type BalanceLead,
  MAX_BALANCE_LEADS,
  MISSED_CAUSES,
} from '#contract/desk/balance.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/durations.ts';
import { findPercentile } from '#contract/overview.ts';
import { addDays, listDays, startOfDay } from '#contract/window.ts';
import { MISSED_AFTER_MS, selectMissed, selectShown } from '#gateway/deliveries/missed.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { type CausePeriod, findCause } from './missed-causes.ts';

export interface BalanceFilter {
  /** undefined: all. */
  agency_key?: string | undefined;
  /** First and last day. */
  from: string;
  to: string;
  zone: string;
  now: number;
  causes: readonly CausePeriod[];
}

/** A time whose inquiries are grouped by `key`, which `name` names. */
interface Group {
  since: number;
  until: number;
  key: (agency: string, at: string) => RawBuilder<string | number>;
  name: (key: string | number) => string;
}

/** Figures by agency, by its key. */
export function fetchAgencyFigures(
  db: Kysely<GatewayTables>,
  filter: BalanceFilter,
): Promise<Map<string, BalanceFigures>> {
  const { from, to, zone } = filter;
  const group: Group = {
    since: startOfDay(from, zone),
    until: startOfDay(addDays(to, 1), zone),
    key: (agency) => sql.ref(agency),
    name: String,
  };
  return sumGroups(db, filter, [group]);
}

/** Figures by day; days without any inquiry are left out. */
export function fetchDayFigures(
  db: Kysely<GatewayTables>,
  filter: BalanceFilter,
): Promise<Map<string, BalanceFigures>> {
  return sumGroups(db, filter, groupDays(filter));
}

/** Figures by the start of the hour; hours without any inquiry are left out. */
export async function fetchHourFigures(
  db: Kysely<GatewayTables>,
  filter: BalanceFilter,
): Promise<BalanceHour[]> {
  const { from, to, zone } = filter;
  const since = startOfDay(from, zone);
  const group: Group = {
    since,
    until: startOfDay(addDays(to, 1), zone),
    // SQLite takes a parameter for a real number, by which it would not divide to a whole one.
    key: (_, at) => sql<number>`(${sql.ref(at)} - ${sql.lit(since)}) / ${sql.lit(HOUR_MS)}`,
    name: (hour) => String(since + Number(hour) * HOUR_MS),
  };
  const figures = await sumGroups(db, filter, [group]);
  return [...figures]
    .map(([at, sums]) => Object.assign({ at: Number(at) }, sums))
    .toSorted((a, b) => b.at - a.at);
}

/** Groups successive days of 24 hours, so that a division gives the day; other days, at a change of clocks, are groups of their own. */
function groupDays({ from, to, zone }: Pick<BalanceFilter, 'from' | 'to' | 'zone'>): Group[] {
  const groups: (Group & { first: string })[] = [];
  for (const first of listDays(from, to)) {
    const [since, until] = [startOfDay(first, zone), startOfDay(addDays(first, 1), zone)];
    const last = groups.at(-1);
    const isWhole = until - since === DAY_MS;
    if (isWhole && last && (last.until - last.since) % DAY_MS === 0) last.until = until;
    else
      groups.push({
        first,
        since,
        until,
        key: (_, at) =>
          // SQLite takes a parameter for a real number, by which it would not divide to a whole one.
          isWhole ? sql<number>`(${sql.ref(at)} - ${sql.lit(since)}) / ${sql.lit(DAY_MS)}` : sql<number>`0`,
        name: (day) => addDays(first, Number(day)),
      });
  }
  return groups;
}

/** `SECOND_MS` and so on: the unit that a time is rounded down to while it is shorter than the next. */
const UNITS = [SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS] as const;

const arrivalWay = sql<ArrivalWay>`case when i.discovery_source = 'webhook' then 'webhook'
  when i.at < a.added_at then 'earlier' when i.discovery_source = 'list' then 'sweep' else 'read' end`;
const lateness = sql<number>`case when i.first_seen_at > i.at then i.first_seen_at - i.at else 0 end`;
const roundedLateness = sql<number>`case ${sql.join(
  UNITS.slice(0, -1).map((unit, index) => {
    const next = sql.lit(UNITS[index + 1]);
    return sql`when ${lateness} < ${next} then ${lateness} / ${sql.lit(unit)} * ${sql.lit(unit)}`;
  }),
  sql` `,
)} else ${lateness} / ${sql.lit(DAY_MS)} * ${sql.lit(DAY_MS)} end`;

interface Sums extends BalanceFigures {
  latenesses: Map<number, number>;
}

async function sumGroups(
  db: Kysely<GatewayTables>,
  filter: BalanceFilter,
  groups: readonly Group[],
): Promise<Map<string, BalanceFigures>> {
  const sums = new Map<string, Sums>();
  for (const group of groups) {
    const getSums = (key: string | number) => {
      const name = group.name(key);
      const existing = sums.get(name) ?? createSums();
      sums.set(name, existing);
      return existing;
    };
    const [arrived, missed, erased] = await Promise.all([
      countArrived(db, group, filter),
      fetchMissed(db, group, filter),
      countErased(db, group, filter),
    ]);
    for (const { key, way, rounded, count, missing, worst } of arrived) {
      const figures = getSums(key);
      figures.inbox += count;
      figures.missing += missing;
      figures.ways[way] += count;
      if (way === 'earlier') continue;
      figures.latenesses.set(rounded, (figures.latenesses.get(rounded) ?? 0) + count);
      figures.worstMs = Math.max(figures.worstMs ?? 0, worst);
    }
    for (const { key, at } of missed) getSums(key).missed[findCause(filter.causes, at)] += 1;
    for (const { key, count } of erased) getSums(key).erased += count;
  }
  return new Map(
    [...sums].map(([name, { latenesses, ...figures }]) => [
      name,
      { ...figures, medianMs: findPercentile(latenesses, 0.5) },
    ]),
  );
}

export const createFigures = (): BalanceFigures => ({
  inbox: 0,
  erased: 0,
  missing: 0,
  ways: toZeros(ARRIVAL_WAYS),
  missed: toZeros(MISSED_CAUSES),
  medianMs: null,
  worstMs: null,
});

const createSums = (): Sums => ({ ...createFigures(), latenesses: new Map() });

const toZeros = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

function countArrived(
  db: Kysely<GatewayTables>,
  { since, until, key }: Group,
  { agency_key }: BalanceFilter,
) {
  return selectShown(db)
    .where('i.at', '>=', since)
    .where('i.at', '<', until)
    .$if(agency_key !== undefined, (query) => query.where('i.agency_key', '=', agency_key ?? ''))
    .select(({ fn }) => [
      key('i.agency_key', 'i.at').as('key'),
      arrivalWay.as('way'),
      roundedLateness.as('rounded'),
      fn.countAll<number>().as('count'),
      fn.count<number>('i.missing_since').as('missing'),
      fn.max(lateness).as('worst'),
    ])
    .groupBy(['key', 'way', 'rounded'])
    .execute();
}

/** The inquiries whose message was missed; few, unless messages do not arrive at all. */
function fetchMissed(
  db: Kysely<GatewayTables>,
  { since, until, key }: Group,
  { agency_key, now }: BalanceFilter,
) {
  return selectMissed(db)
    .where('i.at', '>=', since)
    .where('i.at', '<', Math.min(until, now - MISSED_AFTER_MS))
    .$if(agency_key !== undefined, (query) => query.where('i.agency_key', '=', agency_key ?? ''))
    .select([key('i.agency_key', 'i.at').as('key'), 'i.at'])
    .execute();
}

function countErased(db: Kysely<GatewayTables>, { since, until, key }: Group, { agency_key }: BalanceFilter) {
  return db
    .selectFrom('erased_inquiry as e')
    .innerJoin('indexed_agency as a', 'a.agency_key', 'e.agency_key')
    .where('a.gone_at', 'is', null)
    .where('e.momento', '>=', since)
    .where('e.momento', '<', until)
    .$if(agency_key !== undefined, (query) => query.where('e.agency_key', '=', agency_key ?? ''))
    .select(({ fn }) => [key('e.agency_key', 'e.momento').as('key'), fn.countAll<number>().as('count')])
    .groupBy('key')
    .execute();
}

/** The newest inquiries of an agency's day in lists. */
export async function fetchLeads(
  db: Kysely<GatewayTables>,
  { agency_key, from, to, zone, now, causes }: BalanceFilter & { agency_key: string },
): Promise<BalanceLead[]> {
  const rows = await selectShown(db)
    .where('i.agency_key', '=', agency_key)
    .where('i.at', '>=', startOfDay(from, zone))
    .where('i.at', '<', startOfDay(addDays(to, 1), zone))
    .select(['i.number', 'i.sid', 'i.at', 'i.first_seen_at as firstSeenAt', arrivalWay.as('way')])
    .orderBy('i.at', 'desc')
    .orderBy('i.sid', 'desc')
    .limit(MAX_BALANCE_LEADS)
    .execute();
  const numbers = rows.map(({ number }) => number);
  const missed = await selectMissed(db)
    .where('i.number', 'in', [...numbers, 0])
    .where('i.at', '<', now - MISSED_AFTER_MS)
    .select('i.number')
    .execute();
  const missedNumbers = new Set(missed.map(({ number }) => number));
  return rows.map(({ number, ...lead }) =>
    Object.assign(lead, { missed: missedNumbers.has(number) ? findCause(causes, lead.at) : null }),
  );
}
