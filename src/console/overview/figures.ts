import type { OverviewPeriod } from '#contract/desk/overview.ts';

/** Figures of first answers, of a day, an agency, a person or a period. */
export type Answers = Pick<
  OverviewPeriod['totals'],
  'inquiries' | 'answered' | 'inTime' | 'medianMinutes' | 'p90Minutes'
>;

/** `part` of `whole`, 0 to 1; null of nothing. */
export function share(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}

/** Share of the inquiries that were answered. */
export const answeredShare = ({ answered, inquiries }: Answers) => share(answered, inquiries);

/**
 * Share of the answers that came in time.
 * decided: of the answered ones, since the time of others is not over yet, or they count as late elsewhere.
 */
export const inTimeShare = ({ inTime, answered }: Answers) => share(inTime, answered);

/** What may lack inquiries: the period with the one before, or only that. */
export function findIncompletePeriod({
  desde,
  before,
  wholeSince,
}: Pick<OverviewPeriod, 'desde' | 'before' | 'wholeSince'>): 'both' | 'before' | undefined {
  // Where nothing is whole yet, the page says so by `complete`.
  if (wholeSince === null || wholeSince <= before.desde) return undefined;
  return wholeSince > desde ? 'both' : 'before';
}

/** Key of `origins` for inquiries without one. */
export const NO_ORIGIN = '';

export interface Series {
  id: string;
  /** null: what is left after the largest series. */
  name: string | null;
  values: readonly number[];
}

/** Series that charts tell apart by colour and pattern. */
export const MAX_SERIES = 6;

/** The largest series, and the sum of the others as the last one. */
export function limitSeries(series: readonly Series[]): Series[] {
  if (series.length <= MAX_SERIES) return [...series];
  const sorted = series.toSorted((a, b) => sum(b.values) - sum(a.values));
  const [largest, others] = [sorted.slice(0, MAX_SERIES - 1), sorted.slice(MAX_SERIES - 1)];
  const values = (others[0]?.values ?? []).map((_, at) => sum(others.map((one) => one.values[at] ?? 0)));
  return [...largest, { id: 'others', name: null, values }];
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Inquiries per day by origin, the most frequent first. */
export function originSeries(days: OverviewPeriod['days']): Series[] {
  const names = new Set(days.flatMap(({ origins }) => Object.keys(origins)));
  const series = [...names].map((name) => {
    const values = days.map(({ origins }) => (Object.hasOwn(origins, name) ? (origins[name] ?? 0) : 0));
    return { id: `origin ${name}`, name, values };
  });
  return limitSeries(series.toSorted((a, b) => sum(b.values) - sum(a.values)));
}

/** Inquiries per day by agency. */
export function agencySeries(agencies: OverviewPeriod['agencies']): Series[] {
  return limitSeries(
    agencies.map(({ adminMail, name, days }) => ({
      id: `agency ${adminMail}`,
      name: name ?? adminMail,
      values: days,
    })),
  );
}

/** Steps of an axis of minutes: round ones of clocks. */
const MINUTE_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 720, 1440];
const MAX_STEPS = 6;

/** Ticks of an axis that has all these minutes. */
export function minuteTicks(minutes: readonly (number | null)[]): number[] {
  const max = Math.max(1, ...minutes.map((value) => value ?? 0));
  const step =
    MINUTE_STEPS.find((minute) => max / minute <= MAX_STEPS) ?? Math.ceil(max / MAX_STEPS / 1440) * 1440;
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, at) => at * step);
}
