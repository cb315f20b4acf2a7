import type { FastifyBaseLogger } from 'fastify';
import { INQUIRY_TOPIC, REGISTRATION_TOPIC } from '#contract/topics.ts';
import type { AppWebhookUpsert } from '#contract/webhooks.ts';
import { fetchSetting, saveSetting } from '#database/settings.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { forwardSettings } from './interceptors.ts';
import { type WebhookSettings, toWebhookBody } from './store.ts';
import { fetchWebhookSettings, putWebhook } from './webhook-client.ts';

/** Its value is the callback URL that the topics were last pointed at. */
const DEMO_TOPICS_SETTING = 'DEMO_RECEIVES';
const DEMO_TOPICS = [INQUIRY_TOPIC, REGISTRATION_TOPIC];

/**
 * Points the demo's topics at this receiver: at the first start those without settings, and after a change of its URL
 * those that still point at the old one. Settings that people made are kept.
 */
export async function configureDemoTopics(gateway: Gateway, log: FastifyBaseLogger): Promise<void> {
  const { db, upstream, receiver } = gateway;
  try {
    const previous = await fetchSetting(db, DEMO_TOPICS_SETTING);
    if (previous === receiver.url) return;
    for (const topic of DEMO_TOPICS) {
      const current = await fetchWebhookSettings(upstream, topic);
      if (previous === undefined ? !current : current?.callback === previous)
        await configureTopic(gateway, topic, current, log);
    }
    await saveSetting(db, DEMO_TOPICS_SETTING, receiver.url);
  } catch (error) {
    // The demo also works without webhooks.
    log.error({ err: error }, 'the demo receives no webhooks');
  }
}

async function configureTopic(
  gateway: Gateway,
  topic: string,
  current: WebhookSettings | undefined,
  log: FastifyBaseLogger,
): Promise<void> {
  const { upstream, receiver, random } = gateway;
  const settingsBody: AppWebhookUpsert = current
    ? toWebhookBody({ ...current, callback: receiver.url }, { state: 'unknown' })
    : {
        Callback: receiver.url,
        Secret: random.bytes(24).toString('hex'),
        Description: 'Receptor de esta consola',
      };
  const isUpdate = current !== undefined;
  const { status } = await forwardSettings(
    gateway,
    { topic, personId: null, action: isUpdate ? 'edited' : 'created', isUpdate },
    settingsBody,
    (body = Buffer.from(JSON.stringify(settingsBody))) => putWebhook(upstream, { topic, isUpdate, body }),
  );
  if (status >= 300) log.warn({ topic, status }, 'the demo could not point a topic at its receiver');
}
