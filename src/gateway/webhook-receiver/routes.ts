import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely, QueryCreator } from 'kysely';
import type { RefusalReason } from '#contract/desk/deliveries.ts';
import { INQUIRY_TOPIC, REGISTRATION_TOPIC } from '#contract/topics.ts';
import { claimCanaryMessage } from '#gateway/canary/store.ts';
import { addressKey } from '#gateway/client-address.ts';
import { beginsIncident } from '#gateway/deliveries/incidents.ts';
import { maskHeaders } from '#gateway/deliveries/masking.ts';
import { type ReceivedMessage, saveReceived, saveRefused } from '#gateway/deliveries/store.ts';
import { parseJsonBody } from '#gateway/forward/json-body.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { rewriteLinks } from '#gateway/forward/local-links.ts';
import { fetchStoredHours } from '#gateway/hours/store.ts';
import { registerIndexedAgency } from '#gateway/inquiries/agencies.ts';
import { refusesErased } from '#gateway/erasure/erase-buyer.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { markRegistered } from '#gateway/invitations/store.ts';
import { type LiveTables, appendEvent } from '#gateway/live/event-log.ts';
import { mailKey, operatorKey } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { enqueueRelay } from '#gateway/relay/queue.ts';
import { createWebhookSecretStore, topicKey } from '#gateway/webhooks/store.ts';
import { MAX_BODY_BYTES } from '#http/server.ts';
import { ProblemError } from '#http/problem-error.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { RateLimiter } from '#http/rate-limiter.ts';
import { equalsInConstantTime } from '#signing/request.ts';
import { type VerificationResult, verifyNotification } from '#signing/webhook.ts';
import { parseInquiryRef, parseOperator, parseRegistration } from './payload.ts';
import { getVerificationOptions } from './verification-options.ts';

/** Per address; high, because a service that was down sends its backlog at once. */
const CALLS_PER_MINUTE = 12_000;
const STORED_REFUSALS_PER_MINUTE = 100;
const MAX_TOPIC_LENGTH = 80;
const MAX_HOOK_ID_LENGTH = 128;

/** A message that is not verified yet. */
interface IncomingMessage {
  topic: string;
  headers: FastifyRequest['headers'];
  bytes: Buffer;
}

/** Route that receives webhooks; authenticated by their signature alone. */
export function webhookReceiverRoutes(app: FastifyInstance, gateway: Gateway): void {
  app.register(async (receiverApp) => {
    receiverApp.removeAllContentTypeParsers();
    receiverApp.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    gateway.demoFaults?.disturbReceiver(receiverApp, gateway.clock);
    registerReceiverRoutes(receiverApp, gateway);
  });
}

function registerReceiverRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, secrets, config, receiver, liveEvents, drift, meters, now, stamp, wake } = gateway;
  const store = createWebhookSecretStore(db, secrets);
  const callLimiter = new RateLimiter({ limit: CALLS_PER_MINUTE, now });
  const refusalLimiter = new RateLimiter({ limit: STORED_REFUSALS_PER_MINUTE, now });

  app.route<{ Params: { id: string } }>({
    method: 'POST',
    url: '/hooks/:id',
    bodyLimit: MAX_BODY_BYTES,
    config: { skipsOriginCheck: true },
    // The receiver's id is checked before the body is read.
    onRequest: async ({ address, params }) => {
      if (!equalsInConstantTime(params.id, receiver.id)) throw createProblem('not-found');
      if (!callLimiter.consume(addressKey(address)).isAllowed)
        throw createProblem('too-many-requests', { headers: { 'retry-after': '60' } });
    },
    handler: async ({ headers, body }, reply) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const topic = [headers['notification-topic']].flat()[0] ?? '';
      const message = { topic, headers, bytes };
      const verified = await verifyMessage(message);
      if (typeof verified === 'string') {
        meters.countDelivery(topic, verified);
        throw await storeRefusal(message, verified);
      }
      await storeMessage(verified);
      meters.countDelivery(topic, 'received');
      return reply.code(204).send();
    },
  });

  app.route({
    method: ['DELETE', 'GET', 'PATCH', 'PUT'],
    url: '/hooks/:id',
    // The method is refused before the body is read.
    onRequest: () => {
      throw createProblem('method-not-allowed', { headers: { allow: 'POST' } });
    },
    handler: () => {},
  });

  async function verifyMessage({
    topic,
    headers,
    bytes,
  }: IncomingMessage): Promise<ReceivedMessage | RefusalReason> {
    if (topic === '' || topic.length > MAX_TOPIC_LENGTH) return 'topic';
    const topicSecrets = await store.getVerificationSecrets(topic);
    if (!topicSecrets) return 'topic';
    // The sender cannot be verified without a secret.
    if (topicSecrets.length === 0) return 'no-secret';
    const body = decodeUtf8(bytes);
    if (body === undefined) return 'malformed';
    const options = getVerificationOptions(gateway);
    const verdicts = topicSecrets.map((secret) => verifyNotification({ headers, body }, secret, options));
    const accepted = verdicts.find((verdict) => 'id' in verdict);
    if (!accepted) return pickReason(verdicts);
    const payload = parseJsonBody(body);
    if (payload === undefined) return 'malformed';
    drift.compareMessage(topicKey(topic), payload);
    const emptyRef = { agency: null, sid: null };
    return {
      topic,
      // Every signature of an accepted message is valid, and this one covers the topic.
      isTopicSigned: headers['notification-signature'] !== undefined,
      hookId: accepted.id,
      bodySigned: accepted.bodySigned,
      size: bytes.length,
      headers: maskHeaders(headers),
      payload: body,
      ...(topicKey(topic) === INQUIRY_TOPIC ? parseInquiryRef(payload) : emptyRef),
      ...(topicKey(topic) === REGISTRATION_TOPIC && {
        agency: parseRegistration(payload)?.adminMail ?? null,
      }),
    };
  }

  /** Stores a message and its effects in one transaction before the reply: acknowledged messages are never lost. */
  async function storeMessage(received: ReceivedMessage): Promise<void> {
    const lastChange = await store.getLastChange(received.topic);
    const settingsAt = lastChange?.settings ? lastChange.at : 0;
    let isMailDue = false;
    let isSweepDue = false;
    let isRelayDue = false;
    await db.transaction().execute(async (transaction) => {
      if (await claimCanaryMessage(transaction, received, now())) return;
      const isErased = await refusesInquiry(transaction, received);
      const stored = isErased ? { ...received, payload: null } : received;
      const deliveryId = await saveReceived(transaction, stored, {
        ...stamp(),
        receiver: receiver.masked,
        settingsAt,
      });
      if (deliveryId === undefined || isErased) return;
      isRelayDue = await enqueueRelay(transaction, { deliveryId, ...received }, now());
      const registration =
        topicKey(received.topic) === REGISTRATION_TOPIC
          ? parseRegistration(JSON.parse(received.payload))
          : undefined;
      if (registration) {
        await markRegistered(transaction, registration.adminMail, registration.at);
        isSweepDue = await registerIndexedAgency(transaction, registration.adminMail, now());
      }
      const indexed = await indexInquiry(transaction, received);
      if (indexed.isSweepDue) isSweepDue = true;
      isMailDue = indexed.isMailDue;
      await appendEvents(transaction, received);
    });
    liveEvents.wake();
    if (isRelayDue) wake('relay');
    if (isMailDue) wake('mails');
    if (!isSweepDue) return;
    wake('index-repairs');
    wake('sweeps');
  }

  /** Returns true if a message is about an erased inquiry, or an erased buyer's: nothing of it is stored. */
  async function refusesInquiry(
    transaction: Kysely<GatewayTables>,
    { topic, agency, sid, payload }: ReceivedMessage,
  ): Promise<boolean> {
    if (topicKey(topic) !== INQUIRY_TOPIC || agency === null || sid === null) return false;
    return refusesErased(transaction, { agency, sid, payload: JSON.parse(payload) as unknown }, now());
  }

  /** Indexes the inquiry of a message. A sweep is due where its agency is new or was hidden. */
  async function indexInquiry(
    transaction: Kysely<GatewayTables>,
    { topic, agency, payload }: ReceivedMessage,
  ): Promise<{ isSweepDue: boolean; isMailDue: boolean }> {
    const nothing = { isSweepDue: false, isMailDue: false };
    if (topicKey(topic) !== INQUIRY_TOPIC || agency === null) return nothing;
    const inquiry = parseWithLocalLinks(payload, config.upstreamUrl);
    if (inquiry === undefined) return nothing;
    const { hours } = await fetchStoredHours(transaction, agency, config.timeZone);
    const { added, changed, isMailDue } = await upsertInquiries(transaction, [inquiry], {
      agency,
      discoverySource: 'webhook',
      hours,
      now: now(),
    });
    const isSweepDue =
      added.length + changed > 0 && (await registerIndexedAgency(transaction, agency, now()));
    return { isSweepDue, isMailDue };
  }

  async function storeRefusal({ topic, headers, bytes }: IncomingMessage, reason: RefusalReason) {
    if (refusalLimiter.consume('').isAllowed) {
      const refused = {
        topic: topic.slice(0, MAX_TOPIC_LENGTH),
        hookId: [headers['notification-hook-id']].flat()[0]?.slice(0, MAX_HOOK_ID_LENGTH) ?? null,
        reason,
        size: bytes.length,
        headers: maskHeaders(headers),
      };
      const isNewIncident = await db.transaction().execute(async (transaction) => {
        const isIncident = await beginsIncident(transaction, refused, now());
        await saveRefused(transaction, refused, stamp());
        if (isIncident) await appendEvent(transaction, { kind: 'incident', data: {} });
        return isIncident;
      });
      if (isNewIncident) liveEvents.wake();
    }
    return createRefusalProblem(reason);
  }
}

