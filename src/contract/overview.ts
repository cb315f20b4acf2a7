import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';
import type { Status } from './follow-up/follow-up-state.ts';
import { type Hours, countOpenMinutes } from './hours.ts';
import { type StopReason, findFirstAnswer, isInTime } from './response-clock.ts';
import { addDays, dayAt, offsetAt, startOfDay } from './window.ts';

// Definitions of the figures of the overview. "Waiting", "late", "unread" and "returned" are those of the views.

export const HOURS_PER_WEEK = 7 * 24;

/** Waiting inquiries that are due within this time are due soon. */
export const DUE_SOON_MS = HOUR_MS;

/** Late inquiries are old when their due time is before this number of days ago, at 0 h. */
export const OLD_AFTER_DAYS = 7;

export const DUE_SPANS = ['por-vencer', 'tarde-hoy', 'tarde-semana', 'tarde-vieja'] as const;
export type DueSpan = (typeof DUE_SPANS)[number];

export function isDueSpan(name: string): name is DueSpan {
  return DUE_SPANS.some((span) => span === name);
}

/**
 * Spans of due times of waiting inquiries, by the facet that lists those due in them. Milliseconds since 1970: after the first
 * time, up to the second one. `zone`: the time zone of days.
 */
export function dueSpans({
  now,
  zone,
}: {
  now: number;
  zone: string;
}): Record<DueSpan, readonly [after: number, until: number]> {
  const today = dayAt(now, zone);
  const yesterdayEnd = startOfDay(today, zone) - 1;
  const oldEnd = startOfDay(addDays(today, -OLD_AFTER_DAYS), zone) - 1;
  return {
    'por-vencer': [now, now + DUE_SOON_MS],
    'tarde-hoy': [yesterdayEnd, now],
    'tarde-semana': [oldEnd, yesterdayEnd],
    'tarde-vieja': [Number.MIN_SAFE_INTEGER, oldEnd],
  };
}

/** decided: clocks of services may be ahead, by their zone too. */
const MAX_DATE_AHEAD_MS = DAY_MS;

/** Dates after this instant are too far ahead to be true. */
export const endOfDates = (now: number) => now + MAX_DATE_AHEAD_MS;

/** Invitations without registration this long after the last send are unanswered. */
export const UNANSWERED_INVITATION_MS = 7 * 24 * HOUR_MS;

/** The same number of days just before a period. */
export function periodBefore({ desde, hasta }: { desde: string; hasta: string }): {
  desde: string;
  hasta: string;
} {
  const days = (Date.parse(hasta) - Date.parse(desde)) / DAY_MS + 1;
  return { desde: addDays(desde, -days), hasta: addDays(desde, -1) };
}

type Answers = Parameters<typeof findFirstAnswer<string>>[0];

/** First answer of an inquiry, by the same rule as the response clock. */
export interface FirstAnswer {
  /** Id of who gave it. */
  by: string;
  how: StopReason;
  at: number;
  /** Open minutes of the agency from arrival to answer, a begun one counted. */
  minutes: number;
  /** True if the answer came at or before the due time. */
  inTime: boolean;
}

/** The first answer of an inquiry; undefined: not answered. Instants are ms since 1970; `dueAt` null: never open. */
export function computeFirstAnswer(
  { at, dueAt, ...answers }: Answers & { at: number; dueAt: number | null },
  hours: Hours,
): FirstAnswer | undefined {
  const answer = findFirstAnswer(answers);
  if (!answer) return undefined;
  return {
    ...answer,
    minutes: countOpenMinutes(at, answer.at, hours),
    inTime: isInTime(answer.at, dueAt),
  };
}

/** Bands of inquiries by the open time to their first answer; `none`: not answered yet. decided: a day has eight open hours. */
export const ANSWER_BANDS = ['half-hour', 'two-hours', 'day', 'later', 'none'] as const;
export type AnswerBand = (typeof ANSWER_BANDS)[number];

/** The band of an answer after so many open minutes; undefined: no answer. */
export function findAnswerBand(minutes: number | undefined): AnswerBand {
  if (minutes === undefined) return 'none';
  if (minutes <= 30) return 'half-hour';
  if (minutes <= 2 * 60) return 'two-hours';
  return minutes <= 8 * 60 ? 'day' : 'later';
}

export const FUNNEL_STEPS = ['contacted', 'appointment', 'won', 'lost'] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

const STEPS: Record<Status, readonly FunnelStep[]> = {
  new: [],
  answered: [],
  contacted: ['contacted'],
  appointment: ['contacted', 'appointment'],
  won: ['contacted', 'appointment', 'won'],
  lost: ['lost'],
};

/**
 * Steps of the funnel that an inquiry has reached: its own and those before it.
 * decided: a lost inquiry reached `contacted` if the buyer was; whether it had an appointment is not known.
 */
