import { setImmediate } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { RefusalReason } from '#contract/desk/deliveries.ts';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { saveReceived, saveRefused } from '#gateway/deliveries/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { sha256 } from '#signing/sha256.ts';
import type { Random } from '#system/random.ts';
import { WEBHOOK_CHANGES } from './webhook-history.ts';

const DEMO_DELIVERIES_PER_BATCH = 25;
/** Time between the arrival of an inquiry and its message. */
const DELAY_MS = 1200;
/** Time until a list has an inquiry whose message did not arrive. */
const SWEEP_DELAY_MS = 4 * MINUTE_MS;

/** Days before the first start, of how many inquiries until then the message was refused, and why. */
const DEMO_REFUSALS: readonly [days: number, count: number, reason: RefusalReason][] = [
  [6, 3, 'signature'],
  [4, 1, 'age'],
  [1, 1, 'malformed'],
  [0, 2, 'signature'],
];

interface DemoInquiry {
  agency_key: string;
  agency: string;
  sid: string;
  at: number;
  data: string;
}

/** The inquiries of the time in which the console received messages, by what became of theirs. */
export interface DemoMessages {
  received: DemoInquiry[];
  refused: { inquiry: DemoInquiry; reason: RefusalReason }[];
  /** Made while the topic was suspended. */
  unsent: DemoInquiry[];
}

/** Divides the inquiries since the topic was created; the same of the same inquiries and time. */
export async function planMessages(db: Kysely<GatewayTables>, now: number): Promise<DemoMessages> {
  const inquiries = await db
    .selectFrom('inquiry as i')
    .innerJoin('indexed_agency as a', 'a.agency_key', 'i.agency_key')
    .select(['i.agency_key', 'a.admin_mail as agency', 'i.sid', 'i.at', 'i.data'])
    .where('i.at', '>=', now - WEBHOOK_CHANGES.created)
    .where('i.at', '<', now - DELAY_MS)
    .where('i.gone_at', 'is', null)
    .orderBy('i.at')
    .orderBy('i.sid')
    .execute();
  const isSuspended = ({ at }: DemoInquiry) =>
    at >= now - WEBHOOK_CHANGES.stopped && at < now - WEBHOOK_CHANGES.resumed;
  const sent = inquiries.filter((inquiry) => !isSuspended(inquiry));
  const refused = DEMO_REFUSALS.flatMap(([days, count, reason]) =>
    sent
      .filter(({ at }) => at < now - days * DAY_MS)
      .slice(-count)
      .map((inquiry) => ({ inquiry, reason })),
  );
  const reasons = new Map(refused.map(({ inquiry, reason }) => [inquiry, reason]));
  return {
    received: sent.filter((inquiry) => !reasons.has(inquiry)),
    refused,
    unsent: inquiries.filter(isSuspended),
  };
}

/** Stores messages as received. */
export async function storeDeliveries(
  db: Kysely<GatewayTables>,
  { received }: DemoMessages,
  { random, receiver }: { random: Random; receiver: string },
): Promise<void> {
  const stored = await db
    .selectFrom('delivery')
    .select('idempotency_key')
    .where('idempotency_key', 'is not', null)
    .execute();
  const hookIds = new Set(stored.map(({ idempotency_key }) => idempotency_key));
  const messages = received.filter(({ sid }) => !hookIds.has(toHookId(sid)));
  for (let first = 0; first < messages.length; first += DEMO_DELIVERIES_PER_BATCH) {
    const batch = messages.slice(first, first + DEMO_DELIVERIES_PER_BATCH);
    await db.transaction().execute(async (transaction) => {
      for (const { agency, sid, at, data } of batch) {
        const hookId = toHookId(sid);
        const size = Buffer.byteLength(data);
        const headers = createDemoHeaders(hookId, size);
        const source = { topic: INQUIRY_TOPIC, isTopicSigned: true, hookId, agency, sid };
        const message = { ...source, bodySigned: true, size, headers };
        const time = { random, now: at + DELAY_MS, receiver, settingsAt: 0 };
        await saveReceived(transaction, { ...message, payload: data }, time);
      }
    });
    // Requests are answered between two batches.
    await setImmediate();
  }
}

/** Stores a few messages as refused. */
export async function storeRefusals(
  db: Kysely<GatewayTables>,
  { refused }: DemoMessages,
  random: Random,
): Promise<void> {
  for (const { inquiry, reason } of refused) {
    const hookId = toHookId(inquiry.sid);
    const size = Buffer.byteLength(inquiry.data);
    const headers = createDemoHeaders(hookId, size);
    const message = { topic: INQUIRY_TOPIC, hookId, reason, size, headers };
    await saveRefused(db, message, { now: inquiry.at + DELAY_MS, random });
  }
}

/** Dates the arrivals as if the console had run since the topic was created, each by its message where one arrived. */
export async function storeArrivals(
  db: Transaction<GatewayTables>,
  { refused, unsent }: DemoMessages,
  now: number,
): Promise<void> {
  const since = now - WEBHOOK_CHANGES.created;
  await db.updateTable('indexed_agency').set({ added_at: since }).execute();
  await db
    .updateTable('inquiry')
    .set((eb) => ({ discovery_source: 'webhook', first_seen_at: eb('at', '+', DELAY_MS) }))
    .where('at', '>=', since)
    .where('at', '<', now - DELAY_MS)
    .execute();
  for (const { agency_key, sid, at } of [...refused.map(({ inquiry }) => inquiry), ...unsent])
    await db
      .updateTable('inquiry')
      .set({ discovery_source: 'list', first_seen_at: Math.min(at + SWEEP_DELAY_MS, now) })
      .where((eb) => eb.and({ agency_key, sid }))
      .execute();
}

function createDemoHeaders(hookId: string, size: number): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(size),
    'notification-topic': INQUIRY_TOPIC,
    'notification-hook-id': hookId,
  };
}

function toHookId(seed: string): string {
  return sha256(`hook ${seed}`).slice(0, 32);
}
