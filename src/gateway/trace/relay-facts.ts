import type { Kysely } from 'kysely';
import type { GatewayTables } from '#gateway/store.ts';
import type { RelayFact } from './lead-facts.ts';

/** Fetches what is known of relaying messages, by target, oldest target first. Attempts are logged for 30 days. */
export async function fetchRelayFacts(
  db: Kysely<GatewayTables>,
  deliveryIds: readonly string[],
): Promise<RelayFact[]> {
  if (deliveryIds.length === 0) return [];
  const waiting = await db
    .selectFrom('relay')
    .select('target_id')
    .where('delivery_id', 'in', deliveryIds)
    .execute();
  // They are read later: a message that is delivered in between has its attempt.
  const attempts = await db
    .selectFrom('relay_attempt')
    .select(['target_id', 'at', 'outcome', 'status', 'error'])
    .where('delivery_id', 'in', deliveryIds)
    .orderBy('id')
    .execute();
  const ids = [...waiting, ...attempts].map(({ target_id }) => target_id);
  if (ids.length === 0) return [];
  const targets = await db
    .selectFrom('relay_target')
    .select(['id', 'url'])
    .where('id', 'in', [...new Set(ids)])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return targets.map(({ id, url }) => ({
    target: id,
    host: URL.parse(url)?.host ?? '',
    isWaiting: waiting.some(({ target_id }) => target_id === id),
    attempts: attempts
      .filter(({ target_id }) => target_id === id)
      .map(({ at, outcome, status, error }) => ({ at, outcome, status, error })),
  }));
}
