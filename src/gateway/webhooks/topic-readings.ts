import type { FastifyBaseLogger } from 'fastify';
import { MINUTE_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { appendEvent } from '#gateway/live/event-log.ts';
import { ProblemError } from '#http/problem-error.ts';
import { type Work, every } from '#work/work.ts';
import { fetchTopicStateAt, getTopicState } from './topic-periods.ts';
import { fetchWebhookSettings } from './webhook-client.ts';

const READING_INTERVAL_MS = MINUTE_MS;

type Dependencies = Pick<Gateway, 'db' | 'clock' | 'random'> & {
  upstream: Pick<Gateway['upstream'], 'call'>;
  pace: Pick<Gateway['pace'], 'awaitTurn'>;
  receiver: Pick<Gateway['receiver'], 'url'>;
  liveEvents: Pick<Gateway['liveEvents'], 'wake'>;
};

/** Notices that the service, or somebody elsewhere, changed the topic of inquiries. */
export function createTopicReadings(
  gateway: Dependencies,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Work<'topic-readings'> {
  return every(READING_INTERVAL_MS, {
    name: 'topic-readings',
    clock: gateway.clock,
    async run(signal) {
      try {
        await readTopic(gateway, signal);
      } catch (error) {
        if (signal.aborted || !(error instanceof ProblemError)) throw error;
        log.warn({ problem: error.problem.Type }, 'the settings of the topic of inquiries could not be read');
      }
    },
  });
}

/** Stores the state of the topic if it is another than the one that was known. @throws ProblemError when the service fails */
export async function readTopic(
  { db, upstream, pace, receiver, clock, random, liveEvents }: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  await pace.awaitTurn('sweeps', signal);
  const at = clock.now();
  const settings = await fetchWebhookSettings(upstream, INQUIRY_TOPIC, { signal });
  const state = getTopicState(settings, receiver.url);
  const isNew = await db.transaction().execute(async (transaction) => {
    // Later ones were stored while the clock was wrong.
    await transaction.deleteFrom('topic_reading').where('at', '>', at).execute();
    if (state === (await fetchTopicStateAt(transaction, INQUIRY_TOPIC, { receiverUrl: receiver.url, at })))
      return false;
    await transaction
      .insertInto('topic_reading')
      .values({ id: random.ulid(at), topic: INQUIRY_TOPIC, at, state })
      .execute();
    await appendEvent(transaction, { kind: 'webhook', data: { topic: INQUIRY_TOPIC } });
    return true;
  });
  if (isNew) liveEvents.wake();
}
