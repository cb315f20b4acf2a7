import type { Generated, Kysely, QueryCreator, Selectable } from 'kysely';
import { encodeTime, ulid } from 'ulid';
import {
  DELIVERIES_PAGE,
  type DELIVERY_OUTCOMES,
  type Deliveries,
  type DeliveriesQuery,
  type Delivery,
  type DeliveryDetail,
  type REFUSED_REASONS,
} from '#contract/desk/deliveries.ts';
import { addDays } from '#contract/window.ts';
import { contains, fewValuesWith } from '#database/text.ts';
import { firstIdOf } from '#gateway/day-ids.ts';
import { type PeopleTables, mailKey } from '#gateway/people/store.ts';

interface DeliveryTable {
  id: string;
  at: number;
  /** Lower-case. */
  topic: string;
  agency: string | null;
  agency_key: string | null;
  /** Upper-case. */
  sid: string | null;
  outcome: (typeof DELIVERY_OUTCOMES)[number];
  reason: (typeof REFUSED_REASONS)[number] | null;
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
type DeliveryRow = Selectable<DeliveryTable>;

export interface DeliveryTables {
  delivery: DeliveryTable;
}

type Tables = DeliveryTables & PeopleTables;

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
 * before. Of the resends that are waited for here the newest arrived; `receiver` is our callback, masked.
 */
export async function keepReceived(
  transaction: QueryCreator<DeliveryTables>,
  { topic, hookId, agency, sid, bodySigned, size, headers, payload }: Received,
  { now, receiver }: { now: number; receiver: string },
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
          .where((waited) => waited.or([waited('callback', 'is', null), waited('callback', '=', receiver)]))
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
    reason: (typeof REFUSED_REASONS)[number];
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

/** When something verified last arrived about each of these topics. */
export async function heardAt(
  db: Kysely<DeliveryTables>,
  topics: readonly string[],
): Promise<Map<string, number>> {
  const found = await Promise.all(
    topics.map(async (topic) => {
      const row = await db
        .selectFrom('delivery')
        .select('at')
        .where('topic', '=', topic.toLowerCase())
        .where('outcome', '=', 'received')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ? [[topic, row.at] as const] : [];
    }),
  );
  return new Map(found.flat());
}

/** One page, newest first. */
export async function deliveriesPage(
  db: Kysely<Tables>,
  { agency, ...filter }: DeliveriesQuery,
  timeZone: string,
): Promise<Deliveries> {
  const rows = await rowsOf(db, agency, filtered(db, filter, timeZone));
  return {
    deliveries: rows.slice(0, DELIVERIES_PAGE).map((row) => shown(row)),
    more: rows.length > DELIVERIES_PAGE,
  };
}

/** The newest rows of a query, one more than a page holds; with a part of an AdminMail, those of its agencies. */
async function rowsOf(
  db: Kysely<Tables>,
  part: string | undefined,
  query: ReturnType<typeof filtered>,
): Promise<ShownRow[]> {
  if (part === undefined) return query.execute();
  const keys = await fewValuesWith(db, ['delivery', 'agency_key'], mailKey(part));
  if (!keys) return query.where((eb) => contains(eb.ref('agency_key'), mailKey(part))).execute();
  const found = await Promise.all(keys.map((key) => query.where('agency_key', '=', key).execute()));
  return found
    .flat()
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, DELIVERIES_PAGE + 1);
}

function filtered(
  db: Kysely<Tables>,
  { topic, outcome, from, to, id, before }: Omit<DeliveriesQuery, 'agency'>,
  timeZone: string,
) {
  return shownRows(db)
    .$if(topic !== undefined, (query) => query.where('delivery.topic', '=', (topic ?? '').toLowerCase()))
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome ?? 'received'))
    .$if(id !== undefined, (query) =>
      query.where((eb) => eb.or([eb('hook_id', '=', id ?? ''), eb('sid', '=', (id ?? '').toUpperCase())])),
    )
    .$if(from !== undefined, (query) => query.where('delivery.id', '>=', firstIdOf(from ?? '', timeZone)))
    .$if(to !== undefined, (query) =>
      query.where('delivery.id', '<', firstIdOf(addDays(to ?? '', 1), timeZone)),
    )
    .$if(before !== undefined, (query) => query.where('delivery.id', '<', before ?? ''))
    .orderBy('delivery.id', 'desc')
    .limit(DELIVERIES_PAGE + 1);
}

/** One of them with what is left of it; undefined: there is none. */
export async function deliveryOf(
  db: Kysely<Tables>,
  id: string,
  keptMs: number,
): Promise<DeliveryDetail | undefined> {
  const row = await shownRows(db)
    .select(['headers', 'payload'])
    .where('delivery.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    ...shown(row),
    headers: JSON.parse(row.headers) as Record<string, string>,
    payload: row.payload,
    erasedAt: row.payload === null ? null : row.at + keptMs,
  };
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

function shownRows(db: Kysely<Tables>) {
  return db
    .selectFrom('delivery')
    .leftJoin('person', 'person.id', 'delivery.person_id')
    .select([
      'delivery.id',
      'at',
      'topic',
      'agency',
      'sid',
      'outcome',
      'reason',
      'hook_id',
      'body_signed',
      'size',
      'times',
      'callback',
      'status',
      'person.name as by',
    ]);
}

type ShownRow = Omit<DeliveryRow, 'agency_key' | 'kept_id' | 'person_id' | 'headers' | 'payload'> & {
  by: string | null;
};

function shown(row: ShownRow): Delivery {
  const { hook_id: hookId, body_signed: bodySigned, ...rest } = row;
  return { ...rest, hookId, bodySigned: bodySigned === null ? null : bodySigned === 1 };
}
