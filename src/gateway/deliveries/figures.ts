import { type Kysely, sql } from 'kysely';
import type { DeliveriesQuery, DeliveryFigures, DeliverySummary } from '#contract/desk/deliveries.ts';
import { DAY_MS, HOUR_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { columnContains } from '#database/text-search.ts';
import { mailKey } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { fetchTopicPeriods } from '#gateway/webhooks/topic-periods.ts';
import { firstUlidAt } from '#system/random.ts';
import { createLogSpans } from './log-spans.ts';
import { MISSED_AFTER_MS, selectMissed } from './missed.ts';
import { type DeliveryContext, hasOutcome } from './queries.ts';

/** Deliveries of a topic, summarized. Times are ms since 1970. */
interface TopicSignals {
  /** Last verified message. */
  lastHeardAt: number | null;
  /** Last resend that did not arrive, unless a message arrived after it. */
  unseenAt: number | null;
}

export async function fetchSignals(
  db: Kysely<GatewayTables>,
  topic: string,
  context: DeliveryContext,
): Promise<TopicSignals> {
  const fetchNewest = (outcome: 'received' | 'unseen') =>
    db
      .selectFrom('delivery')
      .select('delivery.at')
      .where('delivery.topic', '=', topic.toLowerCase())
      .where((eb) => hasOutcome(eb, outcome, context))
      .orderBy('delivery.id', 'desc')
      .limit(1)
      .executeTakeFirst();
  const [received, unseen] = await Promise.all([fetchNewest('received'), fetchNewest('unseen')]);
  const lastHeardAt = received?.at ?? null;
  return {
    lastHeardAt,
    unseenAt: unseen && unseen.at > (lastHeardAt ?? 0) ? unseen.at : null,
  };
}

interface FiguresFilter {
  topic?: string | undefined;
  /** Part of the AdminMail. */
  agency?: string | undefined;
  /** First instant, and the one after the last. */
  since: number;
  until: number;
}

/** Figures of a topic's messages of the last 24 hours. `receiverUrl` is our callback. */
export async function fetchLastDay(
  db: Kysely<GatewayTables>,
  topic: string,
  { now, receiverUrl }: { now: number; receiverUrl: string },
): Promise<DeliveryFigures> {
  const filter = { topic, since: now - DAY_MS, until: now + 1 };
  return sumFigures(await fetchHours(db, filter), await fetchMissed(db, filter, { now, receiverUrl }));
}

/** decided: the figures of a longer period cover its last days. */
const MAX_SUMMARY_DAYS = 92;

/** Figures of a list of deliveries, and their hours or days. */
export async function fetchSummary(
  db: Kysely<GatewayTables>,
  { topic, agency, ...period }: Omit<DeliveriesQuery, 'buyer' | 'outcome' | 'reason' | 'id' | 'before'>,
  { now, zone, receiverUrl }: { now: number; zone: string; receiverUrl: string },
): Promise<DeliverySummary> {
  const { since, until, unit, starts, findStart } = createLogSpans(period, {
    now,
    zone,
    maxDays: MAX_SUMMARY_DAYS,
  });
  const filter = { topic, agency, since, until };
  const rows = await fetchHours(db, filter);
  const spans = new Map(starts.map((at) => [at, { at, arrived: 0, refused: 0 }]));
  for (const { hour, is_accepted, messages } of rows) {
    const span = spans.get(findStart(hour));
    if (span) span[is_accepted === 1 ? 'arrived' : 'refused'] += messages;
  }
  return {
    ...sumFigures(rows, await fetchMissed(db, filter, { now, receiverUrl })),
    unit,
    spans: [...spans.values()],
  };
}

/** Messages by the hour of their first attempt, whether one was accepted, and the reason of a refusal. */
function fetchHours(db: Kysely<GatewayTables>, { topic, agency, since, until }: FiguresFilter) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('delivery')
        .$if(topic !== undefined, (query) => query.where('topic', '=', (topic ?? '').toLowerCase()))
        .$if(agency !== undefined, (query) =>
          query.where((where) => columnContains(where.ref('agency_key'), mailKey(agency ?? ''))),
        )
        .where('id', '>=', firstUlidAt(since))
        .where('id', '<', firstUlidAt(until))
        .where('outcome', 'in', ['received', 'refused'])
        .select(({ fn }) => [
          fn.min('at').as('at'),
          fn.max(sql<number>`case when outcome = 'received' then 1 else 0 end`).as('is_accepted'),
          fn.max('reason').as('reason'),
          fn.sum<number>('received_count').as('attempts'),
        ])
        .groupBy((group) => group.fn.coalesce('hook_id', 'id'))
        .as('message'),
    )
    .select(({ fn }) => [
      sql<number>`at - at % ${sql.lit(HOUR_MS)}`.as('hour'),
      'is_accepted',
      'reason',
      fn.countAll<number>().as('messages'),
      // PostgreSQL sums whole numbers as decimals.
      sql<number>`cast(sum(attempts) as bigint)`.as('attempts'),
    ])
    .groupBy(['hour', 'is_accepted', 'reason'])
    .execute();
}

type HourRow = Awaited<ReturnType<typeof fetchHours>>[number];

function sumFigures(rows: readonly HourRow[], missed: number | null): DeliveryFigures {
  const reasons = new Map<HourRow['reason'], number>();
  const figures = { arrived: 0, refused: 0, retries: 0 };
  for (const { is_accepted, reason, messages, attempts } of rows) {
    figures.retries += attempts - messages;
    figures[is_accepted === 1 ? 'arrived' : 'refused'] += messages;
    if (is_accepted === 0) reasons.set(reason, (reasons.get(reason) ?? 0) + messages);
  }
  const [refusalReason = null] = [...reasons].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  return { ...figures, refusalReason, missed };
}

/** Inquiries without a message; null: those of a topic that tells of no inquiries. */
async function fetchMissed(
  db: Kysely<GatewayTables>,
  { topic = INQUIRY_TOPIC, agency, since, until }: FiguresFilter,
  { now, receiverUrl }: { now: number; receiverUrl: string },
): Promise<number | null> {
  if (topic.toLowerCase() !== INQUIRY_TOPIC) return null;
  return countMissedInquiries(db, {
    agency,
    since,
    until: Math.min(until, now - MISSED_AFTER_MS),
    receiverUrl,
  });
}

/** Counts inquiries that arrived while their topic was set to send here, and that no message told of. */
async function countMissedInquiries(
  db: Kysely<GatewayTables>,
  { agency, since, until, receiverUrl }: Omit<FiguresFilter, 'topic'> & { receiverUrl: string },
): Promise<number> {
  const periods = await fetchTopicPeriods(db, INQUIRY_TOPIC, { receiverUrl, since, until });
  const spans = periods.filter(({ state }) => state === 'here');
  if (spans.length === 0) return 0;
  const { missed } = await selectMissed(db)
    .where((eb) => eb.or(spans.map(({ from, to }) => eb.and([eb('i.at', '>=', from), eb('i.at', '<', to)]))))
    .$if(agency !== undefined, (query) =>
      query.where((where) => columnContains(where.ref('i.agency_key'), mailKey(agency ?? ''))),
    )
    .select(({ fn }) => fn.countAll<number>().as('missed'))
    .executeTakeFirstOrThrow();
  return missed;
}
