import type { FastifyInstance } from 'fastify';
import type { FieldErrorCode } from '#contract/desk/field-error-codes.ts';
import { findChanges } from '#gateway/audit/changes.ts';
import { MASK, maskUrl } from '#gateway/deliveries/masking.ts';
import { createValidationProblem, registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { getCallbackRules, isForbiddenHost, leadsToForbiddenAddress } from '#http/callback-addresses.ts';
import { validateCallback } from '#http/validate-callback.ts';
import { getFailureCode } from '#http/webhook-client.ts';
import { signNotification } from '#signing/webhook.ts';
import { parseTopics } from './queue.ts';
import type { RelayTargetRow } from './tables.ts';
import {
  deleteTarget,
  fetchRelayAttempts,
  fetchTarget,
  fetchTargets,
  getTargetRow,
  insertTarget,
  openTargetSecret,
  resendMessage,
  switchTarget,
  updateTarget,
} from './target-store.ts';

const TEST_TOPIC = 'prueba';

/** Routes of the addresses to which messages are relayed. */
export function relayRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, config, clock, receiver, lookup, random, secrets, webhookClient, wake, now } = gateway;
  const rules = getCallbackRules(config);

  async function findUrlFault(text: string): Promise<FieldErrorCode | undefined> {
    const url = new URL(text);
    if (url.pathname === new URL(receiver.url).pathname) return 'own-receiver';
    if (isForbiddenHost(url.hostname, rules)) return 'private-address';
    if (validateCallback(text, rules) !== undefined) return 'invalid';
    return (await leadsToForbiddenAddress(lookup, url.hostname, rules)) ? 'private-address' : undefined;
  }

  async function checkUrl(text: string): Promise<void> {
    const fault = await findUrlFault(text);
    if (fault !== undefined) throw createValidationProblem({ url: fault });
  }

  registerDeskRoutes(app, gateway, {
    listRelayTargets: async () => ({ targets: await fetchTargets(db) }),

    async addRelayTarget({ body, request }) {
      request.audit.target = body.id;
      await checkUrl(body.url);
      request.audit.changes = findChanges({}, toAuditedValues(body));
      await insertTarget(db, { secrets, now: now() }, body);
      return fetchTarget(db, body.id);
    },

    async editRelayTarget({ params: { id }, body, request }) {
      const before = await getTargetRow(db, id);
      await checkUrl(body.url);
      request.audit.changes = [
        ...findChanges(toRowValues(before), toAuditedValues(body)),
        ...(body.secret === undefined ? [] : [{ field: 'secret' as const }]),
      ];
      await updateTarget(db, id, body, { secrets, now: now() });
      wake('relay');
      return fetchTarget(db, id);
    },

    async switchRelayTarget({ params: { id }, body: { active }, request }) {
      const before = await getTargetRow(db, id);
      request.audit.changes = findChanges(
        { active: toSwitch(before.active === 1) },
        { active: toSwitch(active) },
      );
      await switchTarget(db, id, active, now());
      wake('relay');
      return fetchTarget(db, id);
    },

    async deleteRelayTarget({ params: { id }, request }) {
      const before = await getTargetRow(db, id);
      request.audit.changes = findChanges(toRowValues(before), {
        callback: null,
        topics: null,
        active: null,
      });
      await deleteTarget(db, id);
    },

    async testRelayTarget({ params: { id }, signal }) {
      const target = await getTargetRow(db, id);
      const secret = openTargetSecret(secrets, target);
      if (secret === undefined) return { status: null, error: 'secret', durationMs: 0 };
      const body = JSON.stringify({ Prueba: true });
      const at = now();
      const headers = signNotification({ id: random.ulid(at), topic: TEST_TOPIC, body, at }, secret);
      const startedAt = clock.monotonic();
      const reply = await webhookClient
        .send({ url: target.url, headers, body, signal })
        .then(({ status }) => ({ status, error: null }))
        .catch((failure: unknown) => ({ status: null, error: getFailureCode(failure) }));
      return { ...reply, durationMs: Math.round(clock.monotonic() - startedAt) };
    },

    async resendRelayed({ params: { id }, body: { attempt } }) {
      await resendMessage(db, id, attempt, now());
      wake('relay');
      return fetchTarget(db, id);
    },

    async listRelayAttempts({ params: { id }, query }) {
      await getTargetRow(db, id);
      return fetchRelayAttempts(db, id, query);
    },
  });
}

const toSwitch = (active: boolean) => (active ? 'on' : 'off');

/** Values for the audit log, without what may be secret. */
const toAuditedValues = ({ url, topics, active }: { url: string; topics: string[]; active: boolean }) => ({
  callback: maskUrl(url) ?? MASK,
  topics: topics.map((topic) => topic.toLowerCase()).join(', '),
  active: toSwitch(active),
});

const toRowValues = ({ url, topics, active }: RelayTargetRow) =>
  toAuditedValues({ url, topics: parseTopics(topics), active: active === 1 });
