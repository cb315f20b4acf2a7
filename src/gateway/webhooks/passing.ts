import * as z from 'zod/mini';
import type { WebhookChange } from '#contract/desk/webhooks.ts';
import { AppWebhookUpsert } from '#contract/webhooks.ts';
import { readJsonBody } from '#gateway/forward/body.ts';
import type { ForwardHook, Send } from '#gateway/forward/hook.ts';
import type { UpstreamReply } from '#gateway/forward/upstream.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { type KnownSecret, settingsOf, topicKey, webhookStore } from './store.ts';

type Deps = Pick<Gateway, 'db' | 'secrets' | 'now' | 'live' | 'topicWrites'>;

interface Writing {
  topic: string;
  /** null: the demo's first start. */
  personId: string | null;
  action: Exclude<WebhookChange['action'], 'deleted'>;
  /** Whether there are settings already: a secret left out is then kept by the service (decisions: Webhooks). */
  replaces: boolean;
}

/** Settings on their way: the kept secret goes with them where none is given, and what the service took is noted. */
export async function passSettings(
  deps: Deps,
  writing: Writing,
  given: AppWebhookUpsert,
  send: Send,
): Promise<UpstreamReply> {
  // Of two at once nobody would know which secret the service has.
  return deps.topicWrites.do(topicKey(writing.topic), () => passAlone(deps, writing, given, send));
}

async function passAlone(
  { db, secrets, now, live }: Deps,
  { topic, personId, action, replaces }: Writing,
  given: AppWebhookUpsert,
  send: Send,
): Promise<UpstreamReply> {
  const store = webhookStore(db, secrets);
  const known = given.Secret === undefined && replaces ? await store.secretOf(topic) : secretOf(given);
  const isNew = typeof given.Secret === 'string';
  const former = isNew ? await store.noteSending(topic, given.Secret ?? '') : undefined;
  const reply = await send(
    known.state === 'kept' && !isNew
      ? Buffer.from(JSON.stringify({ ...given, Secret: known.secret }))
      : undefined,
  );
  if (reply.status < 300) {
    await store.noteChange(topic, { personId, action, settings: settingsOf(given) }, known, now());
    live.topicWritten();
  } else if (isNew) await store.forgetSending(topic, former);
  return reply;
}

function secretOf({ Secret }: AppWebhookUpsert): KnownSecret {
  return typeof Secret === 'string' ? { state: 'kept', secret: Secret } : { state: 'none' };
}

function passing(action: 'created' | 'edited'): ForwardHook {
  return {
    async around(gateway, { person, params, body }, send) {
      const given = z.safeParse(AppWebhookUpsert, readJsonBody(body));
      // What the contract does not know the service refuses, and nothing comes of it.
      if (!given.success) return send();
      const writing = {
        topic: params.topic ?? '',
        personId: person.id,
        action,
        replaces: action === 'edited',
      };
      return passSettings(gateway, writing, given.data, send);
    },
  };
}

export const creating = passing('created');
export const editing = passing('edited');

export const deleting: ForwardHook = {
  around({ db, secrets, now, live, topicWrites }, { person, params }, send) {
    const { topic = '' } = params;
    return topicWrites.do(topicKey(topic), async () => {
      const reply = await send();
      if (reply.status < 300) {
        const change = { personId: person.id, action: 'deleted' as const, settings: null };
        await webhookStore(db, secrets).noteChange(topic, change, { state: 'none' }, now());
        live.topicWritten();
      }
      return reply;
    });
  },
};
