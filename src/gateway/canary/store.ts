import { type Kysely, type QueryCreator, type Transaction, sql } from 'kysely';
import {
  CANARY_ALARM_FAILURES,
  CANARY_RUNS,
  type Canary,
  type CanaryFailure,
  type CanaryOutcome,
  type CanaryRun,
  type CanarySetting,
  isCanaryFailure,
} from '#contract/desk/canary.ts';
import { DAY_MS, HOUR_MS } from '#contract/durations.ts';
import { findPercentile } from '#contract/overview.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import type { DeliveryTables, ReceivedMessage } from '#gateway/deliveries/store.ts';
import { RESEND_TIMEOUT_MS } from '#gateway/deliveries/queries.ts';
import type { InquiryTables } from '#gateway/inquiries/tables.ts';
import { mailKey } from '#gateway/people/store.ts';
import { firstUlidAt, type Stamp } from '#system/random.ts';
import type { ClaimColumns } from '#work/claims.ts';
import { findNextRunAt } from './schedule.ts';

/** One row while the canary is on. */
export interface CanaryRow extends ClaimColumns {
  agency_key: string;
  admin_mail: string;
  minutes: CanarySetting['minutes'];
}

interface CanaryRunTable {
  id: string;
  at: number;
  agency_key: string;
  /** Upper-case; null: no inquiry was found. */
  sid: string | null;
  outcome: CanaryOutcome;
  status: number | null;
  /** `Notification-Hook-ID` of its message; null: none was received. */
  hook_id: string | null;
  took_ms: number | null;
}

export interface CanaryTables {
  canary: CanaryRow;
  canary_run: CanaryRunTable;
}

/** The service tries to deliver a message for three days. */
const MAX_MESSAGE_AGE_MS = 4 * DAY_MS;
/** Newest runs among which failures in a row are counted. */
const COUNTED_RUNS = 100;

/** They say nothing about messages. */
const UNCOUNTED_OUTCOMES = ['pending', 'no-inquiry', 'unknown'] as const;

/**
 * Claims a message of the inquiry topic for the run that caused it; call it in the transaction that would store the message.
 * What is claimed is no news for anybody: it is not stored, shown or relayed.
 * @returns whether the message is a canary's
 */
