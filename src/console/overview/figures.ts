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

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
