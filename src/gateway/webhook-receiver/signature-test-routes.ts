import type { FastifyInstance } from 'fastify';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { createWebhookSecretStore, topicKey } from '#gateway/webhooks/store.ts';
import { explainSignature, findDifference, parseHeaderLines } from './explain-signature.ts';
import { getVerificationOptions } from './verification-options.ts';

/** Route that says why a pasted message is accepted or refused. What is pasted is neither stored nor returned, but excerpts. */
export function signatureTestRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, secrets } = gateway;
  const store = createWebhookSecretStore(db, secrets);

  registerDeskRoutes(app, gateway, {
    async testSignature({ body: pasted }) {
      const headers = parseHeaderLines(pasted.headers);
      const topic = headers['notification-topic'] ?? '';
      const candidates =
        pasted.secret === undefined ? await store.getVerificationSecrets(topic) : [pasted.secret];
      if (!candidates?.length)
        return { refusal: candidates ? 'no-secret' : 'topic', findings: [], difference: null };
      const keptBody = await fetchKeptBody(topic, headers['notification-hook-id']);
      const options = { ...getVerificationOptions(gateway), keptBody };
      const message = { headers, body: pasted.body };
      const results = candidates.map((secret) => explainSignature(message, secret, options));
      // While the reply to a new secret is pending there are two.
      const result =
        results.find(({ refusal }) => refusal === null) ??
        results.find(({ findings }) => findings.every(({ outcome }) => !outcome.startsWith('secret'))) ??
        results[0];
      return {
        refusal: result?.refusal ?? null,
        findings: result?.findings ?? [],
        difference: keptBody === null ? null : findDifference(keptBody, pasted.body),
      };
    },
  });

  /** Body that arrived with a hook id; null: none is stored. */
  async function fetchKeptBody(topic: string, hookId: string | undefined): Promise<string | null> {
    const row = await db
      .selectFrom('delivery')
      .select('payload')
      .where('hook_id', '=', hookId ?? '')
      .where('topic', '=', topicKey(topic))
      .where('payload', 'is not', null)
      .executeTakeFirst();
    return row?.payload ?? null;
  }
}
