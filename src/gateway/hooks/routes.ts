import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely, QueryCreator } from 'kysely';
import type { REFUSAL_REASONS } from '#contract/desk/deliveries.ts';
import { INQUIRY_TOPIC, REGISTRATION_TOPIC } from '#contract/topics.ts';
import { addressKey } from '#gateway/client-address.ts';
import { keptHeaders } from '#gateway/deliveries/masks.ts';
import { type Received, keepReceived, keepRefused } from '#gateway/deliveries/store.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { localLinks } from '#gateway/forward/links.ts';
import { hoursOf } from '#gateway/hours/store.ts';
import { registerIndexedAgency } from '#gateway/inquiries/agencies.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { noteRegistered } from '#gateway/invitations/store.ts';
import { type LiveTables, appendEvent } from '#gateway/live/log.ts';
import { mailKey, operatorKey } from '#gateway/people/store.ts';
import { perMinute } from '#gateway/per-minute.ts';
import { refusal } from '#gateway/problems.ts';
import { topicKey, webhookStore } from '#gateway/webhooks/store.ts';
import { MAX_BODY_BYTES } from '#http/server.ts';
import { ProblemError } from '#http/problem-error.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { equalsInConstantTime } from '#signing/request.ts';
import { type VerificationResult, verifyNotification } from '#signing/webhook.ts';
import { inquiryOf, operatorOf, registrationOf } from './message.ts';

/** How far a message's time may be off, in either direction. */
const TOLERANCE_MS = 5 * 60_000;
/** Of one address; a service that was down for long has much to say at once. */
const CALLS_A_MINUTE = 12_000;
const REFUSALS_NOTED_A_MINUTE = 100;
const LONGEST_TOPIC = 80;
const LONGEST_ID = 128;

type Reason = (typeof REFUSAL_REASONS)[number];

/** A message as it arrived, not believed yet. */
interface Message {
  topic: string;
  headers: FastifyRequest['headers'];
  bytes: Buffer;
}

/** Receives what the service sends for the topics that point here: no session, no cookie, only signatures. */
export function hookRoutes(app: FastifyInstance, gateway: Gateway): void {
  app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    mount(hooks, gateway);
  });
}

