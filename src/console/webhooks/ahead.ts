import { queryClient } from '#console/api/query-client.ts';
import { topicList, webhook, webhookHistory, webhooksDesk } from './webhooks-queries.ts';

// What the pages of this room ask for while their code is still on its way.

export function askTopics(): Promise<unknown> {
  return Promise.all([queryClient.prefetchQuery(topicList()), queryClient.prefetchQuery(webhooksDesk())]);
}

export function askTopic(topic: string): Promise<unknown> {
  return Promise.all([queryClient.prefetchQuery(webhook(topic)), queryClient.prefetchQuery(webhooksDesk())]);
}

export function askHistory(topic: string): Promise<unknown> {
  return queryClient.prefetchQuery(webhookHistory(topic));
}
