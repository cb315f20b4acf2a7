import { type UnreadableParameter, searchReader } from '#console/filters/search.ts';
import type { Topic } from './webhook-queries.ts';

export const TOPIC_STATES = ['active', 'suspended', 'available'] as const;
export type TopicState = (typeof TOPIC_STATES)[number];

export function topicState({ Configurado, Activo }: Topic): TopicState {
  if (!Configurado) return 'available';
  return Activo === false ? 'suspended' : 'active';
}

export function parseWebhooksAddress(search: URLSearchParams): {
  state: TopicState | undefined;
  unreadable: UnreadableParameter[];
} {
  const { read, unreadable } = searchReader(search);
  return { state: read('state', (text) => TOPIC_STATES.find((state) => state === text)), unreadable };
}
