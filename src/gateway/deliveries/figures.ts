import { type Kysely, sql } from 'kysely';
import type { DeliveryFigures } from '#contract/desk/deliveries.ts';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { WebhookSettings } from '#gateway/webhooks/store.ts';
import { firstUlidAt } from '#system/random.ts';
import { type DeliveryContext, hasOutcome } from './queries.ts';

/** decided: a message that takes longer counts as missed until it arrives. */
const MISSED_AFTER_MS = 2 * MINUTE_MS;

/** Deliveries of a topic, summarized. Times are ms since 1970. */
export interface TopicSignals {
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

/** Figures of a topic's messages of the last 24 hours. `receiverUrl` is our callback. */
export async function fetchLastDay(
  db: Kysely<GatewayTables>,
  topic: string,
  { now, receiverUrl }: { now: number; receiverUrl: string },
): Promise<DeliveryFigures> {
  const since = now - DAY_MS;
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('delivery')
        .where('topic', '=', topic.toLowerCase())
        .where('id', '>=', firstUlidAt(since))
        .where('outcome', 'in', ['received', 'refused'])
        .select(({ fn }) => [
          fn.max(sql<number>`case when outcome = 'received' then 1 else 0 end`).as('is_accepted'),
          fn.max('reason').as('reason'),
          fn.sum<number>('received_count').as('attempts'),
        ])
        .groupBy((group) => group.fn.coalesce('hook_id', 'id'))
        .as('message'),
    )
    .select(({ fn }) => [
      'is_accepted',
      'reason',
      fn.countAll<number>().as('messages'),
      // PostgreSQL sums whole numbers as decimals.
      sql<number>`cast(sum(attempts) as bigint)`.as('attempts'),
    ])
    .groupBy(['is_accepted', 'reason'])
    .orderBy('messages', 'desc')
    .execute();
  const refusals = rows.filter(({ is_accepted }) => is_accepted === 0);
  const count = (counted: typeof rows) => counted.reduce((sum, { messages }) => sum + messages, 0);
  return {
    arrived: count(rows) - count(refusals),
    refused: count(refusals),
    refusalReason: refusals[0]?.reason ?? null,
    retries: rows.reduce((sum, { attempts, messages }) => sum + attempts - messages, 0),
    missed:
      topic.toLowerCase() === INQUIRY_TOPIC
        ? await countMissed(db, { since, until: now - MISSED_AFTER_MS, receiverUrl })
        : null,
  };
}

/** Counts inquiries that arrived while their topic was set to send here, and that no message told of. */
async function countMissed(
  db: Kysely<GatewayTables>,
  { since, until, receiverUrl }: { since: number; until: number; receiverUrl: string },
): Promise<number> {
  const changes = await db
    .selectFrom('webhook_change')
    .select(['at', 'settings'])
    .where('topic', '=', INQUIRY_TOPIC)
    .orderBy('id')
    .execute();
  const spans = changes.flatMap(({ at, settings }, index) => {
    const { callback, active } = (JSON.parse(settings ?? '{}') ?? {}) as Partial<WebhookSettings>;
    const span = { from: Math.max(since, at), to: Math.min(until, changes[index + 1]?.at ?? until) };
    return callback === receiverUrl && active && span.from < span.to ? [span] : [];
  });
  if (spans.length === 0) return 0;
  const { missed } = await db
    .selectFrom('inquiry as i')
    .innerJoin('indexed_agency as a', 'a.agency_key', 'i.agency_key')
    .where((eb) => eb.or(spans.map(({ from, to }) => eb.and([eb('i.at', '>=', from), eb('i.at', '<', to)]))))
    .where('i.discovery_source', '<>', 'webhook')
    .where('i.gone_at', 'is', null)
    .where('i.erased_at', 'is', null)
    .where('a.gone_at', 'is', null)
    .whereRef('i.at', '>=', 'a.added_at')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('delivery as d')
            .select('d.id')
            .whereRef('d.sid', '=', 'i.sid')
            .whereRef('d.agency_key', '=', 'i.agency_key')
            .where('d.topic', '=', INQUIRY_TOPIC)
            .where('d.outcome', '=', 'received'),
        ),
      ),
    )
    .select(({ fn }) => fn.countAll<number>().as('missed'))
    .executeTakeFirstOrThrow();
  return missed;
}
