import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { INQUIRY_TOPIC, REGISTRATION_TOPIC } from '#contract/topics.ts';
import type { AppWebhookUpsert } from '#contract/webhooks.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { passSettings } from './passing.ts';
import { type Settings, bodyOf } from './store.ts';
import { readWebhook, writeWebhook } from './upstream.ts';

/** Its value: the address that the topics were last pointed at. */
const SETTING = 'DEMO_RECEIVES';
const TOPICS = [INQUIRY_TOPIC, REGISTRATION_TOPIC];

/**
 * Points the demo's topics at this receiver: at the first start all that have no settings, and when it listens
 * elsewhere than at the last start those that still point there. What people do about them stays.
 */
export async function pointTopicsHere(gateway: Gateway, log: FastifyBaseLogger): Promise<void> {
  const { db, upstream, receiver } = gateway;
  try {
    const last = await db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', SETTING)
      .executeTakeFirst();
    if (last?.value === receiver.url) return;
    for (const topic of TOPICS) {
      const present = await readWebhook(upstream, topic);
      if (last ? present?.callback === last.value : !present) await pointHere(gateway, topic, present, log);
    }
    await db
      .insertInto('setting')
      .values({ name: SETTING, value: receiver.url })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: receiver.url }))
      .execute();
  } catch (error) {
    // A demo without webhooks is a demo still.
    log.error({ err: error }, 'the demo receives no webhooks');
  }
}

async function pointHere(
  gateway: Gateway,
  topic: string,
  present: Settings | undefined,
  log: FastifyBaseLogger,
): Promise<void> {
  const { upstream, receiver } = gateway;
  const given: AppWebhookUpsert = present
    ? bodyOf({ ...present, callback: receiver.url }, { state: 'unknown' })
    : {
        Callback: receiver.url,
        Secret: randomBytes(24).toString('hex'),
        Description: 'Receptor de esta consola',
      };
  const replaces = present !== undefined;
  const { status } = await passSettings(
    gateway,
    { topic, personId: null, action: replaces ? 'edited' : 'created', replaces },
    given,
    (body = Buffer.from(JSON.stringify(given))) => writeWebhook(upstream, { topic, replaces, body }),
  );
  if (status >= 300) log.warn({ topic, status }, 'the demo could not point a topic at its receiver');
}