function mount(app: FastifyInstance, { db, secrets, config, receiver, live, now, sweepsDue }: Gateway): void {
  const store = webhookStore(db, secrets);
  const mayCall = perMinute(CALLS_A_MINUTE, now);
  const mayNote = perMinute(REFUSALS_NOTED_A_MINUTE, now);

  app.route<{ Params: { id: string } }>({
    method: 'POST',
    url: '/hooks/:id',
    bodyLimit: MAX_BODY_BYTES,
    config: { fromElsewhere: true },
    // Before a body is looked at.
    onRequest: async ({ address, params }) => {
      if (!equalsInConstantTime(params.id, receiver.id)) throw refusal('not-found');
      if (!mayCall(addressKey(address)))
        throw refusal('too-many-requests', { headers: { 'retry-after': '60' } });
    },
    handler: async ({ headers, body }, reply) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const topic = [headers['notification-topic']].flat()[0] ?? '';
      const message = { topic, headers, bytes };
      const read = await verify(message);
      if (typeof read === 'string') throw await refused(message, read);
      await keep(read);
      return reply.code(204).send();
    },
  });

  app.route({
    method: ['DELETE', 'GET', 'PATCH', 'PUT'],
    url: '/hooks/:id',
    // Before a body is looked at.
    onRequest: () => {
      throw refusal('method-not-allowed', { headers: { allow: 'POST' } });
    },
    handler: () => {},
  });

  async function verify({ topic, headers, bytes }: Message): Promise<Received | Reason> {
    if (topic === '' || topic.length > LONGEST_TOPIC) return 'topic';
    const known = await store.secretsFor(topic);
    if (!known) return 'topic';
    // Without a secret anybody could have sent it.
    if (known.length === 0) return 'no-secret';
    const body = textOf(bytes);
    if (body === undefined) return 'malformed';
    const how = { now: now(), toleranceMs: TOLERANCE_MS, join: config.hookSignatureJoin };
    const verdicts = known.map((secret) => verifyNotification({ headers, body }, secret, how));
    const believed = verdicts.find((verdict) => 'id' in verdict);
    if (!believed) return worst(verdicts);
    const payload = jsonOf(body);
    if (payload === undefined) return 'malformed';
    const none = { agency: null, sid: null };
    return {
      topic,
      hookId: believed.id,
      bodySigned: believed.bodySigned,
      size: bytes.length,
      headers: keptHeaders(headers),
      payload: body,
      ...(topicKey(topic) === INQUIRY_TOPIC ? inquiryOf(payload) : none),
      ...(topicKey(topic) === REGISTRATION_TOPIC && { agency: registrationOf(payload)?.adminMail ?? null }),
    };
  }

  /** Once, with what follows from it, before the answer: what was answered is never lost. */
  async function keep(received: Received): Promise<void> {
    const change = await store.lastChange(received.topic);
    const settingsAt = change?.settings ? change.at : 0;
    let isSweepDue = false;
    await db.transaction().execute(async (transaction) => {
      const isNew = await keepReceived(transaction, received, {
        now: now(),
        receiver: receiver.masked,
        settingsAt,
      });
      if (!isNew) return;
      const registration =
        topicKey(received.topic) === REGISTRATION_TOPIC
          ? registrationOf(JSON.parse(received.payload))
          : undefined;
      if (registration) {
        await noteRegistered(transaction, registration.adminMail, registration.at);
        isSweepDue = await registerIndexedAgency(transaction, registration.adminMail, now());
      }
      if (await index(transaction, received)) isSweepDue = true;
      await appendEvents(transaction, received);
    });
    live.wake();
    if (isSweepDue) sweepsDue();
  }

  /** @returns whether its agency is new */
  async function index(
    transaction: Kysely<GatewayTables>,
    { topic, agency, payload }: Received,
  ): Promise<boolean> {
    if (topicKey(topic) !== INQUIRY_TOPIC || agency === null) return false;
    const inquiry = parseWithLocalLinks(payload, config.upstreamUrl);
    if (inquiry === undefined) return false;
    const { hours } = await hoursOf(transaction, agency, config.timeZone);
    const { added } = await upsertInquiries(transaction, [inquiry], {
      agency,
      learned: 'webhook',
      hours,
      now: now(),
    });
    return added.length > 0 && (await registerIndexedAgency(transaction, agency, now()));
  }

  async function refused({ topic, headers, bytes }: Message, reason: Reason): Promise<ProblemError> {
    if (mayNote(''))
      await keepRefused(
        db,
        {
          topic: topic.slice(0, LONGEST_TOPIC),
          hookId: [headers['notification-hook-id']].flat()[0]?.slice(0, LONGEST_ID) ?? null,
          reason,
          size: bytes.length,
          headers: keptHeaders(headers),
        },
        now(),
      );
    return notBelieved(reason);
  }
}

/** Appends the live event of an inquiry that arrived, or of an agency that completed its registration. */
async function appendEvents(
  transaction: QueryCreator<LiveTables>,
  { topic, agency, sid, payload }: Received,
): Promise<void> {
  if (agency === null) return;
  const agency_key = mailKey(agency);
  if (topicKey(topic) === REGISTRATION_TOPIC)
    await appendEvent(transaction, {
      kind: 'agency',
      agency_key,
      operator_key: null,
      data: { adminMail: agency_key },
    });
  if (topicKey(topic) === INQUIRY_TOPIC && sid !== null) {
    const operator = operatorOf(JSON.parse(payload));
    await appendEvent(transaction, {
      kind: 'inquiry',
      agency_key,
      operator_key: operatorKey(operator),
      data: { adminMail: agency_key, sid: sid.toUpperCase() },
    });
  }
}

/** With two secrets that may hold, what the right one was refused for is worth more. */
function worst(verdicts: readonly VerificationResult[]): Reason {
  const reasons = verdicts.flatMap((verdict) => ('id' in verdict ? [] : [verdict.refused]));
  return reasons.find((reason) => reason !== 'signature') ?? 'signature';
}

const DETAILS: Record<Reason, string> = {
  signature: 'La firma no corresponde al mensaje.',
  age: 'La hora del mensaje está demasiado lejos de la actual.',
  topic: 'El tópico no está configurado en esta consola.',
  malformed: 'El mensaje no se puede interpretar.',
  'no-secret': 'El tópico no tiene un secreto con que verificar el mensaje.',
};

/** Not one of the console's problems: only who sends webhooks meets it. */
function notBelieved(reason: Reason): ProblemError {
  return new ProblemError({
    Type: '/problems/hook-refused',
    Title: 'Mensaje no aceptado',
    Status: reason === 'malformed' ? 400 : 401,
    Detail: DETAILS[reason],
  });
}

/** The payload with local links; undefined where it is nested too deeply to be rewritten: a sweep then reads the inquiry. */
function parseWithLocalLinks(payload: string, origin: string): unknown {
  try {
    return JSON.parse(localLinks(payload, origin));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
