import type { Kysely } from 'kysely';
import type { Attempt } from '#contract/attempts.ts';
import type { Connection } from '#contract/desk/connection.ts';
import { isPointedHere } from '#contract/desk/webhooks.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { RECENT_FAILURE_MS } from '#gateway/attempts/failing-topics.ts';
import { fetchAttempts } from '#gateway/attempts/fetch-attempts.ts';
import type { Upstream } from '#gateway/forward/upstream.ts';
import { mailKey } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { WebhookReceiver } from '#gateway/webhook-receiver/receiver.ts';
import { topicKey } from '#gateway/webhooks/store.ts';
import type { TopicState } from '#gateway/webhooks/topic-states.ts';
import { type AgencyFacts, type AttemptFact, type TopicFacts } from './lead-facts.ts';

// Facts of an agency and of the topic of inquiries; those of an inquiry are in `inquiry-facts.ts`.

/** Sources of the facts. */
export interface FactSources {
  db: Kysely<GatewayTables>;
  upstream: Pick<Upstream, 'call'>;
  receiver: Pick<WebhookReceiver, 'url'>;
  now: () => number;
  /** Fetches the state of the service, and its topics; without topics it did not say. */
  fetchService: () => Promise<
    Pick<Connection, 'clockAheadMs'> & { state: Connection['state'] | null; topics: TopicState[] }
  >;
}

export async function fetchAgencyFacts(
  db: Kysely<GatewayTables>,
  adminMail: string,
): Promise<AgencyFacts & { adminMail: string; name: string | null }> {
  const agency_key = mailKey(adminMail);
  const [row, invitation] = await Promise.all([
    db.selectFrom('indexed_agency').selectAll().where('agency_key', '=', agency_key).executeTakeFirst(),
    db
      .selectFrom('invitation')
      .select(['state', 'name'])
      .where('agency_key', '=', agency_key)
      .executeTakeFirst(),
  ]);
  return {
    adminMail: row?.admin_mail ?? adminMail,
    name: row?.name ?? invitation?.name ?? null,
    isListed: row !== undefined && row.missing_since === null,
    addedAt: row?.added_at || null,
    goneAt: row?.gone_at ?? null,
    sweptAt: row?.swept_at ?? null,
    failingSince: row?.failing_since ?? null,
    invitation: invitation?.state ?? null,
  };
}

/** null: the service did not say. */
export async function fetchTopicFacts(
  { db, upstream, receiver, now }: FactSources,
  topics: readonly TopicState[],
): Promise<TopicFacts | null> {
  const topic = topics.find((candidate) => topicKey(candidate.topic) === INQUIRY_TOPIC);
  if (!topic) return null;
  const [refusal, attempts] = await Promise.all([
    db
      .selectFrom('delivery')
      .select(['at', 'reason'])
      .where((eb) => eb.and({ topic: INQUIRY_TOPIC, outcome: 'refused' }))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
    fetchAttempts(upstream, { topic: INQUIRY_TOPIC, since: now() - RECENT_FAILURE_MS }),
  ]);
  const [newest] = attempts?.attempts ?? [];
  return {
    settings: toSettings(topic),
    lastActive: topic.lastActive,
    lastHeardAt: topic.lastHeardAt,
    lastRefusal: refusal?.reason ? { at: refusal.at, reason: refusal.reason } : null,
    lastAttempt: newest && !(await isReceived(db, newest)) ? toAttemptFact(newest, receiver.url) : null,
  };
}

/** Returns true if the message of an attempt arrived, whatever the service heard of it. */
async function isReceived(db: Kysely<GatewayTables>, { deliveryId: hook_id }: Attempt): Promise<boolean> {
  const received = await db
    .selectFrom('delivery')
    .select('id')
    .where((eb) => eb.and({ topic: INQUIRY_TOPIC, outcome: 'received', hook_id }))
    .limit(1)
    .executeTakeFirst();
  return received !== undefined;
}

function toSettings(topic: TopicState): TopicFacts['settings'] {
  if (!topic.configured) return null;
  const { callback } = topic;
  return {
    isActive: topic.active !== false,
    isHere: isPointedHere(topic),
    host: callback === null ? '' : getHost(callback),
  };
}

export function toAttemptFact(attempt: Attempt, receiverUrl: string): AttemptFact {
  const { at, outcome, status, error, deliveryId, callback } = attempt;
  const isHere = callback === receiverUrl;
  return { at, outcome, status, error, hookId: deliveryId, isHere, host: getHost(callback) };
}

const getHost = (callback: string) => URL.parse(callback)?.host ?? '';
