import type { Generated, Kysely, QueryCreator } from 'kysely';
import { encodeTime, ulid } from 'ulid';
import type { Delivery, REFUSAL_REASONS } from '#contract/desk/deliveries.ts';
import { mailKey } from '#gateway/people/store.ts';

interface DeliveryTable {
  id: string;
  at: number;
  /** Lower-case. */
  topic: string;
  agency: string | null;
  agency_key: string | null;
  /** Upper-case. */
  sid: string | null;
  /** `unseen` and `elsewhere` are `caused` here: they follow from the callback and the time. */
  outcome: Exclude<Delivery['outcome'], 'unseen' | 'elsewhere'>;
  reason: (typeof REFUSAL_REASONS)[number] | null;
  hook_id: string | null;
  /** The hook id of what was verified, and of nothing else: it is there once. */
  kept_id: string | null;
  body_signed: 0 | 1 | null;
  size: number | null;
  times: Generated<number>;
  person_id: string | null;
  callback: string | null;
  status: number | null;
  /** JSON. */
  headers: string;
  payload: string | null;
}

export interface DeliveryTables {
  delivery: DeliveryTable;
}

export const DAY_MS = 86_400_000;

/** Rows changed at a time, so that nobody waits for long. */
const SLICE = 100;

const nothing = {
  agency: null,
  agency_key: null,
  sid: null,
  reason: null,
  hook_id: null,
  kept_id: null,
  body_signed: null,
  size: null,
  person_id: null,
  callback: null,
  status: null,
  headers: '{}',
  payload: null,
};

/** A message that was verified. */
export interface Received {
  topic: string;
  hookId: string;
  agency: string | null;
  sid: string | null;
  bodySigned: boolean;
  size: number;
  headers: Record<string, string>;
  payload: string;
}

/**
 * In the transaction of what follows from it: keeps a message, once however often it comes: false when it was here
 * before. Of the resends that may come here the newest arrived: those sent here, and those from before `settingsAt`, when
 * the topic was last configured, since what is pending follows the configuration (decisions: Webhooks). `receiver` is our
 * callback, masked.
 */
export async function keepReceived(
  transaction: QueryCreator<DeliveryTables>,
  { topic, hookId, agency, sid, bodySigned, size, headers, payload }: Received,
  { now, receiver, settingsAt }: { now: number; receiver: string; settingsAt: number },
): Promise<boolean> {
  const { times } = await transaction
    .insertInto('delivery')
    .values({
      ...nothing,
      id: ulid(now),
      at: now,
      topic: topic.toLowerCase(),
      agency,
      agency_key: agency && mailKey(agency),
      sid: sid && sid.toUpperCase(),
      outcome: 'received',
      hook_id: hookId,
      kept_id: hookId,
      body_signed: bodySigned ? 1 : 0,
      size,
      headers: JSON.stringify(headers),
      payload,
    })
    .onConflict((conflict) =>
      conflict.column('kept_id').doUpdateSet((eb) => ({ times: eb('delivery.times', '+', 1) })),
    )
    .returning('times')
    .executeTakeFirstOrThrow();
  if (times === 1 && sid !== null)
    await transaction
      .updateTable('delivery')
      .set({ outcome: 'arrived', hook_id: hookId })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('delivery')
          .select('id')
          .where('outcome', '=', 'caused')
          .where('topic', '=', topic.toLowerCase())
          .where('sid', '=', sid.toUpperCase())
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
  return times === 1;
}

/** Notes that something came that was not believed; of its body only the size. */
export async function keepRefused(
  db: Kysely<DeliveryTables>,
  refused: {
    topic: string;
    hookId: string | null;
    reason: (typeof REFUSAL_REASONS)[number];
    size: number;
    headers: Record<string, string>;
  },
  now: number,
): Promise<void> {
  await db
    .insertInto('delivery')
    .values({
      ...nothing,
      id: ulid(now),
      at: now,
      topic: refused.topic.toLowerCase(),
      outcome: 'refused',
      reason: refused.reason,
      hook_id: refused.hookId,
      size: refused.size,
      headers: JSON.stringify(refused.headers),
    })
    .execute();
}

/** Notes a resend before it is asked for, so that its message is known when it comes. */
export async function noteResend(
  db: Kysely<DeliveryTables>,
  personId: string,
  { topic, adminMail, sid }: { topic: string; adminMail: string; sid: string },
  now: number,
): Promise<string> {
  const id = ulid(now);
  await db
    .insertInto('delivery')
    .values({
      ...nothing,
      id,
      at: now,
      topic,
      agency: adminMail,
      agency_key: mailKey(adminMail),
      sid: sid.toUpperCase(),
      outcome: 'caused',
      person_id: personId,
    })
    .execute();
  return id;
}

/** `callback` and `receiver`, our own, masked. */
export async function noteResendAnswer(
  db: Kysely<DeliveryTables>,
  id: string,
  { receiver, ...answer }: { status: number; callback: string | null; receiver: string },
): Promise<void> {
  // What came before it was known where this one goes was another message.
  const elsewhere = answer.callback !== null && answer.callback !== receiver;
  const written = elsewhere ? { ...answer, outcome: 'caused' as const, hook_id: null } : answer;
  await db.updateTable('delivery').set(written).where('id', '=', id).execute();
}

/** The service refused it: nothing was caused. */
export async function forgetResend(db: Kysely<DeliveryTables>, id: string): Promise<void> {
  await db.deleteFrom('delivery').where('id', '=', id).execute();
}

/** Erases payloads of before a moment, and what was refused before it, a slice at a time; says when the next is that old. */
export async function erase(
  db: Kysely<DeliveryTables>,
  before: number,
): Promise<'more' | number | undefined> {
  const old = db.selectFrom('delivery').select('id').where('at', '<', before).limit(SLICE);
  const erased = await db
    .updateTable('delivery')
    .set({ payload: null })
    .where('id', 'in', old.where('payload', 'is not', null))
    .executeTakeFirst();
  const removed = await db
    .deleteFrom('delivery')
    .where(
      'id',
      'in',
      old.where('outcome', '=', 'refused').where('id', '<', encodeTime(before, 10)).orderBy('id'),
    )
    .executeTakeFirst();
  if (erased.numUpdatedRows === BigInt(SLICE) || removed.numDeletedRows === BigInt(SLICE)) return 'more';
  const { oldest } = await db
    .selectFrom('delivery')
    .select((eb) => eb.fn.min('at').as('oldest'))
    .where('payload', 'is not', null)
    .executeTakeFirstOrThrow();
  return oldest ?? undefined;
}
