import { useMutation } from '@tanstack/react-query';
import type { AppWebhookUpsert } from '#contract/webhooks.ts';
import { customMutation } from '#console/api/endpoint-mutation.ts';
import { queryClient } from '#console/api/query-client.ts';
import type { SaveAction } from './SaveFailureAlert.tsx';
import type { SaveOutcome } from './SavedNotice.tsx';
import { findDifferences, isSameAsHistory, toUpsertBody } from './webhook-settings.ts';
import {
  WEBHOOK_EFFECTS,
  type Webhook,
  createWebhook,
  editWebhook,
  fetchWebhook,
  webhookHistoryQuery,
} from './webhook-queries.ts';

export function useSaveWebhook(topic: string, previous: Webhook | null) {
  return useMutation(
    customMutation(async ({ body, action }: { body: AppWebhookUpsert; action: SaveAction }) => {
      const undo = previous && (await findUndoRequest(topic, previous, body));
      await (action === 'create' ? createWebhook(topic, body) : editWebhook(topic, body));
      const stored = await fetchWebhook(topic);
      return { undo, differences: stored ? findDifferences(body, stored) : [] } satisfies SaveOutcome;
    }, WEBHOOK_EFFECTS),
  );
}

async function findUndoRequest(
  topic: string,
  previous: Webhook,
  body: AppWebhookUpsert,
): Promise<SaveOutcome['undo']> {
  // Saving must not fail for want of an undo.
  const [latest] = await queryClient.fetchQuery(webhookHistoryQuery(topic)).catch(() => []);
  if (latest?.settings && isSameAsHistory(latest.settings, previous)) return { change: latest.id };
  return body.Secret === undefined ? { body: toUpsertBody(previous) } : null;
}
