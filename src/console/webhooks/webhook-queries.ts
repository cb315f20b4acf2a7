import { queryOptions } from '@tanstack/react-query';
import { balanceEndpoints } from '#contract/desk/balance.ts';
import { type SetCanary, canaryEndpoints } from '#contract/desk/canary.ts';
import { type RestoredWebhook, webhookDeskEndpoints } from '#contract/desk/webhooks.ts';
import { LAST_DAYS, resolveDay } from '#contract/relative-days.ts';
import type { Tolerant } from '#contract/reading.ts';
import { type AppWebhook, type AppWebhookUpsert, webhookEndpoints } from '#contract/webhooks.ts';
import { call } from '#console/api/call.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointKey, endpointQuery } from '#console/api/endpoint-query.ts';
import { Failure } from '#console/api/failure.ts';
import { PREFETCH_STALE_MS, isBackground, queryClient } from '#console/api/query-client.ts';

export type Webhook = Tolerant<typeof AppWebhook>;

export const topicListQuery = () =>
  endpointQuery(webhookEndpoints.listWebhooks, {}, { staleTime: PREFETCH_STALE_MS });

/** The webhook of a topic; null if it is not configured, or not available to the app. */
export const webhookQuery = (topic: string) =>
  queryOptions({
    queryKey: endpointKey('viewWebhook', { params: { topic } }),
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

export const gatewayTopicsQuery = () =>
  endpointQuery(
    webhookDeskEndpoints.listWebhooksDesk,
    {},
    { transform: ({ topics }) => topics, staleTime: PREFETCH_STALE_MS },
  );

export const gatewayTopicQuery = (topic: string) =>
  queryOptions({
    ...gatewayTopicsQuery(),
    select: (topics) => topics.find((candidate) => candidate.topic.toLowerCase() === topic.toLowerCase()),
  });

export const lastDaysBalanceQuery = (today: string) =>
  endpointQuery(
    balanceEndpoints.viewBalance,
    { query: { from: resolveDay(LAST_DAYS[30], () => today), to: today } },
    { staleTime: PREFETCH_STALE_MS },
  );

export const webhookHistoryQuery = (topic: string) =>
  endpointQuery(
    webhookDeskEndpoints.viewWebhookHistory,
    { params: { topic } },
    { staleTime: PREFETCH_STALE_MS },
  );

const WEBHOOK_ENDPOINTS = [
  'listWebhooks',
  'viewWebhook',
  'listWebhooksDesk',
  'viewWebhookHistory',
  'viewConnection',
] as const;

/** Effects of mutations that write webhooks: pages show the old state until it is read again. */
export const WEBHOOK_EFFECTS = { invalidates: WEBHOOK_ENDPOINTS, awaitsRefetch: true };

export function createWebhook(topic: string, body: AppWebhookUpsert): Promise<Webhook> {
  return call(webhookEndpoints.createWebhook, { params: { topic }, body });
}

export function editWebhook(topic: string, body: AppWebhookUpsert): Promise<Webhook> {
  return call(webhookEndpoints.editWebhook, { params: { topic }, body });
}

export function restoreWebhook(topic: string, change: string): Promise<RestoredWebhook> {
  return call(webhookDeskEndpoints.restoreWebhook, { params: { topic }, body: { change } });
}

export const deleteWebhook = endpointMutation(
  webhookEndpoints.deleteWebhook,
  (topic: string) => ({ params: { topic } }),
  { ...WEBHOOK_EFFECTS, remove: (topic) => queryClient.setQueryData(webhookQuery(topic).queryKey, null) },
);

export function invalidateGatewayTopics(): void {
  void queryClient.invalidateQueries({ queryKey: gatewayTopicsQuery().queryKey });
}

export const canaryQuery = () =>
  endpointQuery(canaryEndpoints.viewCanary, {}, { staleTime: PREFETCH_STALE_MS });

export const saveCanary = endpointMutation(canaryEndpoints.setCanary, (body: SetCanary) => ({ body }), {
  update: (canary) => queryClient.setQueryData(canaryQuery().queryKey, canary),
});
