import type { Selectable, Transaction } from 'kysely';
import { type Database, unclaimed } from '#database/database.ts';
import type { DeliveryRow, Tables, WebhookRow } from '#service/tables.ts';

const S = 1000;
const H = 3_600_000;
/** Waits after each failed attempt, in milliseconds (decisions, Webhooks); after the last the message is given up. */
export const RETRIES_MS = [5 * S, 300 * S, 1800 * S, 2 * H, 5 * H, 10 * H, 14 * H, 20 * H, 24 * H];
/** A webhook that has done nothing but fail for so long is suspended. */
const SUSPEND_MS = 5 * 24 * H;
/** Longer than an attempt can take. */
const CLAIM_MS = 30_000;

export type ActiveWebhook = Pick<
  Selectable<WebhookRow>,
  'app_key' | 'topic' | 'callback' | 'secret' | 'headers' | 'version'
>;

/** Messages on their way. `random` is in [0, 1), for the jitter. */
export function createDeliveryStore({ db, engine }: Database<Tables>, random: () => number) {
  return {
    /** Active webhooks with something due. */
    due: (now: number): Promise<ActiveWebhook[]> =>
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
              .where('due_at', '<=', now),
          ),
        )
        .execute(),

    /** When the next message comes due that is not due yet. */
    async next(now: number): Promise<number | undefined> {
      const { next } = await db
        .selectFrom('deliveries')
        .select((eb) => eb.fn.min('due_at').as('next'))
        .where('due_at', '>', now)
        .executeTakeFirstOrThrow();
      return next ?? undefined;
    },

    /** Takes messages of the webhook for an attempt each; nobody else gets them until the claim runs out. */
    claim: (webhook: ActiveWebhook, count: number, now: number): Promise<DeliveryRow[]> =>
      db
        .updateTable('deliveries')
        .set((eb) => ({ due_at: now + CLAIM_MS, attempts: eb('attempts', '+', 1) }))
        .where('id', 'in', (eb) =>
          unclaimed(
            engine,
            eb
              .selectFrom('deliveries')
              .select('id')
              .where('app_key', '=', webhook.app_key)
              .where('topic', '=', webhook.topic)
              .where('due_at', '<=', now)
              .orderBy('due_at')
              .limit(count),
          ),
        )
        .returningAll()
        .execute(),

    /** Makes what waits for a callback due at once: it failed while that was not there, and now it is. */
    async retryAt(callback: string, now: number): Promise<void> {
      await db
        .updateTable('deliveries')
        .set({ due_at: now })
        .where('due_at', '>', now)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('webhooks')
              .select('version')
              .whereRef('webhooks.app_key', '=', 'deliveries.app_key')
              .whereRef('webhooks.topic', '=', 'deliveries.topic')
              .where('callback', '=', callback),
          ),
        )
        .execute();
    },

    /** Frees what a process that ended had claimed: only for one that is alone on its database. */
    async release(now: number): Promise<void> {
      await db
        .updateTable('deliveries')
        .set({ due_at: now })
        .where('due_at', '>', now)
        .where('due_at', '<=', now + CLAIM_MS)
        .execute();
    },

    /** It arrived. */
    succeeded: (webhook: ActiveWebhook, delivery: DeliveryRow): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('webhooks')
          .set({ failing_since: null })
          .where('version', '=', webhook.version)
          .where('failing_since', 'is not', null)
          .execute();
        await transaction.deleteFrom('deliveries').where('id', '=', delivery.id).execute();
      }),

    /**
     * It did not; `gone` when the callback said that it never will. Tries again by the schedule, not before the moment
     * that the callback asked for, gives the message up after the last, or suspends the webhook, which gives up all of
     * its messages.
     */
    failed: (
      webhook: ActiveWebhook,
      { id, attempts }: DeliveryRow,
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
        if (failing && (gone || now - since >= SUSPEND_MS)) {
          await suspend(transaction, webhook);
          return 'suspended';
        }
        const wait = RETRIES_MS[attempts - 1];
        // Attempts tell whose claim it is: one that ran out is somebody else's by now.
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
          .set({ due_at: Math.max(notBefore, now + Math.round(wait * (0.9 + 0.2 * random()))) })
          .where('id', '=', id)
          .where('attempts', '=', attempts)
          .execute();
        return 'retried';
      }),
  };
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
