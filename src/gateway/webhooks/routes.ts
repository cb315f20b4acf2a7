import type { FastifyInstance } from 'fastify';
import type { RestoredWebhook, SavedWebhookSettings } from '#contract/desk/webhooks.ts';
import { CUSTOM_HEADERS } from '#contract/webhooks.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import { parseServiceProblem } from '#gateway/forward/service-problem.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { createProblem } from '#gateway/problems.ts';
import { forwardSettings } from './interceptors.ts';
import { type WebhookSettings, createWebhookSecretStore, toWebhookBody } from './store.ts';
import { fetchTopicFigures, fetchTopicStates } from './topic-states.ts';
import { fetchWebhookSettings, putWebhook } from './webhook-client.ts';

/** Routes of webhook topics: secret state, history of settings, and last deliveries. */
export function webhookRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, upstream } = gateway;
  const store = createWebhookSecretStore(db, gateway.secrets);

  registerDeskRoutes(app, gateway, {
    async listWebhooksDesk({ caller, signal }) {
      const reads = gateway.readAs({ key: caller.person.id, isLong: true, signal });
      return { topics: await fetchTopicFigures(reads, await fetchTopicStates(gateway), gateway.now()) };
    },

    viewWebhookHistory: async ({ params: { topic } }) => ({
      changes: await store.getHistory(topic),
      noticed: await store.getNoticedChanges(topic),
    }),

    async restoreWebhook({ caller, params: { topic }, body, request }) {
      const written = await store.getWrittenSettings(topic, body.change);
      if (!written) throw createProblem('not-found');
      const isUpdate = (await fetchWebhookSettings(upstream, topic)) !== undefined;
      const settingsBody = toWebhookBody(written.settings, written.secret);
      const reply = await forwardSettings(
        gateway,
        { topic, personId: caller.person.id, action: 'restored', isUpdate, audit: request.audit },
        settingsBody,
        (changed) =>
          putWebhook(upstream, {
            topic,
            isUpdate,
            body: changed ?? Buffer.from(JSON.stringify(settingsBody)),
          }),
      );
      if (reply.status >= 300) throw parseServiceProblem(reply);
      const current = await fetchWebhookSettings(upstream, topic);
      if (!current) throw createProblem('upstream-broken');
      return compareSettings(written.settings, current, (await store.getSecret(topic)).state);
    },
  });
}

/** Lists the members, by their names in the interface, whose stored value differs from the written one. */
function compareSettings(
  written: WebhookSettings,
  current: WebhookSettings,
  secret: SavedWebhookSettings['secret'],
): RestoredWebhook {
  const pairs: [string, unknown, unknown][] = [
    ['Callback', written.callback, current.callback],
    ['Description', written.description, current.description],
    ['Activo', written.active, current.active],
    ...CUSTOM_HEADERS.map((slot, at): [string, unknown, unknown] => [
      slot,
      formatHeader(written, at),
      formatHeader(current, at),
    ]),
  ];
  return {
    settings: { ...current, secret },
    differing: pairs.filter(([, a, b]) => a !== b).map(([name]) => name),
  };
}

function formatHeader({ headers }: WebhookSettings, at: number): string {
  const header = headers[at];
  return header ? `${header.Name}: ${header.Value}` : '';
}