export function listReachedSteps(status: Status, wasContacted: boolean): readonly FunnelStep[] {
  const steps = STEPS[status];
  return wasContacted && !steps.includes('contacted') ? ['contacted', ...steps] : steps;
}

/** Counts by number, such as answers by minutes. */
export type Histogram = ReadonlyMap<number, number>;

/** Percentile of a histogram by nearest rank; `share` is from 0 to 1; null: empty. */
export function findPercentile(histogram: Histogram, share: number): number | null {
  let total = 0;
  for (const count of histogram.values()) total += count;
  let rank = Math.max(1, Math.ceil(total * share));
  // A typed array is sorted by number, and faster.
  for (const number of Float64Array.from(histogram.keys()).toSorted()) {
    rank -= histogram.get(number) ?? 0;
    if (rank <= 0) return number;
  }
  return null;
}

/** Make and model, as models are counted. */
export const formatModel = (make: string | null, model: string): string =>
  make === null ? model : `${make} ${model}`;

/** Prices from `from` (inclusive) to `to` of a currency. */
export interface PriceBand {
  currency: string;
  from: number;
  to: number;
}

/**
 * Band of a price, as `ARS 10000000-20000000`; null: no price.
 * decided: limits are 1, 2 and 5 times powers of ten, which suits every currency and its inflation.
 */
export function formatPriceBand(price: number | null, currency: string | null): string | null {
  if (price === null || currency === null || !(price > 0) || !Number.isFinite(price)) return null;
  let decade = 10 ** Math.floor(Math.log10(price));
  // `log10` may be off by rounding.
  if (price < decade) decade /= 10;
  if (price >= decade * 10) decade *= 10;
  const from = price >= 5 * decade ? 5 * decade : price >= 2 * decade ? 2 * decade : decade;
  const to = from === 2 * decade ? 5 * decade : 2 * from;
  // Only codes of currencies are unified: other texts are shown as they were written.
  const name = /^[a-z]{3}$/i.test(currency) ? currency.toUpperCase() : currency;
  return `${name} ${from}-${to}`;
}

/** Parses a band of `formatPriceBand`; undefined: not one. */
export function parsePriceBand(text: string): PriceBand | undefined {
  const [, currency = '', from, to] = /^(.+) ([\d.e+-]+?)-([\d.e+]+)$/s.exec(text) ?? [];
  return currency ? { currency, from: Number(from), to: Number(to) } : undefined;
}

/** Hour of the week in a zone, from 0 (Monday, 0 to 1) to 167. */
export function hourOfWeek(at: number, zone: string): number {
  const local = Math.floor((at + offsetAt(at, zone) * MINUTE_MS) / HOUR_MS);
  // 1970-01-01 was a Thursday.
  return (((local + 3 * 24) % HOURS_PER_WEEK) + HOURS_PER_WEEK) % HOURS_PER_WEEK;
}

/** Parses an hour of the week; undefined: not one. */
export function parseHourOfWeek(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) && Number(text) < HOURS_PER_WEEK ? Number(text) : undefined;
}

/**
 * An agency is silent if since its last inquiry it would usually have received `minExpected`, by weekday and hour of the
 * `weeks` up to that inquiry, in which it received at least `minInquiries`.
 * decided: at 5 expected a silence by chance is rarer than 1 % (Poisson); fewer than 4 inquiries show no habit. The weeks
 * end with the last inquiry, so that a long silence does not become usual. The silence lasts until the agency was last
 * read from the service.
 */
export const SILENCE = { weeks: 8, minExpected: 5, minInquiries: 4 } as const;

/**
 * Inquiries that would usually have arrived between two instants. `perHour`: those of `SILENCE.weeks`, by hour of the
 * week in the agency's zone.
 */
export function countExpected(
  perHour: Histogram,
  { from, to, zone }: { from: number; to: number; zone: string },
): number {
  let weekly = 0;
  for (const count of perHour.values()) weekly += count;
  const wholeWeeks = Math.max(0, Math.floor((to - from) / (HOURS_PER_WEEK * HOUR_MS)));
  let sum = wholeWeeks * weekly;
  for (let at = from + wholeWeeks * HOURS_PER_WEEK * HOUR_MS; at < to;) {
    const next = Math.min(to, (Math.floor(at / HOUR_MS) + 1) * HOUR_MS);
    sum += ((next - at) / HOUR_MS) * (perHour.get(hourOfWeek(at, zone)) ?? 0);
    at = next;
  }
  return sum / SILENCE.weeks;
}

/** Applies the rule of `SILENCE`. `inquiries`: those of the agency's weeks. */
export function isSilent({ expected, inquiries }: { expected: number; inquiries: number }): boolean {
  return expected >= SILENCE.minExpected && inquiries >= SILENCE.minInquiries;
}
