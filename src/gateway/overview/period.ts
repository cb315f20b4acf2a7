import type { Kysely } from 'kysely';
import { ANSWERS, LOST_REASONS } from '#contract/follow-up/follow-up-state.ts';
import { BREAKDOWNS, type OverviewPeriod, type OverviewTotals } from '#contract/desk/overview.ts';
import { defaultHours } from '#contract/hours.ts';
import { ANSWER_BANDS, FUNNEL_STEPS, findPercentile, periodBefore } from '#contract/overview.ts';
import { addDays, dayAt, listDays, startOfDay } from '#contract/window.ts';
import { countRows } from '#database/count-rows.ts';
import { fetchHoursByAgency } from '#gateway/hours/store.ts';
import { type IndexedAgencyTables, fetchIndexed } from '#gateway/inquiries/agencies.ts';
import type { Scope } from '#gateway/inquiries/scope.ts';
import { type PeopleTables, fetchNames } from '#gateway/people/store.ts';
import { chooseSpellings, mergeSpellings } from './breakdowns.ts';
import { Collector } from './collector.ts';
import {
  type Days,
  FIGURE_COLUMNS,
  parseInquiriesOfDays,
  readAnswers,
  readFigures,
  readSums,
} from './day-rows.ts';
import {
  type AnswerFigures,
  type Answers,
  type Figures,
  addInquiry,
  createFigures,
  groupDelaysByHour,
  parseAnswersOfDays,
  parseFigures,
} from './figures.ts';
import { type RollUpTables, selectFacts } from './roll-ups.ts';
import { ALL_KEY } from './tables.ts';

type Tables = RollUpTables & IndexedAgencyTables & PeopleTables;

/** decided: with more agencies people are not listed. */
const MAX_PEOPLE_AGENCIES = 20;

export interface PeriodRequest {
  scope: Scope;
  /** First and last day. */
  desde: string;
  hasta: string;
  /** Restricts `people` to this person; undefined: all. */
  onlyPerson?: string | undefined;
  ranksPeople: boolean;
}

type Period = Omit<
  OverviewPeriod,
  'wholeSince' | 'implausibleDates' | 'readAt' | 'asOf' | 'complete' | 'failure'
>;

/** Figures of a period and of the days before it. Call `refreshRollUps` first. */
export async function fetchPeriod(
  db: Kysely<Tables>,
  { scope, desde, hasta, onlyPerson, ranksPeople }: PeriodRequest,
  zone: string,
): Promise<Period> {
  const days = listDays(desde, hasta);
  const before = periodBefore({ desde, hasta });
  const indexed = new Map((await fetchIndexed(db, scope)).map((agency) => [agency.agency_key, agency]));
  const keys = scope.agencies ?? [...indexed.keys()];
  const hasPeople = keys.length <= MAX_PEOPLE_AGENCIES;
  const collector = new Collector(days, keys);
  const current = { desde, hasta };

  if (!hasPeople && (await isEverything(db, scope))) {
    for await (const rows of readFigures(db, [ALL_KEY], current))
      for (const row of rows) collector.addDay(row.day, parseFigures(row));
    for await (const rows of readFigures(db, [ALL_KEY], before, ['outcomes']))
      for (const row of rows) collector.addBefore(parseFigures(row));
    for await (const rows of readAnswers(db, keys, current))
      for (const { agency_key, days: inquiries, ...row } of rows)
        collector.addAgency(agency_key, parseAnswersOfDays(row), parseInquiriesOfDays(inquiries));
    for await (const rows of readSums(db, keys, before))
      for (const { agency_key, inquiries } of rows) collector.addAgencyBefore(agency_key, inquiries);
  } else {
    const shared = keys.filter((key) => !scope.ownInquiriesIn.includes(key));
    const columns = [...FIGURE_COLUMNS, ...(hasPeople ? (['people'] as const) : [])];
    for await (const rows of readFigures(db, shared, current, columns))
      for (const row of rows) collector.add(row.agency_key, row.day, parseFigures(row));
    for await (const rows of readFigures(db, shared, before, ['outcomes']))
      for (const row of rows) collector.add(row.agency_key, row.day, parseFigures(row));
    for (const [agency, day, figures] of await computeOwn(db, scope, { desde: before.desde, hasta, zone }))
      collector.add(agency, day, figures);
  }

  const { totals } = collector;
  const spellings = chooseSpellings(totals.breakdowns.origin);
  return {
    desde,
    hasta,
    before: { ...before, totals: toTotals(collector.before) },
    totals: toTotals(totals),
    days: [...collector.days].map(([day, figures]) =>
      Object.assign(toAnswers(figures), {
        day,
        origins: Object.fromEntries(mergeSpellings(figures.origins, spellings)),
      }),
    ),
    agencies: [...collector.agencies]
      .map(([key, { before: inquiriesBefore, days: perDay, ...figures }]) =>
        Object.assign(toAnswers(figures), {
          adminMail: indexed.get(key)?.admin_mail ?? key,
          name: indexed.get(key)?.name ?? null,
          before: inquiriesBefore,
          days: perDay,
        }),
      )
      .toSorted(
        (a, b) => b.inquiries - a.inquiries || compareNames(a.name ?? a.adminMail, b.name ?? b.adminMail),
      ),
    people: hasPeople ? await listPeople(db, totals.people, { onlyPerson, isRanked: ranksPeople }) : [],
    ranksPeople,
    arrivals: { all: toWeek(totals.hours.all), closed: toWeek(totals.hours.closed) },
    answersByHour: toWeek(totals.hours.answered),
    mediansByHour: toMedians(totals.hours.delays),
    breakdowns: Object.fromEntries(
      BREAKDOWNS.map((name) => {
        const counts = totals.breakdowns[name];
        const merged = [...mergeSpellings(counts, chooseSpellings(counts))];
        return [
          name,
          merged
            .map(([value, count]) => ({ value: value === '' ? null : value, count }))
            .toSorted((a, b) => b.count - a.count || compareNames(a.value ?? '', b.value ?? '')),
        ];
      }),
    ) as OverviewPeriod['breakdowns'],
  };
}

