import { type DifferingDays, countUnexplained } from '#contract/desk/balance.ts';
import { DAY_MS } from '#contract/durations.ts';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { WINDOW_DAYS, addDays, dayAt } from '#contract/window.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { IndexedAgency } from '#gateway/inquiries/agencies.ts';
import { selectDayCounts } from '#gateway/inquiries/day-counts.ts';
import { parseListedPage } from '#gateway/inquiries/listed-page.ts';
import { createProblem } from '#gateway/problems.ts';
import { type DayCounts, reconcileCounts } from './reconcile-counts.ts';

/** First and last day. */
export interface Days {
  desde: string;
  hasta: string;
}

export interface DaySearch extends Pick<Gateway, 'db' | 'now'> {
  config: Pick<Gateway['config'], 'timeZone'>;
  upstream: Pick<Gateway['upstream'], 'call'>;
  /** Waits, or throws, before each call of the service. */
  awaitTurn: () => Promise<void>;
  signal: AbortSignal;
}

/**
 * Asks the service which days of an agency differ from the index.
 * @throws ProblemError `not-found` when it has no such agency, `upstream-broken` when its lists do not say how many there are
 */
export function searchDifferingDays(
  { db, now, config: { timeZone: zone }, upstream, awaitTurn, signal }: DaySearch,
  { agency_key, admin_mail: adminMail }: Pick<IndexedAgency, 'agency_key' | 'admin_mail'>,
): Promise<DifferingDays[]> {
  const startedAt = now();
  const today = dayAt(startedAt, zone);
  return bisectDays({ desde: addDays(today, -WINDOW_DAYS), hasta: today }, async (days) => {
    await awaitTurn();
    const path = addressOf(v3.listInquiries, { adminMail }, { ...days });
    const reply = await upstream.call({ endpoint: v3.listInquiries, path, signal });
    if (reply.status === 404) throw createProblem('not-found');
    const service = parseListedPage(reply)?.total ?? null;
    if (service === null) throw createProblem('upstream-broken');
    const counts = selectDayCounts(db, agency_key, { ...days, zone }, { startedAt, sids: [] });
    const index = await db
      .selectNoFrom([
        counts.index_count.as('index'),
        counts.arriving_count.as('arriving'),
        counts.missing_count.as('missing'),
        counts.erased_count.as('erased'),
      ])
      // A count is never null.
      .$castTo<Omit<DayCounts, 'service'>>()
      .executeTakeFirstOrThrow();
    return { service, ...index };
  });
}

/** Calls after which days are left together. */
const MAX_CALLS = 40;

const COUNTS = ['service', 'index', 'arriving', 'missing', 'erased'] as const;

/**
 * Finds the days whose counts differ: it halves what differs, and asks for one half, as the other one is the rest. Days
 * whose differences add up to nothing are not found.
 */
export async function bisectDays(
  days: Days,
  fetchCounts: (days: Days) => Promise<DayCounts>,
): Promise<DifferingDays[]> {
  const differing: DifferingDays[] = [];
  const open = [{ ...days, counts: await fetchCounts(days) }];
  let calls = 1;
  for (let part = open.pop(); part; part = open.pop()) {
    const { desde, hasta, counts } = part;
    const reconciliation = reconcileCounts(counts);
    if (countUnexplained(reconciliation) === 0) continue;
    if (desde === hasta || calls === MAX_CALLS) {
      differing.push({ from: desde, to: hasta, ...reconciliation });
      continue;
    }
    const middle = addDays(desde, Math.floor((Date.parse(hasta) - Date.parse(desde)) / DAY_MS / 2));
    const earlier = { desde, hasta: middle };
    const earlierCounts = await fetchCounts(earlier);
    calls += 1;
    open.push(
      { ...earlier, counts: earlierCounts },
      { desde: addDays(middle, 1), hasta, counts: subtract(counts, earlierCounts) },
    );
  }
  return differing;
}

const subtract = (whole: DayCounts, part: DayCounts) =>
  Object.fromEntries(COUNTS.map((name) => [name, whole[name] - part[name]])) as Record<
    (typeof COUNTS)[number],
    number
  >;
