import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type RestoredWebhook, type WebhookDesk, webhookDeskEndpoints } from '#contract/desk/webhooks.ts';
import type { Tolerant } from '#contract/reading.ts';
import {
  type AppWebhook,
  type AppWebhookTopic,
  type AppWebhookUpsert,
  webhookEndpoints,
} from '#contract/webhooks.ts';
import { call } from '#console/api/call.ts';
import { Failure } from '#console/api/failure.ts';
import { PREFETCH_STALE_MS, isBackground } from '#console/api/query-client.ts';

export type Webhook = Tolerant<typeof AppWebhook>;
export type Topic = Tolerant<typeof AppWebhookTopic>;

/** Topics available to the app, configured or not. */
export const topicListQuery = () =>
  queryOptions({
    queryKey: ['webhooks', 'list'],
    queryFn: ({ signal, meta }) =>
      call(webhookEndpoints.listWebhooks, { signal, isBackground: isBackground(meta) }),
    staleTime: PREFETCH_STALE_MS,
  });

/** The webhook of a topic; null if it is not configured, or not available to the app. */
export const webhookQuery = (topic: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', topic.toLowerCase()],
    queryFn: ({ signal, meta }) => fetchWebhook(topic, { signal, isBackground: isBackground(meta) }),
    staleTime: PREFETCH_STALE_MS,
  });

export async function fetchWebhook(
  topic: string,
  options: { signal?: AbortSignal; isBackground?: boolean } = {},
): Promise<Webhook | null> {
  try {
    return await call(webhookEndpoints.viewWebhook, { params: { topic }, ...options });
  } catch (error) {
    if (error instanceof Failure && error.isNotFound) return null;
    throw error;
  }
}

/** The gateway's own data of all topics: stored secrets, its receiver, the last message. */
export const gatewayTopicsQuery = () =>
  queryOptions({
    queryKey: ['webhooks', 'desk'],
    queryFn: async ({ signal, meta }) => {
      const reply = await call(webhookDeskEndpoints.listWebhooksDesk, {
        signal,
        isBackground: isBackground(meta),
      });
      return reply.topics;
    },
    staleTime: PREFETCH_STALE_MS,
  });

export const gatewayTopicQuery = (topic: string) =>
  queryOptions({
    ...gatewayTopicsQuery(),
    select: (topics: WebhookDesk[]) =>
      topics.find((candidate) => candidate.topic.toLowerCase() === topic.toLowerCase()),
  });

export const webhookHistoryQuery = (topic: string) =>
  queryOptions({
    queryKey: ['webhooks', 'history', topic.toLowerCase()],
    queryFn: async ({ signal }) => {
      const reply = await call(webhookDeskEndpoints.viewWebhookHistory, { params: { topic }, signal });
      return reply.changes;
    },
    staleTime: PREFETCH_STALE_MS,
  });

export function createWebhook(topic: string, body: AppWebhookUpsert): Promise<Webhook> {
  return call(webhookEndpoints.createWebhook, { params: { topic }, body });
}

export function editWebhook(topic: string, body: AppWebhookUpsert): Promise<Webhook> {
  return call(webhookEndpoints.editWebhook, { params: { topic }, body });
}

export function deleteWebhook(topic: string): Promise<unknown> {
  return call(webhookEndpoints.deleteWebhook, { params: { topic } });
}

export function restoreWebhook(topic: string, change: string): Promise<RestoredWebhook> {
  const options = { params: { topic }, body: { change } };
  return call(webhookDeskEndpoints.restoreWebhook, options);
}

export function invalidateWebhooks(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: ['webhooks'] }),
    client.invalidateQueries({ queryKey: ['connection'] }),
  ]);
}
