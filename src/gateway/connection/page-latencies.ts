import { type Kysely, sql } from 'kysely';
import {
  LATENCY_DAYS,
  type LatencyPage,
  MAX_LATENCY_MS,
  MIN_NAVIGATIONS,
  type PageLatency,
  type PageLatencyReport,
} from '#contract/desk/page-latencies.ts';
import { addDays } from '#contract/window.ts';

// Interaction to Next Paint (INP) of the console's pages, as a histogram of each day. It has no person, agency or address.

export interface PageLatencyTables {
  page_latency: {
    day: string;
    page: LatencyPage;
    /** Upper bound of the latencies in this bucket, ms. */
    bucket: number;
    navigations: number;
  };
}

/** Upper bounds of the buckets, ms: frames of a screen, and goals. */
const BUCKETS = [
  16,
  33,
  50,
  66,
  83,
  100,
  120,
  150,
  200,
  300,
  500,
  1000,
  2000,
  5000,
  10_000,
  MAX_LATENCY_MS,
] as const;

export const findBucket = (ms: number): number => BUCKETS.find((bound) => ms <= bound) ?? MAX_LATENCY_MS;

/** Bound of the bucket that has the 75th percentile of a histogram; undefined: it is empty. */
export function findP75(histogram: readonly { bucket: number; navigations: number }[]): number | undefined {
  const total = sumNavigations(histogram);
  let sum = 0;
  return histogram
    .toSorted((one, other) => one.bucket - other.bucket)
    .find(({ navigations }) => (sum += navigations) >= 0.75 * total)?.bucket;
}

const sumNavigations = (histogram: readonly { navigations: number }[]): number =>
  histogram.reduce((sum, { navigations }) => sum + navigations, 0);

/** First day of the histograms that are kept and shown. */
export const firstLatencyDay = (today: string): string => addDays(today, 1 - LATENCY_DAYS);

/** Adds latencies to the histograms of a day. */
export async function recordPageLatencies(
  db: Kysely<PageLatencyTables>,
  latencies: PageLatencyReport['latencies'],
  day: string,
): Promise<void> {
  const groups = Map.groupBy(latencies, ({ page, ms }) => `${page} ${findBucket(ms)}`);
  // Sorted, so that two gateways lock the rows in the same order.
  const rows = [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, { length }]) => {
      const [page, bucket] = key.split(' ') as [LatencyPage, string];
      return { day, page, bucket: Number(bucket), navigations: length };
    });
  await db
    .insertInto('page_latency')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['day', 'page', 'bucket']).doUpdateSet({
        navigations: sql`page_latency.navigations + excluded.navigations`,
      }),
    )
    .execute();
}

/** Fetches the latencies of each page until today, the slowest first. Pages with few navigations come last. */
export async function fetchPageLatencies(
  db: Kysely<PageLatencyTables>,
  today: string,
): Promise<PageLatency[]> {
  const rows = await db
    .selectFrom('page_latency')
    .select(['page', 'bucket', sql<number>`cast(sum(navigations) as integer)`.as('navigations')])
    .where('day', '>=', firstLatencyDay(today))
    .groupBy(['page', 'bucket'])
    .execute();
  return [...Map.groupBy(rows, ({ page }) => page)]
    .map(([page, histogram]) => {
      const navigations = sumNavigations(histogram);
      return {
        page,
        navigations,
        p75Ms: navigations < MIN_NAVIGATIONS ? null : (findP75(histogram) ?? null),
      };
    })
    .toSorted((a, b) => (b.p75Ms ?? -1) - (a.p75Ms ?? -1) || b.navigations - a.navigations);
}
