import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type RestoredWebhook,
  type WebhookChange,
  type WebhookDesk,
  webhookDeskRows,
} from '#contract/desk/webhooks.ts';
import {
  type AppWebhook,
  type AppWebhookTopic,
  type AppWebhookUpsert,
  webhookRows,
} from '#contract/webhooks.ts';
import type { Tolerant } from '#contract/reading.ts';
import { call } from '#console/api/call.ts';
import { Failure } from '#console/api/failure.ts';
import { PREFETCH_STALE_MS, isBackground } from '#console/api/query-client.ts';

/** The settings of a topic, and a topic of the list, as they are read. */
export type Webhook = Tolerant<typeof AppWebhook>;
export type Topic = Tolerant<typeof AppWebhookTopic>;

/** Topics that are available to the app, configured or not. */
export const topicList = () =>
  queryOptions({
    queryKey: ['webhooks', 'list'],
    queryFn: ({ signal, meta }) =>
      call(webhookRows.listWebhooks, { signal, isBackground: isBackground(meta) }),
    staleTime: PREFETCH_STALE_MS,
  });

/** The settings of one topic; null: it is not configured, or not available. */
export const webhook = (topic: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', topic.toLowerCase()],
    queryFn: ({ signal, meta }) => readWebhook(topic, signal, isBackground(meta)),
    staleTime: PREFETCH_STALE_MS,
  });

/** As they are now, past what is held. */
export async function readWebhook(
  topic: string,
  signal?: AbortSignal,
  isBackground = false,
): Promise<Webhook | null> {
  try {
    return await call(webhookRows.viewWebhook, {
      params: { topic },
      isBackground,
      ...(signal && { signal }),
    });
  } catch (error) {
    if (error instanceof Failure && error.status === 404 && !error.code) return null;
    throw error;
  }
}

/** Callbacks of the topics that are configured, by topic. */
export const callbackList = () =>
  queryOptions({
    queryKey: ['webhooks', 'callbacks'],
    queryFn: async ({ signal }) => {
      const { _entries } = await call(webhookRows.listWebhooks, { signal });
      const configured = _entries.filter(({ Configurado }) => Configurado);
      return Promise.all(
        configured.map(async ({ Topic: topic }) => ({
          topic,
          callback: (await readWebhook(topic, signal))?.Callback ?? '',
        })),
      );
    },
    staleTime: PREFETCH_STALE_MS,
  });

/** What the gateway knows beside the service: which secrets it keeps, its receiver, when it last heard. */
export const webhooksDesk = () =>
  queryOptions({
    queryKey: ['webhooks', 'desk'],
    queryFn: async ({ signal, meta }) => {
      const read = await call(webhookDeskRows.listWebhooksDesk, { signal, isBackground: isBackground(meta) });
      return (read as { topics: WebhookDesk[] }).topics;
    },
    staleTime: PREFETCH_STALE_MS,
  });

export function knownOf(topics: readonly WebhookDesk[] | undefined, topic: string): WebhookDesk | undefined {
  return topics?.find((known) => known.topic.toLowerCase() === topic.toLowerCase());
}

/** Every change made from here, the latest first. */
export const webhookHistory = (topic: string) =>
  queryOptions({
    queryKey: ['webhooks', 'history', topic.toLowerCase()],
    queryFn: async ({ signal }) =>
      (
        (await call(webhookDeskRows.viewWebhookHistory, { params: { topic }, signal })) as {
          changes: WebhookChange[];
        }
      ).changes,
    staleTime: PREFETCH_STALE_MS,
  });

export function createWebhook(topic: string, body: AppWebhookUpsert): Promise<Webhook> {
  return call(webhookRows.createWebhook, { params: { topic }, body });
}

export function editWebhook(topic: string, body: AppWebhookUpsert): Promise<Webhook> {
  return call(webhookRows.editWebhook, { params: { topic }, body });
}

export function deleteWebhook(topic: string): Promise<unknown> {
  return call(webhookRows.deleteWebhook, { params: { topic } });
}

export function restoreWebhook(topic: string, change: string): Promise<RestoredWebhook> {
  return call(webhookDeskRows.restoreWebhook, {
    params: { topic },
    body: { change },
  }) as Promise<RestoredWebhook>;
}

/** After each of them everything about topics is asked again. */
export function onTopicChanged(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: ['webhooks'] }),
    client.invalidateQueries({ queryKey: ['connection'] }),
  ]);
}
