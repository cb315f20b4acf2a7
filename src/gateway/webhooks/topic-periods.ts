import type { QueryCreator } from 'kysely';
import { type WebhookSettings, type WebhookTables, parseWebhookSettings, topicKey } from './store.ts';

/** A topic sends `here`, `elsewhere` or nowhere (`off`: inactive or deleted). */
export type KnownTopicState = 'here' | 'off' | 'elsewhere';

/** A time in which a topic had the same settings, as far as this console knows; `unknown` before it first knew them. */
export interface TopicPeriod {
  /** First instant, ms since 1970. */
  from: number;
  /** The instant after the last. */
  to: number;
  state: KnownTopicState | 'unknown';
}

interface PeriodOptions {
  /** Our callback URL. */
  receiverUrl: string;
  since: number;
  until: number;
}

/** State of a topic by its settings; undefined: it has none. */
export function getTopicState(
  settings: Pick<WebhookSettings, 'active' | 'callback'> | null | undefined,
  receiverUrl: string,
): KnownTopicState {
  if (!settings?.active) return 'off';
  return settings.callback === receiverUrl ? 'here' : 'elsewhere';
}

/** The periods of `since` to `until`, in order and without gaps. `changes`: oldest first. */
export function listTopicPeriods(
  changes: readonly { at: number; state: KnownTopicState }[],
  { since, until }: Pick<PeriodOptions, 'since' | 'until'>,
): TopicPeriod[] {
  const all = changes.map(({ at, state }, index): TopicPeriod => ({
    from: at,
    to: changes[index + 1]?.at ?? Infinity,
    state,
  }));
  return [{ from: -Infinity, to: changes[0]?.at ?? Infinity, state: 'unknown' as const }, ...all]
    .map(({ from, to, state }) => ({ from: Math.max(from, since), to: Math.min(to, until), state }))
    .filter(({ from, to }) => from < to);
}

/** The periods of a topic, by the changes that this console made and those that it noticed (`topic-readings.ts`). */
export async function fetchTopicPeriods(
  db: QueryCreator<WebhookTables>,
  topic: string,
  { receiverUrl, ...span }: PeriodOptions,
): Promise<TopicPeriod[]> {
  const { made, noticed } = await fetchStateChanges(db, topic, receiverUrl);
  return listTopicPeriods(sortChanges([...made, ...noticed]), span);
}

/** The times in which messages of a topic were due here: it sent here, and this console did not change that. */
export async function fetchDueSpans(
  db: QueryCreator<WebhookTables>,
  topic: string,
  { receiverUrl, ...span }: PeriodOptions,
): Promise<Pick<TopicPeriod, 'from' | 'to'>[]> {
  const { made, noticed } = await fetchStateChanges(db, topic, receiverUrl);
  const expected = [...made, ...noticed.filter(({ state }) => state === 'here')];
  return listTopicPeriods(sortChanges(expected), span).filter(({ state }) => state === 'here');
}

const sortChanges = <Change extends { at: number }>(changes: readonly Change[]) =>
  changes.toSorted((a, b) => a.at - b.at);

/** Changes that this console made, and those that it noticed, oldest first each. */
async function fetchStateChanges(db: QueryCreator<WebhookTables>, topic: string, receiverUrl: string) {
  const [changes, noticed] = await Promise.all([
    db
      .selectFrom('webhook_change')
      .select(['at', 'settings'])
      .where('topic', '=', topicKey(topic))
      .orderBy('id')
      .execute(),
    db
      .selectFrom('topic_reading')
      .select(['at', 'state'])
      .where('topic', '=', topicKey(topic))
      .orderBy('id')
      .execute(),
  ]);
  const made = changes.map(({ at, settings }) => ({
    at,
    state: getTopicState(parseWebhookSettings(settings), receiverUrl),
  }));
  return { made, noticed };
}

/** State of a topic at an instant. */
export async function fetchTopicStateAt(
  db: QueryCreator<WebhookTables>,
  topic: string,
  { receiverUrl, at }: { receiverUrl: string; at: number },
): Promise<TopicPeriod['state']> {
  const [period] = await fetchTopicPeriods(db, topic, { receiverUrl, since: at, until: at + 1 });
  return period?.state ?? 'unknown';
}
