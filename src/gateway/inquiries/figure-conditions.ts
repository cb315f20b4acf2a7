import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ANSWERS, LOST_REASONS, type Status } from '#contract/follow-up/follow-up-state.ts';
import { DAY_MS } from '#contract/durations.ts';
import { type FigureKind, parseFigureFilter } from '#contract/figure-lists.ts';
import { fold } from '#contract/search.ts';
import {
  ANSWER_BANDS,
  FUNNEL_STEPS,
  type FunnelStep,
  endOfDates,
  parseHourOfWeek,
  parsePriceBand,
} from '#contract/overview.ts';

// Conditions of an inquiry `i` that counts in a figure of the overview, by the same rules as `overview/figures.ts`.

type FigureCondition = RawBuilder<SqlBool>;

const isTouched = sql`(f.touched_at is not null and f.touched_by is not null and f.touched_how is not null)`;
const isContacted = sql`(f.contacted_at is not null and f.contacted_by is not null)`;
const touchIsFirst = sql`(${isTouched} and (not ${isContacted} or f.touched_at <= f.contacted_at))`;
const contactIsFirst = sql`(${isContacted} and not ${touchIsFirst})`;

const hasFollowUp = (condition: RawBuilder<unknown>): FigureCondition => sql<SqlBool>`exists (
  select 1 from follow_up as f where f.agency_key = i.agency_key and f.sid = i.sid and ${condition}
)`;

// Figures count values that differ only in case and accents together.
const equals =
  (
    column:
      | 'make_key'
      | 'model_key'
      | 'province_key'
      | 'origin_key'
      | 'interest_key'
      | 'listing_type_key'
      | 'condition_key',
  ) =>
  (value: string): FigureCondition =>
    sql<SqlBool>`coalesce(${sql.ref(`i.${column}`)}, '') = ${fold(value)}`;

const hasStatus = (statuses: readonly Status[]): FigureCondition =>
  sql<SqlBool>`i.status in (${sql.join(statuses)})`;

const STEP_CONDITIONS: Record<FunnelStep, FigureCondition> = {
  contacted: sql<SqlBool>`(${hasStatus(['contacted', 'appointment', 'won'])} or ${hasFollowUp(sql`f.contacted_at is not null`)})`,
  appointment: hasStatus(['appointment', 'won']),
  won: hasStatus(['won']),
  lost: hasStatus(['lost']),
};

function hasPriceIn(value: string): FigureCondition | undefined {
  const isPriced = sql<SqlBool>`(i.price > 0 and i.currency is not null)`;
  if (value === '') return sql<SqlBool>`coalesce(${isPriced}, ${sql.lit(false)}) = ${sql.lit(false)}`;
  const band = parsePriceBand(value);
  if (!band || !Number.isFinite(band.from) || !Number.isFinite(band.to)) return undefined;
  return sql<SqlBool>`(i.price >= ${band.from} and i.price < ${band.to} and lower(i.currency) = ${band.currency.toLowerCase()})`;
}

function hasChannel(value: string): FigureCondition | undefined {
  if (value === 'contact') return hasFollowUp(contactIsFirst);
  const how = ANSWERS.find((name) => name === value);
  return how && hasFollowUp(sql`${touchIsFirst} and f.touched_how = ${how}`);
}

const isAnsweredBy = (id: string) =>
  sql`(${touchIsFirst} and f.touched_by = ${id} or ${contactIsFirst} and f.contacted_by = ${id})`;

const isInTime = sql`(i.due_at is null
  or case when ${touchIsFirst} then f.touched_at else f.contacted_at end <= i.due_at)`;

function wasAnswered(value: string): FigureCondition | undefined {
  const isAnswered = sql`(${isTouched} or ${isContacted})`;
  if (value === '') return hasFollowUp(isAnswered);
  return value === 'a-tiempo' ? hasFollowUp(sql`${isAnswered} and ${isInTime}`) : undefined;
}

/** An answer in a band; with a step also reached it. */
function hasDelay(value: string): FigureCondition | undefined {
  const [bandName, stepName, ...rest] = value.split(' ');
  const band = ANSWER_BANDS.find((name) => name === bandName);
  const step = FUNNEL_STEPS.find((name) => name === stepName);
  if (!band || rest.length > 0 || (stepName !== undefined && !step)) return undefined;
  const isInBand = hasFigures(sql`v.answer_band = ${band}`);
  return step ? sql<SqlBool>`(${isInBand} and ${STEP_CONDITIONS[step]})` : isInBand;
}

const hasFigures = (condition: RawBuilder<unknown>): FigureCondition => sql<SqlBool>`exists (
  select 1 from inquiry_figures as v where v.number = i.number and ${condition}
)`;

const hasHour =
  (column: 'arrival_hour' | 'answer_hour', further = sql`true`) =>
  (value: string): FigureCondition | undefined => {
    const hour = parseHourOfWeek(value);
    return hour === undefined
      ? undefined
      : hasFigures(sql`${sql.ref(`v.${column}`)} = ${hour} and ${further}`);
  };

const arrivedClosed = sql`v.arrived_closed = 1`;
const hasClosedHour = hasHour('arrival_hour', arrivedClosed);

/** Inquiries of the last 24 hours. The clock of the service may be ahead. */
function arrivedLately(value: string, now: number): FigureCondition | undefined {
  return value === '' ? sql<SqlBool>`(i.at > ${now - DAY_MS} and i.at < ${endOfDates(now)})` : undefined;
}

const CONDITIONS: Record<FigureKind, (value: string, now: number) => FigureCondition | undefined> = {
  marca: equals('make_key'),
  provincia: equals('province_key'),
  origen: equals('origin_key'),
  interes: equals('interest_key'),
  tipo: equals('listing_type_key'),
  condicion: equals('condition_key'),
  modelo: equals('model_key'),
  precio: hasPriceIn,
  canal: hasChannel,
  persona: (id) => hasFollowUp(isAnsweredBy(id)),
  'persona-a-tiempo': (id) => hasFollowUp(sql`${isAnsweredBy(id)} and ${isInTime}`),
  paso: (value) => {
    const step = FUNNEL_STEPS.find((name) => name === value);
    return step && STEP_CONDITIONS[step];
  },
  motivo: (value) => {
    const reason = LOST_REASONS.find((name) => name === value);
    const stored = sql`(select f.lost_reason from follow_up as f where f.agency_key = i.agency_key and f.sid = i.sid)`;
    return reason && sql<SqlBool>`(i.status = 'lost' and coalesce(${stored}, 'other') = ${reason})`;
  },
  respondidas: wasAnswered,
  demora: hasDelay,
  'ultimas-24-h': arrivedLately,
  llegada: hasHour('arrival_hour'),
  'llegada-cerrada': (value) => (value === '' ? hasFigures(arrivedClosed) : hasClosedHour(value)),
  'llegada-respondida': hasHour('arrival_hour', sql`v.answer_hour is not null`),
  'hora-respuesta': hasHour('answer_hour'),
};

/** Condition of the filter `cifra`; undefined: an impossible value. */
export function buildFigureCondition(text: string, now: number): FigureCondition | undefined {
  const figure = parseFigureFilter(text);
  return figure && CONDITIONS[figure.kind](figure.value, now);
}
