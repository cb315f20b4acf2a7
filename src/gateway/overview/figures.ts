import type { Selectable } from 'kysely';
import type { LOST_REASONS, Status } from '#contract/follow-up/follow-up-state.ts';
import { BREAKDOWNS, type Breakdown } from '#contract/desk/overview.ts';
import { type Hours, countOpenMs, hoursAt } from '#contract/hours.ts';
import {
  HOURS_PER_WEEK,
  computeFirstAnswer,
  findAnswerBand,
  formatModel,
  formatPriceBand,
  hourOfWeek,
  listReachedSteps,
} from '#contract/overview.ts';
import { parseJoinedJson } from '#database/joined-json.ts';
import { type AnswerColumns, toFirstAnswer } from '#gateway/follow-up/state-columns.ts';
import type { InquiryFiguresTable, OverviewDayTable } from './tables.ts';

// Figures of some inquiries, which can be added to others.

/** Version of the rules below, of those of `src/contract/overview.ts`, and of open time: older rows are computed anew. */
export const FIGURES_RULE = 3;

type Counts<Key> = Map<Key, number>;

/** Answers of a person or of anybody. */
export interface AnswerFigures {
  answered: number;
  inTime: number;
  /** Answers by open minutes. */
  minutes: Counts<number>;
}

/** `delay`: band of the first answer, alone and with each step that was reached. */
export const OUTCOMES = ['channel', 'flag', 'step', 'lostReason', 'delay'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Inquiries and their answers. */
export interface Answers extends AnswerFigures {
  inquiries: number;
}

const HOUR_COUNTS = ['all', 'closed', 'answered', 'delays'] as const;
type HourCount = (typeof HOUR_COUNTS)[number];

export interface Figures extends Answers {
  outcomes: Record<Outcome, Counts<string>>;
  /**
   * Arrivals by hour of the week, those outside opening hours, and first answers. `delays`: answered arrivals by
   * `toDelayKey`.
   */
  hours: Record<HourCount, Counts<number>>;
  /** Figures by id of the person who gave the first answer. */
  people: Map<string, AnswerFigures>;
  /** Counts by value; the empty text is an inquiry without it. */
  breakdowns: Record<Breakdown, Counts<string>>;
}

/** Columns of an inquiry and its follow-up that figures depend on. */
export interface InquiryFacts extends AnswerColumns {
  at: number;
  due_at: number | null;
  status: Status;
  origin: string | null;
  listing_type: string | null;
  condition: string | null;
  make: string | null;
  model: string | null;
  price: number | null;
  currency: string | null;
  province: string | null;
  interest: string | null;
  trade_in: 0 | 1;
  finance: 0 | 1;
  insurance: 0 | 1;
  lost_reason: (typeof LOST_REASONS)[number] | null;
}

export function createAnswerFigures(): AnswerFigures {
  return { answered: 0, inTime: 0, minutes: new Map() };
}

export function createFigures(): Figures {
  return {
    inquiries: 0,
    ...createAnswerFigures(),
    outcomes: mapNames(OUTCOMES, () => new Map()),
    hours: mapNames(HOUR_COUNTS, () => new Map()),
    people: new Map(),
    breakdowns: mapNames(BREAKDOWNS, () => new Map()),
  };
}

function mapNames<Name extends string, T>(names: readonly Name[], create: (name: Name) => T) {
  return Object.fromEntries(names.map((name) => [name, create(name)])) as Record<Name, T>;
}

/** Adds to a count; counts of zero are removed. */
function addCount<Key>(counts: Counts<Key>, key: Key, count = 1): void {
  const sum = (counts.get(key) ?? 0) + count;
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
}

function addCounts<Key>(target: Counts<Key>, source: ReadonlyMap<Key, number>, sign: 1 | -1): void {
  for (const [key, count] of source) addCount(target, key, sign * count);
}

/** Hour of the week of an arrival and open minutes to its first answer, as one number. */
const toDelayKey = (hour: number, minutes: number) => minutes * HOURS_PER_WEEK + hour;

/** Answered arrivals by minutes to the first answer, for each hour of the week. */
export function groupDelaysByHour(delays: ReadonlyMap<number, number>): Map<number, Counts<number>> {
  const byHour = new Map<number, Counts<number>>();
  for (const [key, count] of delays) {
    const hour = key % HOURS_PER_WEEK;
    const minutes = byHour.get(hour) ?? new Map<number, number>();
    byHour.set(hour, minutes.set(Math.floor(key / HOURS_PER_WEEK), count));
  }
  return byHour;
}

/** Adds an inquiry of an agency with these hours. @returns its values by which lists find it */
export function addInquiry(
  figures: Figures,
  facts: InquiryFacts,
  hours: Hours,
): Omit<InquiryFiguresTable, 'number'> {
  const { outcomes, breakdowns } = figures;
  figures.inquiries += 1;
  const arrivalHour = hourOfWeek(facts.at, hoursAt(hours, facts.at).zone);
  const arrivedClosed = countOpenMs(facts.at, facts.at + 1, hours) === 0;
  addCount(figures.hours.all, arrivalHour);
  if (arrivedClosed) addCount(figures.hours.closed, arrivalHour);

  let answerHour = null;
  const answer = computeFirstAnswer({ at: facts.at, dueAt: facts.due_at, ...toFirstAnswer(facts) }, hours);
  if (answer) {
    let person = figures.people.get(answer.by);
    if (!person) figures.people.set(answer.by, (person = createAnswerFigures()));
    for (const counted of [figures, person]) {
      counted.answered += 1;
      counted.inTime += answer.inTime ? 1 : 0;
      addCount(counted.minutes, answer.minutes);
    }
    addCount(outcomes.channel, answer.how);
    answerHour = hourOfWeek(answer.at, hoursAt(hours, answer.at).zone);
    addCount(figures.hours.answered, answerHour);
    addCount(figures.hours.delays, toDelayKey(arrivalHour, answer.minutes));
  }

  const band = findAnswerBand(answer?.minutes);
  addCount(outcomes.delay, band);
  for (const step of listReachedSteps(facts.status, facts.contacted_at !== null)) {
    addCount(outcomes.step, step);
    addCount(outcomes.delay, `${band} ${step}`);
  }
  if (facts.status === 'lost') addCount(outcomes.lostReason, facts.lost_reason ?? 'other');
  if (facts.trade_in) addCount(outcomes.flag, 'tradeIn');
  if (facts.finance) addCount(outcomes.flag, 'finance');
  if (facts.insurance) addCount(outcomes.flag, 'insurance');

  const { make, model } = facts;
  const values: Record<Breakdown, string | null> = {
    origin: facts.origin,
    listingType: facts.listing_type,
    condition: facts.condition,
    make,
    model: model === null ? null : formatModel(make, model),
    price: formatPriceBand(facts.price, facts.currency),
    province: facts.province,
    interest: facts.interest,
  };
  for (const name of BREAKDOWNS) addCount(breakdowns[name], values[name] ?? '');
  return {
    arrival_hour: arrivalHour,
    arrived_closed: arrivedClosed ? 1 : 0,
    answer_hour: answerHour,
    answer_band: band,
  };
}

function applyAnswers(target: AnswerFigures, source: AnswerFigures, sign: 1 | -1): void {
  target.answered += sign * source.answered;
  target.inTime += sign * source.inTime;
  addCounts(target.minutes, source.minutes, sign);
}

/** Adds figures, or with `sign` -1 takes them away. */
export function addFigures(target: Figures, source: Figures, sign: 1 | -1 = 1): void {
  target.inquiries += sign * source.inquiries;
  applyAnswers(target, source, sign);
  for (const name of OUTCOMES) addCounts(target.outcomes[name], source.outcomes[name], sign);
  for (const name of HOUR_COUNTS) addCounts(target.hours[name], source.hours[name], sign);
  for (const [id, answers] of source.people) {
    let person = target.people.get(id);
    if (!person) target.people.set(id, (person = createAnswerFigures()));
    applyAnswers(person, answers, sign);
    if (person.answered === 0) target.people.delete(id);
  }
  for (const name of BREAKDOWNS) addCounts(target.breakdowns[name], source.breakdowns[name], sign);
}

type Row = Selectable<OverviewDayTable>;

/** Columns of `overview_day`. */
export function formatFigures(figures: Figures): Omit<Row, 'agency_key' | 'day'> {
  const { inquiries, answered, inTime: in_time, minutes, outcomes, hours, people, breakdowns } = figures;
  return {
    rule: FIGURES_RULE,
    inquiries,
    answered,
    in_time,
    minutes: formatCounts(minutes),
    outcomes: JSON.stringify(mapNames(OUTCOMES, (name) => [...outcomes[name]])),
    hours: JSON.stringify(mapNames(HOUR_COUNTS, (name) => [...hours[name]])),
    people: JSON.stringify(
      [...people].map(([id, person]) => [id, { ...person, minutes: [...person.minutes] }]),
    ),
    breakdowns: JSON.stringify(mapNames(BREAKDOWNS, (name) => [...breakdowns[name]])),
  };
}

const formatCounts = (counts: Counts<number>) => JSON.stringify([...counts]);

type Entries<Key> = [Key, number][];

type AnswerRow = Pick<Row, 'inquiries' | 'answered' | 'in_time' | 'minutes'>;

function parseAnswers({ inquiries, answered, in_time: inTime, minutes }: AnswerRow): Answers {
  return { inquiries, answered, inTime, minutes: new Map(JSON.parse(minutes) as Entries<number>) };
}

/** Figures of the columns that were read; the others are empty. */
export function parseFigures(row: AnswerRow & Partial<Row>): Figures {
  const figures: Figures = { ...createFigures(), ...parseAnswers(row) };
  if (row.outcomes !== undefined) {
    const parsed = JSON.parse(row.outcomes) as Record<Outcome, Entries<string>>;
    figures.outcomes = mapNames(OUTCOMES, (name) => new Map(parsed[name]));
  }
  if (row.hours !== undefined) {
    const parsed = JSON.parse(row.hours) as HourEntries;
    figures.hours = mapNames(HOUR_COUNTS, (name) => new Map(parsed[name]));
  }
  if (row.people !== undefined) {
    const parsed = JSON.parse(row.people) as [string, AnswerFigures & { minutes: Entries<number> }][];
    figures.people = new Map(
      parsed.map(([id, person]) => [id, { ...person, minutes: new Map(person.minutes) }]),
    );
  }
  if (row.breakdowns !== undefined) {
    const parsed = JSON.parse(row.breakdowns) as Record<Breakdown, Entries<string>>;
    figures.breakdowns = mapNames(BREAKDOWNS, (name) => new Map(parsed[name]));
  }
  return figures;
}

type HourEntries = Record<HourCount, Entries<number>>;

/** Parses `hours` of several days, joined by commas. */
export function parseHoursOfDays(hours: string): HourEntries[] {
  return parseJoinedJson(hours);
}

/** Answers of several days. `minutes`: those of the days, joined by commas. */
export function parseAnswersOfDays({ minutes: minutesOfDays, ...row }: AnswerRow): Answers {
  const minutes = new Map<number, number>();
  for (const entries of parseJoinedJson<Entries<number>>(minutesOfDays))
    for (const [minute, count] of entries) addCount(minutes, minute, count);
  return { inquiries: row.inquiries, answered: row.answered, inTime: row.in_time, minutes };
}