/** Appends the live event of a new inquiry or of a completed registration. */
async function appendEvents(
  transaction: QueryCreator<LiveTables>,
  { topic, agency, sid, payload }: ReceivedMessage,
): Promise<void> {
  if (agency === null) return;
  const agency_key = mailKey(agency);
  if (topicKey(topic) === REGISTRATION_TOPIC)
    await appendEvent(transaction, { kind: 'agency', agency_key, data: { adminMail: agency_key } });
  if (topicKey(topic) === INQUIRY_TOPIC && sid !== null) {
    const operator = parseOperator(JSON.parse(payload));
    await appendEvent(transaction, {
      kind: 'inquiry',
      agency_key,
      operator_key: operatorKey(operator),
      data: { adminMail: agency_key, sid: sid.toUpperCase() },
    });
  }
}

/** With several secrets, the reason from the one whose signature matched wins. */
function pickReason(verdicts: readonly VerificationResult[]): RefusalReason {
  const reasons = verdicts.flatMap((verdict) => ('id' in verdict ? [] : [verdict.refused]));
  return reasons.find((reason) => reason !== 'signature') ?? 'signature';
}

const REFUSAL_DETAILS: Record<RefusalReason, string> = {
  signature: 'La firma no corresponde al mensaje.',
  age: 'La hora del mensaje está demasiado lejos de la actual.',
  topic: 'El tópico no está configurado en esta consola.',
  malformed: 'El mensaje no se puede interpretar.',
  'no-secret': 'El tópico no tiene un secreto con que verificar el mensaje.',
};

/** Its code is no `GatewayCode`: only senders of webhooks receive it. */
function createRefusalProblem(reason: RefusalReason): ProblemError {
  return new ProblemError({
    Type: '/problems/hook-refused',
    Title: 'Mensaje no aceptado',
    Status: reason === 'malformed' ? 400 : 401,
    Detail: REFUSAL_DETAILS[reason],
  });
}

/** Parses a payload with local links; undefined when nested too deeply: a sweep then indexes the inquiry. */
function parseWithLocalLinks(payload: string, origin: string): unknown {
  try {
    return rewriteLinks(payload, origin).value;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
