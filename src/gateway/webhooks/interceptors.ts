import * as z from 'zod/mini';
import type { WebhookChange } from '#contract/desk/webhooks.ts';
import { AppWebhookUpsert } from '#contract/webhooks.ts';
import { parseJsonBody } from '#gateway/forward/json-body.ts';
import type { Interceptor, Send } from '#gateway/forward/interceptor.ts';
import type { UpstreamReply } from '#gateway/forward/upstream.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { type WebhookSecret, createWebhookStore, toSettings, topicKey } from './store.ts';

type Deps = Pick<Gateway, 'db' | 'secrets' | 'now' | 'liveEvents' | 'topicWriteMutex'>;

interface SettingsChange {
  topic: string;
  /** null: changed by the demo itself. */
  personId: string | null;
  action: Exclude<WebhookChange['action'], 'deleted'>;
  /** Whether the topic has settings: the service then keeps an omitted secret (decisions: Webhooks). */
  isUpdate: boolean;
}

/** Sends settings to the service, adds the stored secret where none is given, and records what the service accepted. */
export async function forwardSettings(
  deps: Deps,
  settingsChange: SettingsChange,
  settingsBody: AppWebhookUpsert,
  send: Send,
): Promise<UpstreamReply> {
  // With concurrent writes it would be unknown which secret the service has.
  return deps.topicWriteMutex.runExclusive(topicKey(settingsChange.topic), () =>
    forwardSettingsLocked(deps, settingsChange, settingsBody, send),
  );
}

async function forwardSettingsLocked(
  { db, secrets, now, liveEvents }: Deps,
  { topic, personId, action, isUpdate }: SettingsChange,
  settingsBody: AppWebhookUpsert,
  send: Send,
): Promise<UpstreamReply> {
  const store = createWebhookStore(db, secrets);
  const secret =
    settingsBody.Secret === undefined && isUpdate
      ? await store.getSecret(topic)
      : toWebhookSecret(settingsBody);
  const isNew = typeof settingsBody.Secret === 'string';
  const pendingSecret = isNew ? await store.savePendingSecret(topic, settingsBody.Secret ?? '') : undefined;
  const reply = await send(
    secret.state === 'kept' && !isNew
      ? Buffer.from(JSON.stringify({ ...settingsBody, Secret: secret.secret }))
      : undefined,
  );
  if (reply.status < 300) {
    await store.saveChange(topic, { personId, action, settings: toSettings(settingsBody) }, secret, now());
    liveEvents.publishTopicChange();
  } else if (isNew) await store.discardPendingSecret(topic, pendingSecret);
  return reply;
}

function toWebhookSecret({ Secret }: AppWebhookUpsert): WebhookSecret {
  return typeof Secret === 'string' ? { state: 'kept', secret: Secret } : { state: 'none' };
}

function createSettingsInterceptor(action: 'created' | 'edited'): Interceptor {
  return {
    async around(gateway, { person, params, body }, send) {
      const parsed = z.safeParse(AppWebhookUpsert, parseJsonBody(body));
      // The service refuses a body that breaks the contract: nothing to record.
      if (!parsed.success) return send();
      const settingsChange = {
        topic: params.topic ?? '',
        personId: person.id,
        action,
        isUpdate: action === 'edited',
      };
      return forwardSettings(gateway, settingsChange, parsed.data, send);
    },
  };
}

export const createWebhookInterceptor = createSettingsInterceptor('created');
export const editWebhookInterceptor = createSettingsInterceptor('edited');

export const deleteWebhookInterceptor: Interceptor = {
  around({ db, secrets, now, liveEvents, topicWriteMutex }, { person, params }, send) {
    const { topic = '' } = params;
    return topicWriteMutex.runExclusive(topicKey(topic), async () => {
      const reply = await send();
      if (reply.status < 300) {
        const change = { personId: person.id, action: 'deleted' as const, settings: null };
        await createWebhookStore(db, secrets).saveChange(topic, change, { state: 'none' }, now());
        liveEvents.publishTopicChange();
      }
      return reply;
    });
  },
};
