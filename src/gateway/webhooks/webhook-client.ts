import type { WebhookDesk } from '#contract/desk/webhooks.ts';
import { tolerant } from '#contract/reading.ts';
import { v3 } from '#contract/v3.ts';
import { AppWebhook, AppWebhooks, CUSTOM_HEADERS } from '#contract/webhooks.ts';
import { parseReply } from '#gateway/forward/reply-schemas.ts';
import { callEndpoint } from '#gateway/forward/upstream.ts';
import type { Upstream, UpstreamReply } from '#gateway/forward/upstream.ts';
import { createProblem } from '#gateway/problems.ts';
import type { WebhookSettings } from './store.ts';

const WebhookListSchema = tolerant(AppWebhooks);
const WebhookSchema = tolerant(AppWebhook);

/** Creates or replaces the settings of a topic. @throws ProblemError when the service does not reply */
export function putWebhook(
  upstream: Upstream,
  { topic, isUpdate, body }: { topic: string; isUpdate: boolean; body: Buffer },
): Promise<UpstreamReply> {
  return callEndpoint(upstream, isUpdate ? v3.editWebhook : v3.createWebhook, { topic }, { body });
}

/** Topics that the service offers to the app. @throws ProblemError when the service does not reply */
export async function fetchTopics(
  upstream: Upstream,
): Promise<Pick<WebhookDesk, 'topic' | 'description' | 'configured' | 'active'>[]> {
  const reply = await callEndpoint(upstream, v3.listWebhooks);
  const list = parseReply(v3.listWebhooks, reply, WebhookListSchema);
  if (!list) throw createProblem('upstream-broken');
  return list._entries.map(({ Topic, Description, Configurado, Activo }) => ({
    topic: Topic,
    description: Description ?? null,
    configured: Configurado ?? false,
    active: Activo ?? null,
  }));
}

/** Current settings of a topic; undefined: none. @throws ProblemError when the service does not reply */
export async function fetchWebhookSettings(
  upstream: Pick<Upstream, 'call'>,
  topic: string,
  options?: { signal: AbortSignal },
): Promise<WebhookSettings | undefined> {
  const reply = await callEndpoint(upstream, v3.viewWebhook, { topic }, options);
  if (reply.status === 404) return undefined;
  const webhook = parseReply(v3.viewWebhook, reply, WebhookSchema);
  if (!webhook) throw createProblem('upstream-broken');
  const { Callback, Description, Activo, ...slots } = webhook;
  return {
    callback: Callback,
    description: Description ?? null,
    active: Activo ?? true,
    headers: CUSTOM_HEADERS.map((slot) => {
      const { Name, Value } = slots[slot] ?? {};
      return typeof Name === 'string' && typeof Value === 'string' ? { Name, Value } : null;
    }),
  };
}
