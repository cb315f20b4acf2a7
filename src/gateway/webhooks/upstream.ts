import * as z from 'zod/mini';
import { addressOf } from '#contract/endpoint.ts';
import { tolerant } from '#contract/reading.ts';
import { v3 } from '#contract/v3.ts';
import { AppWebhook, AppWebhooks, CUSTOM_HEADERS } from '#contract/webhooks.ts';
import type { Upstream, UpstreamReply } from '#gateway/forward/upstream.ts';
import { refusal } from '#gateway/problems.ts';
import type { Settings } from './store.ts';

const ListRead = tolerant(AppWebhooks);
const WebhookRead = tolerant(AppWebhook);

/** @throws ProblemError when the service does not answer */
export function writeWebhook(
  upstream: Upstream,
  { topic, replaces, body }: { topic: string; replaces: boolean; body: Buffer },
): Promise<UpstreamReply> {
  const endpoint = replaces ? v3.editWebhook : v3.createWebhook;
  return upstream.call({ endpoint, path: addressOf(endpoint, { topic }), body });
}

/**
 * The topics that the service offers to the app.
 * @throws ProblemError when it does not answer
 */
export async function topicsOf(
  upstream: Upstream,
): Promise<{ topic: string; configured: boolean; active: boolean | null }[]> {
  const { status, body } = await upstream.call({
    endpoint: v3.listWebhooks,
    path: addressOf(v3.listWebhooks),
  });
  const read = status === v3.listWebhooks.success ? z.safeParse(ListRead, JSON.parse(body ?? '')) : undefined;
  if (!read?.success) throw refusal('upstream-broken');
  return read.data._entries.map(({ Topic, Configurado, Activo }) => ({
    topic: Topic,
    configured: Configurado ?? false,
    active: Activo ?? null,
  }));
}

/**
 * Settings of a topic as they read now; undefined: it has none.
 * @throws ProblemError when the service does not answer
 */
export async function readWebhook(upstream: Upstream, topic: string): Promise<Settings | undefined> {
  const { status, body } = await upstream.call({
    endpoint: v3.viewWebhook,
    path: addressOf(v3.viewWebhook, { topic }),
  });
  if (status === 404) return undefined;
  const read =
    status === v3.viewWebhook.success ? z.safeParse(WebhookRead, JSON.parse(body ?? '')) : undefined;
  if (!read?.success) throw refusal('upstream-broken');
  const { Callback, Description, Activo, ...slots } = read.data;
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
