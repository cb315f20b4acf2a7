import * as z from 'zod/mini';
import type { WebhookChange } from '#contract/desk/webhooks.ts';
import { AppWebhookUpsert } from '#contract/webhooks.ts';
import type { AuditContext } from '#gateway/audit/audit-hooks.ts';
import { findChanges } from '#gateway/audit/changes.ts';
import { parseJsonBody } from '#gateway/forward/json-body.ts';
import type { Interceptor, Send } from '#gateway/forward/interceptor.ts';
import type { UpstreamReply } from '#gateway/forward/upstream.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { type WebhookSecret, type WebhookSettings, createWebhookSecretStore, toSettings } from './store.ts';

type Deps = Pick<Gateway, 'db' | 'secrets' | 'stamp' | 'liveEvents' | 'topicWriteLock'>;

interface SettingsChange {
  topic: string;
  /** null: changed by the demo itself. */
  personId: string | null;
  action: Exclude<WebhookChange['action'], 'deleted'>;
  /** True if the topic has settings: the service then keeps an omitted secret (decisions: Webhooks). */
  isUpdate: boolean;
  audit?: AuditContext;
}

/** Sends settings to the service, adds the stored secret where none is given, and records what the service accepted. */
export async function forwardSettings(
  { db, secrets, stamp, liveEvents, topicWriteLock }: Deps,
  { topic, personId, action, isUpdate, audit }: SettingsChange,
  settingsBody: AppWebhookUpsert,
  send: Send,
): Promise<UpstreamReply> {
  const store = createWebhookSecretStore(db, secrets);
  const newSecret = settingsBody.Secret ?? undefined;
  let isAccepted = false;
  try {
    const reply = await topicWriteLock.runExclusive(topic, async (locked) => {
      const storedSecret = await store.getSecret(topic);
      const secret =
        settingsBody.Secret === undefined && isUpdate ? storedSecret : toWebhookSecret(settingsBody);
      const pendingSecret =
        newSecret === undefined ? undefined : await store.savePendingSecret(topic, newSecret);
      const upstreamReply = await send(
        secret.state === 'kept' && newSecret === undefined
          ? Buffer.from(JSON.stringify({ ...settingsBody, Secret: secret.secret }))
          : undefined,
      );
      isAccepted = upstreamReply.status < 300;
      if (isAccepted) {
        const settings = toSettings(settingsBody);
        const lockedStore = createWebhookSecretStore(locked, secrets);
        const previous = await lockedStore.getLastChange(topic);
        await lockedStore.saveChange(topic, { personId, action, settings }, secret, stamp());
        if (audit && previous?.settings)
          audit.changes = findChanges(
            toWebhookValues(previous.settings, storedSecret),
            toWebhookValues(settings, secret),
            UNNAMED_MEMBERS,
          );
      } else if (newSecret !== undefined) await store.discardPendingSecret(topic, pendingSecret);
      return upstreamReply;
    });
    if (isAccepted) liveEvents.publishTopicChange();
    return reply;
  } catch (error) {
    // The lock was lost with its connection, and another gateway may have written since: messages that the service signs
    // with either secret have to verify.
    if (isAccepted && newSecret !== undefined) await store.savePendingSecret(topic, newSecret);
    throw error;
  }
}

/** They may have a secret, also in the path and query of a callback. */
const UNNAMED_MEMBERS = ['address', 'description', 'headers', 'secret'] as const;

function toWebhookValues({ active, callback, description, headers }: WebhookSettings, secret: WebhookSecret) {
  return {
    active: active ? 'on' : 'off',
    callback: URL.parse(callback)?.host ?? null,
    address: callback,
    description,
    headers: JSON.stringify(headers),
    secret: JSON.stringify(secret),
  };
}

function toWebhookSecret({ Secret }: AppWebhookUpsert): WebhookSecret {
  return typeof Secret === 'string' ? { state: 'kept', secret: Secret } : { state: 'none' };
}

function createSettingsInterceptor(action: 'created' | 'edited'): Interceptor {
  return {
    async around(gateway, { person, params, body, audit }, send) {
      const parsed = z.safeParse(AppWebhookUpsert, parseJsonBody(body));
      // The service refuses a body that breaks the contract: nothing to record.
      if (!parsed.success) return send();
      const settingsChange = {
        topic: params.topic ?? '',
        personId: person.id,
        action,
        isUpdate: action === 'edited',
        audit,
      };
      return forwardSettings(gateway, settingsChange, parsed.data, send);
    },
  };
}

export const createWebhookInterceptor = createSettingsInterceptor('created');
export const editWebhookInterceptor = createSettingsInterceptor('edited');

export const deleteWebhookInterceptor: Interceptor = {
  async around({ secrets, stamp, liveEvents, topicWriteLock }, { person, params }, send) {
    const { topic = '' } = params;
    const reply = await topicWriteLock.runExclusive(topic, async (locked) => {
      const upstreamReply = await send();
      if (upstreamReply.status < 300) {
        const change = { personId: person.id, action: 'deleted' as const, settings: null };
        const store = createWebhookSecretStore(locked, secrets);
        await store.saveChange(topic, change, { state: 'none' }, stamp());
      }
      return upstreamReply;
    });
    if (reply.status < 300) liveEvents.publishTopicChange();
    return reply;
  },
};
