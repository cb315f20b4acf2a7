import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { INQUIRY_TOPIC, REGISTRATION_TOPIC } from '#contract/topics.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { passSettings } from './passing.ts';
import { readWebhook, writeWebhook } from './upstream.ts';

const SETTING = 'DEMO_RECEIVES';
const TOPICS = [INQUIRY_TOPIC, REGISTRATION_TOPIC];

/** Points the demo's topics at this receiver, once: what people do about them after that stays. */
export async function pointTopicsHere(gateway: Gateway, log: FastifyBaseLogger): Promise<void> {
  const { db, upstream } = gateway;
  try {
    const done = await db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', SETTING)
      .executeTakeFirst();
    if (done) return;
    for (const topic of TOPICS)
      if (!(await readWebhook(upstream, topic))) await pointHere(gateway, topic, log);
    await db
      .insertInto('setting')
      .values({ name: SETTING, value: 'yes' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } catch (error) {
    // A demo without webhooks is a demo still.
    log.error({ err: error }, 'the demo receives no webhooks');
  }
}

async function pointHere(gateway: Gateway, topic: string, log: FastifyBaseLogger): Promise<void> {
  const { upstream, receiver } = gateway;
  const given = {
    Callback: receiver.url,
    Secret: randomBytes(24).toString('hex'),
    Description: 'Receptor de esta consola',
  };
  const { status } = await passSettings(
    gateway,
    { topic, personId: null, action: 'created', replaces: false },
    given,
    () => writeWebhook(upstream, { topic, replaces: false, body: Buffer.from(JSON.stringify(given)) }),
  );
  if (status >= 300) log.warn({ topic, status }, 'the demo could not point a topic at its receiver');
}
