import type { OverviewPeriod } from '#contract/desk/overview.ts';

export type Answers = Pick<
  OverviewPeriod['totals'],
  'inquiries' | 'answered' | 'inTime' | 'medianMinutes' | 'p90Minutes'
>;

export function share(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}

export const answeredShare = ({ answered, inquiries }: Answers) => share(answered, inquiries);

/**
 * decided: inquiries without an answer do not count, since their time is not over yet, or they count as late
 * elsewhere.
 */
export const inTimeShare = ({ inTime, answered }: Answers) => share(inTime, answered);

export function findIncompletePeriod({
  desde,
  before,
  wholeSince,
}: Pick<OverviewPeriod, 'desde' | 'before' | 'wholeSince'>): 'both' | 'before' | undefined {
  if (wholeSince === null || wholeSince <= before.desde) return undefined;
  return wholeSince > desde ? 'both' : 'before';
}

export const NO_ORIGIN = '';

export interface Series {
  id: string;
  name: string | null;
  values: readonly number[];
}

export const MAX_SERIES = 6;

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

export function originSeries(days: OverviewPeriod['days']): Series[] {
  const names = new Set(days.flatMap(({ origins }) => Object.keys(origins)));
  const series = [...names].map((name) => {
    const values = days.map(({ origins }) => (Object.hasOwn(origins, name) ? (origins[name] ?? 0) : 0));
    return { id: `origin ${name}`, name, values };
  });
  return limitSeries(series.toSorted((a, b) => sum(b.values) - sum(a.values)));
}

export function agencySeries(agencies: OverviewPeriod['agencies']): Series[] {
  return limitSeries(
    agencies.map(({ adminMail, name, days }) => ({
      id: `agency ${adminMail}`,
      name: name ?? adminMail,
      values: days,
    })),
  );
}

const MINUTE_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 720, 1440];
const MAX_STEPS = 6;

export function minuteTicks(minutes: readonly (number | null)[]): number[] {
  const max = Math.max(1, ...minutes.map((value) => value ?? 0));
  const step =
    MINUTE_STEPS.find((minute) => max / minute <= MAX_STEPS) ?? Math.ceil(max / MAX_STEPS / 1440) * 1440;
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, at) => at * step);
}
