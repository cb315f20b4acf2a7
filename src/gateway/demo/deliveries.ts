import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { RefusalReason } from '#contract/desk/deliveries.ts';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { startOfDay } from '#contract/window.ts';
import { saveReceived, saveRefused } from '#gateway/deliveries/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { sha256 } from '#signing/sha256.ts';
import type { Random } from '#system/random.ts';

const DEMO_DELIVERY_DAYS = 7;
const DEMO_DELIVERIES_PER_BATCH = 25;
/** Time between the arrival of an inquiry and its message. */
const DELAY_MS = 1200;

interface StoryDay {
  day: string;
  zone: string;
  random: Random;
}

/** Stores the messages of the last days' inquiries as received. */
export async function storeDeliveries(
  db: Kysely<GatewayTables>,
  { day, zone, random, receiver }: StoryDay & { receiver: string },
): Promise<void> {
  const end = startOfDay(day, zone);
  const stored = await db
    .selectFrom('delivery')
    .select('idempotency_key')
    .where('idempotency_key', 'is not', null)
    .execute();
  const hookIds = new Set(stored.map(({ idempotency_key }) => idempotency_key));
  const inquiries = await db
    .selectFrom('inquiry as i')
    .innerJoin('indexed_agency as a', 'a.agency_key', 'i.agency_key')
    .select(['a.admin_mail', 'i.sid', 'i.at', 'i.data'])
    .where('i.at', '>=', end - DEMO_DELIVERY_DAYS * DAY_MS)
    .where('i.at', '<', end - DELAY_MS)
    .where('i.gone_at', 'is', null)
    .orderBy('i.at')
    .orderBy('i.sid')
    .execute();
  const messages = inquiries.filter(({ sid }) => !hookIds.has(toHookId(sid)));
  for (let first = 0; first < messages.length; first += DEMO_DELIVERIES_PER_BATCH) {
    const batch = messages.slice(first, first + DEMO_DELIVERIES_PER_BATCH);
    await db.transaction().execute(async (transaction) => {
      for (const { admin_mail: agency, sid, at, data } of batch) {
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

/** Days and minutes before the day of the first start, and what was wrong. */
const DEMO_REFUSALS: readonly [days: number, minutes: number, reason: RefusalReason][] = [
  [6, 610, 'signature'],
  [6, 604, 'signature'],
  [6, 592, 'signature'],
  [4, 95, 'age'],
  [1, 540, 'malformed'],
  // Late in the evening before: for nearly all of the first day within the last 24 hours.
  [0, 4, 'signature'],
  [0, 1, 'signature'],
];

/** Stores a few messages as refused: for an hour, the sender signed with another secret. */
export async function storeRefusals(db: Kysely<GatewayTables>, { day, zone, random }: StoryDay) {
  const end = startOfDay(day, zone);
  for (const [days, minutes, reason] of DEMO_REFUSALS) {
    const at = end - days * DAY_MS - minutes * MINUTE_MS;
    const hookId = toHookId(`${day} ${days} ${minutes}`);
    const size = 1100 + minutes;
    const headers = createDemoHeaders(hookId, size);
    await saveRefused(db, { topic: INQUIRY_TOPIC, hookId, reason, size, headers }, { now: at, random });
  }
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