/** Returns true if a scope has all agencies, named or not. */
async function isEverything(db: Kysely<Tables>, { agencies, ownInquiriesIn }: Scope): Promise<boolean> {
  if (!agencies) return true;
  const others = db.selectFrom('indexed_agency').where('agency_key', 'not in', agencies);
  return ownInquiriesIn.length === 0 && (await countRows(others)) === 0;
}

const compareNames = new Intl.Collator('es').compare;

/** Figures of the person's own inquiries, where they are limited to them, by agency and day: they are few. */
async function computeOwn(
  db: Kysely<Tables>,
  { ownInquiriesIn, operator }: Scope,
  { desde, hasta, zone }: Days & { zone: string },
): Promise<[agency: string, day: string, Figures][]> {
  if (ownInquiriesIn.length === 0) return [];
  const rows = await selectFacts(db)
    .where('i.agency_key', 'in', ownInquiriesIn)
    .where('i.operator_key', '=', operator)
    .where('i.at', '>=', startOfDay(desde, zone))
    .where('i.at', '<', startOfDay(addDays(hasta, 1), zone))
    .execute();
  const hours = await fetchHoursByAgency(db, ownInquiriesIn, zone);
  const byAgencyAndDay = Map.groupBy(rows, ({ agency_key, at }) => `${dayAt(at, zone)} ${agency_key}`);
  return [...byAgencyAndDay].map(([key, group]) => {
    const figures = createFigures();
    const agency = key.slice(11);
    for (const facts of group) addInquiry(figures, facts, hours.get(agency) ?? defaultHours(zone));
    return [agency, key.slice(0, 10), figures];
  });
}

async function listPeople(
  db: Kysely<Tables>,
  people: ReadonlyMap<string, AnswerFigures>,
  { onlyPerson, isRanked }: { onlyPerson: string | undefined; isRanked: boolean },
): Promise<OverviewPeriod['people']> {
  const shown = [...people].filter(([id]) => onlyPerson === undefined || id === onlyPerson);
  const names = await fetchNames(db, [...people.keys()]);
  return shown
    .map(([id, { answered, inTime, minutes }]) =>
      Object.assign(toAnswers({ inquiries: answered, answered, inTime, minutes }), {
        id,
        name: names.get(id) ?? '',
      }),
    )
    .toSorted((a, b) => (isRanked ? b.answered - a.answered : 0) || compareNames(a.name, b.name));
}

function toAnswers({ inquiries, answered, inTime, minutes }: Answers) {
  return {
    inquiries,
    answered,
    inTime,
    medianMinutes: findPercentile(minutes, 0.5),
    p90Minutes: findPercentile(minutes, 0.9),
  };
}

function toTotals(figures: Figures): OverviewTotals {
  const { channel, flag, step, lostReason, delay } = figures.outcomes;
  const toRecord = <Name extends string>(names: readonly Name[], counts: ReadonlyMap<string, number>) =>
    Object.fromEntries(names.map((name) => [name, counts.get(name) ?? 0])) as Record<Name, number>;
  return {
    ...toAnswers(figures),
    channels: toRecord([...ANSWERS, 'contact'], channel),
    ...toRecord(['tradeIn', 'finance', 'insurance'], flag),
    funnel: toRecord(FUNNEL_STEPS, step),
    lostReasons: toRecord(LOST_REASONS, lostReason),
    bands: toRecord(ANSWER_BANDS, delay),
    delays: Object.fromEntries(
      ANSWER_BANDS.map((band) => [
        band,
        Object.fromEntries(FUNNEL_STEPS.map((name) => [name, delay.get(`${band} ${name}`) ?? 0])),
      ]),
    ) as OverviewTotals['delays'],
  };
}

/** Values by weekday and hour. */
const mapWeek = <Value>(getValue: (hourOfWeek: number) => Value): Value[][] =>
  Array.from({ length: 7 }, (_day, weekday) =>
    Array.from({ length: 24 }, (_hour, hour) => getValue(weekday * 24 + hour)),
  );

const toWeek = (counts: ReadonlyMap<number, number>) => mapWeek((hour) => counts.get(hour) ?? 0);

function toMedians(delays: ReadonlyMap<number, number>): (number | null)[][] {
  const byHour = groupDelaysByHour(delays);
  return mapWeek((hour) => findPercentile(byHour.get(hour) ?? new Map(), 0.5));
}
