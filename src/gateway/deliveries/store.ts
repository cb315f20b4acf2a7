import type { Generated, Kysely, QueryCreator } from 'kysely';
import type { Delivery, RefusalReason } from '#contract/desk/deliveries.ts';
import type { EntrySource } from '#contract/desk/follow-up.ts';
import { mailKey } from '#gateway/people/store.ts';
import type { Stamp } from '#system/random.ts';

interface DeliveryTable {
  id: string;
  at: number;
  /** Lower-case. */
  topic: string;
  agency: string | null;
  agency_key: string | null;
  /** Upper-case. */
  sid: string | null;
  /** `unseen` and `elsewhere` are stored as `caused`: they are derived from callback and time. */
  outcome: Exclude<Delivery['outcome'], 'unseen' | 'elsewhere'>;
  reason: RefusalReason | null;
  hook_id: string | null;
  /** Unique; the hook id of a verified message, with its topic where one of another topic had the id; null for all others. */
  idempotency_key: string | null;
  body_signed: 0 | 1 | null;
  size: number | null;
  received_count: Generated<number>;
  person_id: string | null;
  callback: string | null;
  status: number | null;
  /** JSON. */
  headers: string;
  payload: string | null;
  /** 1: a resend that was sent to test the webhook. */
  is_test: Generated<0 | 1>;
  /** JSON, an `EntrySource`, of a resend; null: by hand, or stored before there were sources. */
  source: string | null;
}

export interface DeliveryTables {
  delivery: DeliveryTable;
  /** When somebody last said that they know of the refusals of a topic and reason. */
  refusal_acknowledgement: { topic: string; reason: RefusalReason; at: number; person_id: string };
}

/** A verified message. */
export interface ReceivedMessage {
  topic: string;
  /** The signature covers the topic. */
  isTopicSigned: boolean;
  hookId: string;
  agency: string | null;
  sid: string | null;
  bodySigned: boolean;
  size: number;
  headers: Record<string, string>;
  payload: string;
}

/**
 * Stores a message, idempotent by topic and hook id; call it in the transaction of its effects. It also marks the newest
 * matching resend as arrived: one to our callback, or from before `settingsAt`, when the topic was last configured, since
 * pending messages follow the configuration (decisions: Webhooks). `receiver` is our masked callback URL.
 * decided: of a message whose topic is not signed the hook id alone counts, or it could be sent again under another topic.
 * @returns its id; undefined for a repeat
 */
export async function saveReceived(
  transaction: QueryCreator<DeliveryTables>,
  message: Omit<ReceivedMessage, 'payload'> & {
    /** null: it must not be stored. */
    payload: string | null;
  },
  { now, random, receiver, settingsAt }: Stamp & { receiver: string; settingsAt: number },
): Promise<string | undefined> {
  const { agency, sid, hookId, size, payload } = message;
  const topic = message.topic.toLowerCase();
  const id = random.ulid(now);
  const insert = (idempotency_key: string) =>
    transaction
      .insertInto('delivery')
      .values({
        id,
        at: now,
        topic,
        agency,
        agency_key: agency && mailKey(agency),
        sid: sid && sid.toUpperCase(),
        outcome: 'received',
        hook_id: hookId,
        idempotency_key,
        body_signed: message.bodySigned ? 1 : 0,
        size,
        headers: JSON.stringify(message.headers),
        payload,
      })
      .onConflict((conflict) =>
        conflict
          .column('idempotency_key')
          .doUpdateSet((eb) => ({ received_count: eb('delivery.received_count', '+', 1) }))
          .where('delivery.topic', '=', topic),
      )
      .returning('received_count')
      .executeTakeFirst();
  const stored =
    (await insert(hookId)) ?? (message.isTopicSigned ? await insert(`${hookId} ${topic}`) : undefined);
  const isNew = stored?.received_count === 1;
  if (isNew && sid !== null)
    await transaction
      .updateTable('delivery')
      .set({ outcome: 'arrived', hook_id: hookId })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('delivery')
          .select('id')
          .where((eb) => eb.and({ outcome: 'caused', topic, sid: sid.toUpperCase() }))
          .where('at', '<=', now)
          .where((resend) =>
            resend.or([
              resend('callback', 'is', null),
              resend('callback', '=', receiver),
              resend('at', '<=', settingsAt),
            ]),
          )
          .orderBy('id', 'desc')
          .limit(1),
      )
      .execute();
  return isNew ? id : undefined;
}

/** Stores a refused message, without its body. */
export async function saveRefused(
  db: QueryCreator<DeliveryTables>,
  message: {
    topic: string;
    hookId: string | null;
    reason: RefusalReason;
    size: number;
    headers: Record<string, string>;
  },
  { now, random }: Stamp,
): Promise<void> {
  await db
    .insertInto('delivery')
    .values({
      id: random.ulid(now),
      at: now,
      topic: message.topic.toLowerCase(),
      outcome: 'refused',
      reason: message.reason,
      hook_id: message.hookId,
      size: message.size,
      headers: JSON.stringify(message.headers),
    })
    .execute();
}

export interface NewResend {
  topic: string;
  adminMail: string;
  sid: string;
  /** It tests the webhook. */
  isTest?: boolean;
  /** The job that requests it. */
  source?: EntrySource;
}

/** Stores a resend before it is requested, so that its message can be matched. @returns its id */
export async function createResend(
  db: Kysely<DeliveryTables>,
  personId: string,
  { topic, adminMail, sid, isTest = false, source }: NewResend,
  { now, random }: Stamp,
): Promise<string> {
  const id = random.ulid(now);
  await db
    .insertInto('delivery')
    .values({
      id,
      at: now,
      topic,
      agency: adminMail,
      agency_key: mailKey(adminMail),
      sid: sid.toUpperCase(),
      outcome: 'caused',
      person_id: personId,
      headers: '{}',
      is_test: isTest ? 1 : 0,
      source: source ? JSON.stringify(source) : null,
    })
    .execute();
  return id;
}

/** Stores the service's reply to a resend. `callback` and `receiver`, which is ours, are masked. */
export async function updateResend(
  db: Kysely<DeliveryTables>,
  id: string,
  { receiver, ...reply }: { status: number; callback: string | null; receiver: string },
): Promise<void> {
  // A message that was matched meanwhile belongs to another resend if this one goes elsewhere.
  const isElsewhere = reply.callback !== null && reply.callback !== receiver;
  const values = isElsewhere ? { ...reply, outcome: 'caused' as const, hook_id: null } : reply;
  await db.updateTable('delivery').set(values).where('id', '=', id).execute();
}

/** Deletes a resend that the service refused. */
export async function deleteResend(db: Kysely<DeliveryTables>, id: string): Promise<void> {
  await db.deleteFrom('delivery').where('id', '=', id).execute();
}
