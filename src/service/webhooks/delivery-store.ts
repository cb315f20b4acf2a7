import type { ExpressionBuilder, Kysely, RawBuilder, Selectable, SqlBool, Transaction } from 'kysely';
import { HOUR_MS } from '#contract/durations.ts';
import { sidOf } from '#contract/sid.ts';
import { saveAttempt } from '#service/attempts/store.ts';
import type { AttemptRow, DeliveryRow, Tables, WebhookRow } from '#service/tables.ts';
import type { Random } from '#system/random.ts';
import { MAX_WEBHOOK_DELAY_MS, computeNextAttemptAt, isResumable, resumeAt } from '#work/webhook-retries.ts';

/** A webhook is suspended when all attempts fail for this long. */
const SUSPEND_AFTER_MS = 5 * 24 * HOUR_MS;

export type ActiveWebhook = Pick<
  Selectable<WebhookRow>,
  'app_key' | 'topic' | 'callback' | 'secret' | 'headers' | 'version'
>;

/** Lists active webhooks with due messages. */
export const listDueWebhooks = (db: Kysely<Tables>, now: number): Promise<ActiveWebhook[]> =>
  db
    .selectFrom('webhooks')
    .select(['app_key', 'topic', 'callback', 'secret', 'headers', 'version'])
    .where('active', '=', 1)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('deliveries')
          .select('id')
          .whereRef('deliveries.app_key', '=', 'webhooks.app_key')
          .whereRef('deliveries.topic', '=', 'webhooks.topic')
          .where(isDeliveryDue(now)),
      ),
    )
    .execute();

/** Makes all messages for a callback due now, because it is available again. */
export async function retryNow(db: Kysely<Tables>, callback: string, now: number): Promise<void> {
  const webhooks = await db
    .selectFrom('webhooks')
    .select(['app_key', 'topic'])
    .where('callback', '=', callback)
    .execute();
  for (const webhook of webhooks) await resumeDeliveries(db, webhook, { now });
}

/** The end of an attempt, before anything follows from it. */
export interface AttemptResult extends Pick<AttemptRow, 'at' | 'duration_ms' | 'status' | 'error'> {}

interface DeliveryAttempt {
  /** Id of its row. */
  id: string;
  webhook: ActiveWebhook;
  delivery: DeliveryRow;
  result: AttemptResult;
  /** Condition that this process still has the claim (`Claims`). */
  isOwn: RawBuilder<SqlBool>;
}

/**
 * Logs a successful attempt, deletes its message and resets the failure time of its webhook. Where webhooks at the same host
 * failed before, their waiting messages are due now.
 */
export const recordSuccess = (db: Kysely<Tables>, attempt: DeliveryAttempt, now: number): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { webhook, delivery } = attempt;
    const failing = await transaction
      .selectFrom('webhooks')
      .select(['app_key', 'topic', 'callback'])
      .where('failing_since', 'is not', null)
      // The same order in every transaction, which prevents deadlocks.
      .orderBy('app_key')
      .orderBy('topic')
      .execute();
    if (failing.length > 0)
      await transaction
        .updateTable('webhooks')
        .set({ failing_since: null })
        .where('version', '=', webhook.version)
        .where('failing_since', 'is not', null)
        .execute();
    await transaction.deleteFrom('deliveries').where('id', '=', delivery.id).execute();
    await saveAttempt(transaction, createAttemptRow(attempt, 'delivered'));
    for (const paused of failing)
      if (getCallbackHost(paused) === getCallbackHost(webhook))
        await resumeDeliveries(transaction, paused, { now, isOnce: true });
  });

/**
 * Logs a failed attempt. Schedules the next one, not before `notBefore`, or deletes the message after the last one. Suspends the
 * webhook and deletes its messages when the callback is gone (410), or has failed for 5 days.
 */
export const recordFailure = (
  db: Kysely<Tables>,
  attempt: DeliveryAttempt,
  options: FailureOptions,
): Promise<FailureOutcome> =>
  db.transaction().execute(async (transaction) => {
    const outcome = await retryOrDrop(transaction, attempt, options);
    await saveAttempt(transaction, createAttemptRow(attempt, outcome));
    return outcome;
  });

type FailureOutcome = Exclude<AttemptRow['outcome'], 'delivered'>;

interface FailureOptions {
  now: number;
  random: Pick<Random, 'fraction'>;
  notBefore?: number | undefined;
}

async function retryOrDrop(
  transaction: Transaction<Tables>,
  { webhook, delivery: { id, attempts, resumed }, isOwn, result }: DeliveryAttempt,
  { now, random, notBefore = 0 }: FailureOptions,
): Promise<FailureOutcome> {
  const failing = await transaction
    .updateTable('webhooks')
    .set((eb) => ({ failing_since: eb.fn.coalesce('failing_since', eb.val(now)) }))
    .where('version', '=', webhook.version)
    .returning('failing_since')
    .executeTakeFirst();
  const since = failing?.failing_since ?? now;
  if (failing && (result.status === 410 || now - since >= SUSPEND_AFTER_MS)) {
    await suspend(transaction, webhook);
    return 'suspended';
  }
  const retryAt = computeNextAttemptAt(attempts, { now, random, notBefore });
  if (retryAt === undefined) {
    await transaction.deleteFrom('deliveries').where('id', '=', id).where(isOwn).execute();
    return 'given-up';
  }
  await transaction
    .updateTable('deliveries')
    .set({
      due_at: retryAt,
      not_before: notBefore > 0 ? notBefore : null,
      attempts: attempts + 1,
      resumed: resumed === 1 ? 2 : 0,
      claimed_by: null,
      claimed_until: null,
    })
    .where('id', '=', id)
    .where(isOwn)
    .execute();
  return 'retried';
}

function createAttemptRow(
  { id, webhook: { app_key, topic, callback }, delivery, result }: DeliveryAttempt,
  outcome: AttemptRow['outcome'],
): AttemptRow {
  const sid = sidOf(JSON.parse(delivery.body) as Parameters<typeof sidOf>[0])?.toUpperCase() ?? null;
  const { id: delivery_id, agency_key } = delivery;
  return { id, app_key, topic, delivery_id, agency_key, sid, callback, outcome, ...result };
}

/** Due now, or at a time that no schedule gives. */
function isDeliveryDue(now: number) {
  return (eb: ExpressionBuilder<Tables, 'deliveries'>) =>
    eb.or([eb('due_at', '<=', now), eb('due_at', '>', now + MAX_WEBHOOK_DELAY_MS)]);
}

function getCallbackHost({ callback }: { callback: string }): string {
  return new URL(callback).host;
}

/**
 * Makes the waiting messages of a webhook due now, though not before their `Retry-After`.
 * decided: these attempts do not count. With `isOnce` a message has one between two scheduled ones, so that one that its
 * receiver never takes keeps its schedule while others are delivered.
 */
export async function resumeDeliveries(
  db: Kysely<Tables>,
  { app_key, topic }: Pick<WebhookRow, 'app_key' | 'topic'>,
  { now, isOnce = false }: { now: number; isOnce?: boolean },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set(resumeAt(now))
    .where((eb) => eb.and({ app_key, topic }))
    .where(isResumable({ now, isOnce }))
    .execute();
}

async function suspend(transaction: Transaction<Tables>, { app_key, topic, version }: ActiveWebhook) {
  await transaction.updateTable('webhooks').set({ active: 0 }).where('version', '=', version).execute();
  await transaction
    .deleteFrom('deliveries')
    .where((eb) => eb.and({ app_key, topic }))
    .execute();
}