export async function claimCanaryMessage(
  transaction: QueryCreator<CanaryTables & DeliveryTables>,
  { topic, agency, sid, hookId }: Pick<ReceivedMessage, 'topic' | 'agency' | 'sid' | 'hookId'>,
  now: number,
): Promise<boolean> {
  if (topic.toLowerCase() !== INQUIRY_TOPIC || agency === null || sid === null) return false;
  const inquiry = { agency_key: mailKey(agency), sid: sid.toUpperCase() };
  const runs = await transaction
    .selectFrom('canary_run')
    .select(['id', 'at', 'hook_id'])
    .where((eb) => eb.and(inquiry))
    .where('at', '>', now - MAX_MESSAGE_AGE_MS)
    .where((eb) => eb.or([eb('hook_id', 'is', null), eb('hook_id', '=', hookId)]))
    .where('outcome', 'not in', ['off', 'elsewhere', 'no-inquiry', 'refused'])
    .orderBy('id', 'desc')
    .execute();
  if (runs.some((run) => run.hook_id === hookId)) return true;
  const [run] = runs;
  if (!run || (await isExpectedElsewhere(transaction, { ...inquiry, hookId, now }))) return false;
  const claimed = await transaction
    .updateTable('canary_run')
    .set({
      hook_id: hookId,
      took_ms: Math.max(0, now - run.at),
      outcome: sql<CanaryOutcome>`case when outcome = 'pending' then 'arrived' else outcome end`,
    })
    .where('id', '=', run.id)
    .where((eb) => eb.or([eb('hook_id', 'is', null), eb('hook_id', '=', hookId)]))
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Returns true if a message was stored before, or if a person waits for one of the inquiry. */
async function isExpectedElsewhere(
  transaction: QueryCreator<DeliveryTables>,
  { agency_key, sid, hookId, now }: { agency_key: string; sid: string; hookId: string; now: number },
): Promise<boolean> {
  const delivery = await transaction
    .selectFrom('delivery')
    .select('id')
    .where((eb) => eb.and({ agency_key, sid, topic: INQUIRY_TOPIC }))
    .where((eb) =>
      eb.or([
        eb('idempotency_key', '=', hookId),
        eb.and([eb('outcome', '=', 'caused'), eb('at', '>', now - RESEND_TIMEOUT_MS)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return delivery !== undefined;
}

/** Ids of those of these messages that runs caused. */
export async function findCanaryMessages(
  db: QueryCreator<CanaryTables>,
  hookIds: readonly string[],
): Promise<Set<string | null>> {
  if (hookIds.length === 0) return new Set();
  const rows = await db.selectFrom('canary_run').select('hook_id').where('hook_id', 'in', hookIds).execute();
  return new Set(rows.map(({ hook_id }) => hook_id));
}

export const fetchCanaryRow = (db: QueryCreator<CanaryTables>): Promise<CanaryRow | undefined> =>
  db.selectFrom('canary').selectAll().executeTakeFirst();

/** Sets the canary, whose next run is due at once. */
export async function setCanary(
  db: Kysely<CanaryTables>,
  setting: CanarySetting | null,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const agency_key = setting ? mailKey(setting.adminMail) : '';
    await transaction.deleteFrom('canary').where('agency_key', '<>', agency_key).execute();
    if (!setting) return;
    const values = { admin_mail: setting.adminMail, minutes: setting.minutes, due_at: now };
    await transaction
      .insertInto('canary')
      .values({ agency_key, ...values, claimed_by: null, claimed_until: null })
      .onConflict((conflict) => conflict.column('agency_key').doUpdateSet(values))
      .execute();
  });
}

export const fetchLastRun = (db: QueryCreator<CanaryTables>) =>
  db.selectFrom('canary_run').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();

export async function insertRun(
  db: QueryCreator<CanaryTables>,
  run: Pick<CanaryRunTable, 'agency_key' | 'sid' | 'outcome'>,
  { now, random }: Stamp,
): Promise<string> {
  const id = random.ulid(now);
  await db
    .insertInto('canary_run')
    .values({ ...run, id, at: now, status: null, hook_id: null, took_ms: null })
    .execute();
  return id;
}

/** Ends a run of which nobody knows whether the service accepted it. It still claims its message. */
export async function endUnknownRun(db: QueryCreator<CanaryTables>, id: string): Promise<void> {
  await db
    .updateTable('canary_run')
    .set({ outcome: 'unknown' })
    .where((eb) => eb.and({ id, outcome: 'pending' }))
    .execute();
}

/** Stores that the service accepted the request. */
export async function acceptRun(db: QueryCreator<CanaryTables>, id: string, status: number): Promise<void> {
  await db.updateTable('canary_run').set({ status }).where('id', '=', id).execute();
}

/** Ends a run whose message did not arrive. @returns false if it arrived meanwhile */
export async function failRun(
  transaction: Transaction<CanaryTables>,
  id: string,
  { outcome, status }: { outcome: CanaryFailure; status?: number },
): Promise<boolean> {
  const failed = await transaction
    .updateTable('canary_run')
    .set({ outcome, ...(status !== undefined && { status }) })
    .where((eb) => eb.and({ id, outcome: 'pending' }))
    .returning('id')
    .executeTakeFirst();
  return failed !== undefined;
}

/** Returns true if a message of the topic was refused for its signature: a refused message does not say of which run it is. */
export async function hasSignatureRefusal(
  db: QueryCreator<DeliveryTables>,
  { since, until }: { since: number; until: number },
): Promise<boolean> {
  const refusal = await db
    .selectFrom('delivery')
    .select('id')
    .where((eb) => eb.and({ topic: INQUIRY_TOPIC, outcome: 'refused', reason: 'signature' }))
    .where('id', '>=', firstUlidAt(since))
    .where('id', '<', firstUlidAt(until))
    .limit(1)
    .executeTakeFirst();
  return refusal !== undefined;
}

/** The failures since the last message that arrived, newest first. */
export async function fetchFailures(db: QueryCreator<CanaryTables>): Promise<CanaryRunTable[]> {
  const runs = await db
    .selectFrom('canary_run')
    .selectAll()
    .where('outcome', 'not in', UNCOUNTED_OUTCOMES)
    .orderBy('id', 'desc')
    .limit(COUNTED_RUNS)
    .execute();
  const end = runs.findIndex(({ outcome }) => !isCanaryFailure(outcome));
  return end < 0 ? runs : runs.slice(0, end);
}

/** Returns true if a failure is the one that raises the alarm. */
export const isAlarmDue = (failures: readonly unknown[]): boolean =>
  failures.length === CANARY_ALARM_FAILURES;

export async function fetchCanary(
  db: Kysely<CanaryTables>,
  { now, zone }: { now: number; zone: string },
): Promise<Canary> {
  const [row, rows, day, failures] = await Promise.all([
    fetchCanaryRow(db),
    db.selectFrom('canary_run').selectAll().orderBy('id', 'desc').limit(CANARY_RUNS).execute(),
    db
      .selectFrom('canary_run')
      .select(['outcome', 'took_ms'])
      .where('id', '>=', firstUlidAt(now - DAY_MS))
      .where('outcome', 'not in', UNCOUNTED_OUTCOMES)
      .execute(),
    fetchFailures(db),
  ]);
  const arrived = day.filter(({ outcome }) => outcome === 'arrived');
  const times = Map.groupBy(arrived, ({ took_ms }) => took_ms ?? 0);
  return {
    setting: row ? { adminMail: row.admin_mail, minutes: row.minutes } : null,
    nextAt: row ? findNextRunAt(rows[0]?.at, { minutes: row.minutes, now, zone }) : null,
    runs: rows.map(({ id, at, outcome, status, took_ms }): CanaryRun => ({
      id,
      at,
      outcome,
      status,
      tookMs: took_ms,
    })),
    lastDay: {
      ended: day.length,
      arrived: arrived.length,
      medianMs: findPercentile(new Map([...times].map(([ms, { length }]) => [ms, length])), 0.5),
    },
    failures: failures.length,
  };
}

/** decided: the message of a younger inquiry may still be on its way. */
const MIN_INQUIRY_AGE_MS = HOUR_MS;
/** The service sends no message of an older inquiry again; with a day for a difference of the clocks. */
const MAX_INQUIRY_AGE_MS = 29 * DAY_MS;

/**
 * The newest inquiry of an agency whose message can be sent again; one whose message came, if there is any. A message that may
 * still come for the first time is news, and must not be taken for the canary's.
 */
export const findCanaryInquiry = (
  db: Kysely<InquiryTables & DeliveryTables>,
  agency_key: string,
  now: number,
): Promise<{ sid: string } | undefined> =>
  db
    .selectFrom('inquiry')
    .select('sid')
    .where('agency_key', '=', agency_key)
    .where('at', '>', now - MAX_INQUIRY_AGE_MS)
    .where('at', '<=', now - MIN_INQUIRY_AGE_MS)
    .where('gone_at', 'is', null)
    .where('missing_since', 'is', null)
    .where('erased_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('discovery_source', '=', 'webhook'),
        eb('at', '<', now - MAX_MESSAGE_AGE_MS),
        eb.exists(
          eb
            .selectFrom('delivery')
            .select('delivery.id')
            .where((of) => of.and({ 'delivery.topic': INQUIRY_TOPIC, 'delivery.outcome': 'received' }))
            .whereRef('delivery.agency_key', '=', 'inquiry.agency_key')
            .whereRef('delivery.sid', '=', 'inquiry.sid'),
        ),
      ]),
    )
    .orderBy(sql`case when discovery_source = 'webhook' then 0 else 1 end`)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
