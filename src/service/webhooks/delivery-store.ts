import type { ExpressionBuilder, Kysely, Selectable, Transaction } from 'kysely';
import { HOUR_MS, SECOND_MS } from '#contract/durations.ts';
import { type Database, isClientGone, skipLocked } from '#database/database.ts';
import type { DeliveryRow, Tables, WebhookRow } from '#service/tables.ts';

/** Delays between attempts, ms (decisions, Webhooks). When the attempt after the last one fails, the message is deleted. */
export const DELIVERY_RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  300 * SECOND_MS,
  1800 * SECOND_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** A webhook is suspended when all attempts fail for this long. */
const SUSPEND_AFTER_MS = 5 * 24 * HOUR_MS;
/** Longer than any attempt takes. */
const DELIVERY_CLAIM_MS = 30_000;
/** Due times beyond the longest delay, with its jitter, were written while the clock was wrong. */
const MAX_DELIVERY_DELAY_MS = 27 * HOUR_MS;

export type ActiveWebhook = Pick<
  Selectable<WebhookRow>,
  'app_key' | 'topic' | 'callback' | 'secret' | 'headers' | 'version'
>;

/** Queue of webhook messages. `random` in [0, 1) is for the jitter. */
export function createDeliveryStore({ db, engine, clientName }: Database<Tables>, random: () => number) {
  return {
    /** Active webhooks with due messages. */
    listDueWebhooks: (now: number): Promise<ActiveWebhook[]> =>
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
        .execute(),

    /** Earliest due time after `now`. */
    async findNextDueAt(now: number): Promise<number | undefined> {
      const { next } = await db
        .selectFrom('deliveries')
        .select((eb) => eb.fn.min('due_at').as('next'))
        .where('due_at', '>', now)
        .executeTakeFirstOrThrow();
      return next ?? undefined;
    },

    /** Claims due messages of the webhook for an attempt each, until the outcome is recorded or the claim ends. */
    claim: (webhook: ActiveWebhook, count: number, now: number): Promise<DeliveryRow[]> =>
      db
        .updateTable('deliveries')
        .set((eb) => ({
          due_at: now + DELIVERY_CLAIM_MS,
          attempts: eb('attempts', '+', 1),
          claimed_by: clientName,
        }))
        .where('id', 'in', (eb) =>
          skipLocked(
            engine,
            eb
              .selectFrom('deliveries')
              .select('id')
              .where('app_key', '=', webhook.app_key)
              .where('topic', '=', webhook.topic)
              .where(isDeliveryDue(now))
              .orderBy('due_at')
              .limit(count),
          ),
        )
        .returningAll()
        .execute(),

    /** Makes all messages for a callback due now, because it is available again. */
    async retryNow(callback: string, now: number): Promise<void> {
      const webhooks = await db
        .selectFrom('webhooks')
        .select(['app_key', 'topic'])
        .where('callback', '=', callback)
        .execute();
      for (const webhook of webhooks) await resumeDeliveries(db, webhook, { now });
    },

    /** Gives a message back that an aborted attempt was for, as if it had not begun. */
    async release({ id, attempts }: DeliveryRow, now: number): Promise<void> {
      await db
        .updateTable('deliveries')
        .set({ due_at: now, attempts: attempts - 1, claimed_by: null })
        .where('id', '=', id)
        .where('attempts', '=', attempts)
        .execute();
    },

    /** Makes messages due again that were claimed by clients without a connection; on SQLite, by any other client. */
    async releaseClaims(now: number): Promise<void> {
      await db
        .updateTable('deliveries')
        .set({ due_at: now, claimed_by: null })
        .where(isClientGone({ engine, clientName }, 'claimed_by'))
        .execute();
    },

    /**
     * Deletes a delivered message and resets the failure time of its webhook. Where webhooks at the same host failed before,
     * their waiting messages are due now.
     */
    recordSuccess: (webhook: ActiveWebhook, delivery: DeliveryRow, now: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const failing = await transaction
          .selectFrom('webhooks')
          .select(['app_key', 'topic', 'callback'])
          .where('failing_since', 'is not', null)
          // The same order in every transaction, which prevents deadlocks.
          .orderBy('app_key')
          .orderBy('topic')
          .execute();
        await transaction
          .updateTable('webhooks')
          .set({ failing_since: null })
          .where('version', '=', webhook.version)
          .where('failing_since', 'is not', null)
          .execute();
        await transaction.deleteFrom('deliveries').where('id', '=', delivery.id).execute();
        for (const paused of failing)
          if (getCallbackHost(paused) === getCallbackHost(webhook))
            await resumeDeliveries(transaction, paused, { now, isOnce: true });
      }),

    /**
     * Schedules the next attempt, not before `notBefore`, or deletes the message after the last one. Suspends the webhook
     * and deletes its messages when the callback is `gone` (410), or has failed for 5 days.
     */
    recordFailure: (
      webhook: ActiveWebhook,
      { id, attempts, resumed }: DeliveryRow,
      { now, gone, notBefore = 0 }: { now: number; gone: boolean; notBefore?: number | undefined },
    ): Promise<'retried' | 'given up' | 'suspended'> =>
      db.transaction().execute(async (transaction) => {
        const failing = await transaction
          .updateTable('webhooks')
          .set((eb) => ({ failing_since: eb.fn.coalesce('failing_since', eb.val(now)) }))
          .where('version', '=', webhook.version)
          .returning('failing_since')
          .executeTakeFirst();
        const since = failing?.failing_since ?? now;
        if (failing && (gone || now - since >= SUSPEND_AFTER_MS)) {
          await suspend(transaction, webhook);
          return 'suspended';
        }
        const wait = DELIVERY_RETRY_DELAYS_MS[attempts - 1];
        // `attempts` identifies the claim: an expired one may have been claimed again.
        if (wait === undefined) {
          await transaction
            .deleteFrom('deliveries')
            .where('id', '=', id)
            .where('attempts', '=', attempts)
            .execute();
          return 'given up';
        }
        await transaction
          .updateTable('deliveries')
          .set({
            due_at: Math.max(notBefore, now + Math.round(wait * (0.9 + 0.2 * random()))),
            not_before: notBefore > 0 ? notBefore : null,
            resumed: resumed === 1 ? 2 : 0,
            claimed_by: null,
          })
          .where('id', '=', id)
          .where('attempts', '=', attempts)
          .execute();
        return 'retried';
      }),
  };
}

/** Due now, or at a time that no schedule gives. */
function isDeliveryDue(now: number) {
  return (eb: ExpressionBuilder<Tables, 'deliveries'>) =>
    eb.or([eb('due_at', '<=', now), eb('due_at', '>', now + MAX_DELIVERY_DELAY_MS)]);
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
    .set((eb) => ({
      due_at: eb
        .case()
        .when('not_before', '>', now)
        .then(eb.ref('not_before').$notNull())
        .else(eb.val(now))
        .end(),
      attempts: eb('attempts', '-', 1),
      resumed: 1,
    }))
    .where('app_key', '=', app_key)
    .where('topic', '=', topic)
    .where('due_at', '>', now)
    .where('claimed_by', 'is', null)
    .where('attempts', '>', 0)
    .$if(isOnce, (query) => query.where('resumed', '=', 0))
    .execute();
}

async function suspend(
  transaction: Transaction<Tables>,
  { app_key, topic, version }: ActiveWebhook,
): Promise<void> {
  await transaction.updateTable('webhooks').set({ active: 0 }).where('version', '=', version).execute();
  await transaction
    .deleteFrom('deliveries')
    .where('app_key', '=', app_key)
    .where('topic', '=', topic)
    .execute();
}
