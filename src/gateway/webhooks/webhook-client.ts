import * as z from 'zod/mini';
import { addressOf } from '#contract/endpoint.ts';
import { tolerant } from '#contract/reading.ts';
import { v3 } from '#contract/v3.ts';
import { AppWebhook, AppWebhooks, CUSTOM_HEADERS } from '#contract/webhooks.ts';
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
  const endpoint = isUpdate ? v3.editWebhook : v3.createWebhook;
  return upstream.call({ endpoint, path: addressOf(endpoint, { topic }), body });
}

/** Topics that the service offers to the app. @throws ProblemError when the service does not reply */
export async function fetchTopics(
  upstream: Upstream,
): Promise<{ topic: string; configured: boolean; active: boolean | null }[]> {
  const { status, body } = await upstream.call({
    endpoint: v3.listWebhooks,
    path: addressOf(v3.listWebhooks),
  });
  const parsed =
    status === v3.listWebhooks.success ? z.safeParse(WebhookListSchema, JSON.parse(body ?? '')) : undefined;
  if (!parsed?.success) throw createProblem('upstream-broken');
  return parsed.data._entries.map(({ Topic, Configurado, Activo }) => ({
    topic: Topic,
    configured: Configurado ?? false,
    active: Activo ?? null,
  }));
}

/** Current settings of a topic; undefined: none. @throws ProblemError when the service does not reply */
export async function fetchWebhookSettings(
  upstream: Upstream,
  topic: string,
): Promise<WebhookSettings | undefined> {
  const { status, body } = await upstream.call({
    endpoint: v3.viewWebhook,
    path: addressOf(v3.viewWebhook, { topic }),
  });
  if (status === 404) return undefined;
  const parsed =
    status === v3.viewWebhook.success ? z.safeParse(WebhookSchema, JSON.parse(body ?? '')) : undefined;
  if (!parsed?.success) throw createProblem('upstream-broken');
  const { Callback, Description, Activo, ...slots } = parsed.data;
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
