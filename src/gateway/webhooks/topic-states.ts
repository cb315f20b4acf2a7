import type { Kysely } from 'kysely';
import { type WebhookDesk, isPointedHere } from '#contract/desk/webhooks.ts';
import { fetchFailingTopics } from '#gateway/attempts/failing-topics.ts';
import { fetchLastDay, fetchSignals } from '#gateway/deliveries/figures.ts';
import { fetchUnsolvedIncidents } from '#gateway/deliveries/incidents.ts';
import type { Upstream } from '#gateway/forward/upstream.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { WebhookReceiver } from '#gateway/webhook-receiver/receiver.ts';
import type { SecretBox } from '#signing/secret-box.ts';
import { ignoreProblem } from '#http/problem-error.ts';
import { createWebhookSecretStore, topicKey } from './store.ts';
import { fetchTopics, fetchWebhookSettings } from './webhook-client.ts';

interface Dependencies {
  db: Kysely<GatewayTables>;
  upstream: Upstream;
  secrets: SecretBox;
  receiver: WebhookReceiver;
  now: () => number;
}

/** A topic without its figures, which take a query over the messages of a day. */
export type TopicState = Omit<WebhookDesk, 'incidents' | 'lastDay'>;

/** Adds the unsolved incidents, and the figures of the last 24 hours. */
export async function fetchTopicFigures(
  db: Kysely<GatewayTables>,
  topics: readonly TopicState[],
  now: number,
): Promise<WebhookDesk[]> {
  const incidents = await fetchUnsolvedIncidents(db, now);
  return Promise.all(
    topics.map(async (state) => ({
      ...state,
      incidents: incidents.filter(({ topic }) => topic === topicKey(state.topic)),
      lastDay: await fetchLastDay(db, state.topic, { receiverUrl: state.receiver, now }),
    })),
  );
}

/**
 * State of every topic that the service offers, and of those that were once configured here.
 * @throws ProblemError when the service does not reply
 */
export async function fetchTopicStates({
  db,
  upstream,
  secrets,
  receiver,
  now,
}: Dependencies): Promise<TopicState[]> {
  const store = createWebhookSecretStore(db, secrets);
  const [offered, stored] = await Promise.all([fetchTopics(upstream), store.listTopics()]);
  const others = stored
    .filter((topic) => !offered.some((other) => topicKey(other.topic) === topic))
    .map((topic) => ({ topic, description: null, configured: false, active: null }));
  const fetchState = async (state: (typeof offered)[number]): Promise<TopicState> => {
    const { topic, configured } = state;
    const [settings, { state: secret }, change, signals] = await Promise.all([
      configured ? fetchWebhookSettings(upstream, topic).catch(ignoreProblem) : undefined,
      store.getSecret(topic),
      store.getLastChange(topic),
      fetchSignals(db, topic, { receiver: receiver.masked, now: now() }),
    ]);
    return {
      ...state,
      callback: settings?.callback ?? null,
      secret: configured ? secret : 'none',
      receiver: receiver.url,
      isPrivate: receiver.isPrivate(),
      ...signals,
      lastActive: change?.settings?.active ?? null,
      failure: null,
    };
  };
  const states = await Promise.all([...offered, ...others].map(fetchState));
  if (!states.some(isPointedHere)) return states;
  const failing = await fetchFailingTopics({ db, upstream, receiver, now }, states);
  return states.map((state) => Object.assign(state, { failure: failing.get(topicKey(state.topic)) ?? null }));
}
