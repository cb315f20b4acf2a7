import type { Kysely } from 'kysely';
import { type Attempt, type AttemptCause, findAttemptCause } from '#contract/attempts.ts';
import { HOUR_MS } from '#contract/durations.ts';
import type { Upstream } from '#gateway/forward/upstream.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { WebhookReceiver } from '#gateway/webhook-receiver/receiver.ts';
import { topicKey } from '#gateway/webhooks/store.ts';
import { fetchAttempts } from './fetch-attempts.ts';

/** decided: failures that are older say nothing about now. */
export const RECENT_FAILURE_MS = HOUR_MS;

interface Dependencies {
  db: Kysely<GatewayTables>;
  upstream: Pick<Upstream, 'call'>;
  receiver: Pick<WebhookReceiver, 'url'>;
  now: () => number;
}

/** Causes of topics whose newest message did not reach this gateway; no attempt after it did, and no message came. */
export async function fetchFailingTopics(
  { db, upstream, receiver, now }: Dependencies,
  topics: readonly { topic: string; lastHeardAt: number | null }[],
): Promise<Map<string, AttemptCause>> {
  const page = await fetchAttempts(upstream, { since: now() - RECENT_FAILURE_MS });
  const attempts = page?.attempts ?? [];
  const arrived = await findArrived(db, attempts.filter(isFailed));
  const failures = topics.flatMap(({ topic, lastHeardAt }) => {
    const key = topicKey(topic);
    const newest = attempts.find(
      (attempt) => attempt.topic === key && !(isFailed(attempt) && arrived.has(attempt.deliveryId)),
    );
    if (!newest || !isFailed(newest) || newest.callback !== receiver.url) return [];
    return newest.at > (lastHeardAt ?? 0) ? [[key, findAttemptCause(newest)] as const] : [];
  });
  return new Map(failures);
}

const isFailed = ({ outcome }: Attempt) => outcome !== 'delivered';

/** Hook ids of the messages that were accepted or refused here, whatever the service heard of it. */
async function findArrived(
  db: Kysely<GatewayTables>,
  attempts: readonly Attempt[],
): Promise<Set<string | null>> {
  const hookIds = [...new Set(attempts.map(({ deliveryId }) => deliveryId))];
  if (hookIds.length === 0) return new Set();
  const rows = await db.selectFrom('delivery').select('hook_id').where('hook_id', 'in', hookIds).execute();
  return new Set(rows.map(({ hook_id }) => hook_id));
}
