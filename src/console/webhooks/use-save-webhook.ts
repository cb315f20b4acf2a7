import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { AppWebhookUpsert } from '#contract/webhooks.ts';
import { paths } from '#console/paths.ts';
import type { SaveAction } from './SaveFailureAlert.tsx';
import type { SaveOutcome } from './SavedNotice.tsx';
import { findDifferences, isSameAsHistory, toUpsertBody } from './webhook-settings.ts';
import {
  type Webhook,
  createWebhook,
  editWebhook,
  fetchWebhook,
  invalidateWebhooks,
  webhookHistoryQuery,
} from './webhooks-queries.ts';

export function useSaveWebhook(topic: string, previous: Webhook | null) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: async ({ body, action }: { body: AppWebhookUpsert; action: SaveAction }) => {
      const undo = previous && (await findUndoRequest(client, topic, previous, body));
      await (action === 'create' ? createWebhook(topic, body) : editWebhook(topic, body));
      const stored = await fetchWebhook(topic);
      return { undo, differences: stored ? findDifferences(body, stored) : [] } satisfies SaveOutcome;
    },
    onSuccess: () => invalidateWebhooks(client),
  });
  const outcome = save.data;
  // In an effect: the unsaved-changes prompt must be off before the navigation.
  useEffect(() => {
    if (outcome) void navigate(paths.webhook(topic), { state: outcome });
  }, [outcome, navigate, topic]);
  return save;
}

async function findUndoRequest(
  client: QueryClient,
  topic: string,
  previous: Webhook,
  body: AppWebhookUpsert,
): Promise<SaveOutcome['undo']> {
  // Saving must not fail for want of an undo.
  const [latest] = await client.fetchQuery(webhookHistoryQuery(topic)).catch(() => []);
  if (latest?.settings && isSameAsHistory(latest.settings, previous)) return { change: latest.id };
  return body.Secret === undefined ? { body: toUpsertBody(previous) } : null;
}
