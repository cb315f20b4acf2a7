import type { Kysely } from 'kysely';
import { type WebhookTables, parseWebhookSettings, topicKey } from './store.ts';

/**
 * A time in which a topic had the same settings, as this console made them: it sent `here`, `elsewhere` or nowhere (`off`:
 * inactive or deleted); `unknown` before the first change.
 */
export interface TopicPeriod {
  /** First instant, ms since 1970. */
  from: number;
  /** The instant after the last. */
  to: number;
  state: 'here' | 'off' | 'elsewhere' | 'unknown';
}

interface PeriodOptions {
  /** Our callback URL. */
  receiverUrl: string;
  since: number;
  until: number;
}

/** The periods of `since` to `until`, in order and without gaps. `changes`: oldest first; settings as stored. */
export function listTopicPeriods(
  changes: readonly { at: number; settings: string | null }[],
  { receiverUrl, since, until }: PeriodOptions,
): TopicPeriod[] {
  const all = changes.map(({ at, settings }, index): TopicPeriod => {
    const current = parseWebhookSettings(settings);
    const sendsTo = current?.callback === receiverUrl ? 'here' : 'elsewhere';
    return {
      from: at,
      to: changes[index + 1]?.at ?? Infinity,
      state: current?.active ? sendsTo : 'off',
    };
  });
  return [{ from: -Infinity, to: changes[0]?.at ?? Infinity, state: 'unknown' as const }, ...all]
    .map(({ from, to, state }) => ({ from: Math.max(from, since), to: Math.min(to, until), state }))
    .filter(({ from, to }) => from < to);
}

/** The periods of a topic, by the changes that this console made. */
export async function fetchTopicPeriods(
  db: Kysely<WebhookTables>,
  topic: string,
  options: PeriodOptions,
): Promise<TopicPeriod[]> {
  const changes = await db
    .selectFrom('webhook_change')
    .select(['at', 'settings'])
    .where('topic', '=', topicKey(topic))
    .orderBy('id')
    .execute();
  return listTopicPeriods(changes, options);
}
