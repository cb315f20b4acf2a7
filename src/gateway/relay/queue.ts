import { type Kysely, type RawBuilder, type SqlBool, type Transaction, sql } from 'kysely';
import type { RelayAttempt } from '#contract/desk/relay.ts';
import { forShare, isPostgres } from '#database/database.ts';
import { mailKey } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { Random } from '#system/random.ts';
import { MAX_WEBHOOK_DELAY_MS, computeNextAttemptAt, isResumable, resumeAt } from '#work/webhook-retries.ts';
import type { RelayRow, RelayTargetRow } from './tables.ts';

type Tables = GatewayTables;

interface QueuedMessage {
  /** Id in `delivery` or `relay_event`. */
  deliveryId: string;
  agency: string | null;
  sid: string | null;
}

/**
 * Queues a message for the active targets of its topic. Call it in the transaction of its cause.
 * @returns true if there is any
 */
export async function enqueueRelay(
  transaction: Kysely<Tables>,
  { topic, ...message }: QueuedMessage & { topic: string },
  now: number,
): Promise<boolean> {
  const engine = isPostgres(transaction) ? 'postgres' : 'sqlite';
  const targets = await forShare(
    engine,
    transaction.selectFrom('relay_target').select(['id', 'topics']).where('active', '=', 1).orderBy('id'),
  ).execute();
  const interested = targets.filter(({ topics }) => parseTopics(topics).includes(topic.toLowerCase()));
  if (interested.length === 0) return false;
  await insertRelayRows(
    transaction,
    interested.map(({ id }) => id),
    message,
    now,
  );
  return true;
}

/** Queues a message for these targets, behind those of its inquiry. */
export async function insertRelayRows(
  transaction: Kysely<Tables>,
  ids: readonly string[],
  { deliveryId, agency, sid }: QueuedMessage,
  now: number,
): Promise<void> {
  const engine = isPostgres(transaction) ? 'postgres' : 'sqlite';
  const order_key = agency === null || sid === null ? null : `${mailKey(agency)} ${sid.toUpperCase()}`;
  const queued =
    order_key === null
      ? []
      : await forShare(
          engine,
          transaction
            .selectFrom('relay')
            .select('target_id')
            .where('target_id', 'in', ids)
            .where('order_key', '=', order_key),
        ).execute();
  await transaction
    .insertInto('relay')
    .values(
      ids.map((id) => ({
        target_id: id,
        delivery_id: deliveryId,
        order_key,
        queued_at: now,
        due_at: queued.some(({ target_id }) => target_id === id) ? null : now,
        claimed_by: null,
        claimed_until: null,
        not_before: null,
      })),
    )
    .execute();
}

export const parseTopics = (topics: string): string[] => JSON.parse(topics) as string[];

/** Condition of rows that may be sent: their target is active, and no earlier message of the same inquiry waits for it. */
export const isNextOfInquiry = sql<SqlBool>`(
  exists (select 1 from relay_target where relay_target.id = relay.target_id and relay_target.active = 1)
  and not exists (select 1 from relay as earlier where earlier.target_id = relay.target_id
    and earlier.order_key = relay.order_key and earlier.number < relay.number))`;

/** Lists active targets with due messages. */
export const listDueTargets = (db: Kysely<Tables>, now: number): Promise<RelayTargetRow[]> =>
  db
    .selectFrom('relay_target')
    .selectAll()
    .where('active', '=', 1)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('relay')
          .select('number')
          .whereRef('relay.target_id', '=', 'relay_target.id')
          .where((row) => row.or([row('due_at', '<=', now), row('due_at', '>', now + MAX_WEBHOOK_DELAY_MS)])),
      ),
    )
    .execute();

/** @returns when the next message of an active target is due or the next claim ends, ms since 1970 */
export async function findNextRelayAt(db: Kysely<Tables>): Promise<number | undefined> {
  const { due, claimed } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('relay_target')
        .where('active', '=', 1)
        .select((target) =>
          target.fn
            .min(
              target
                .selectFrom('relay')
                .select((relay) => relay.fn.min('due_at').as('due'))
                .whereRef('relay.target_id', '=', 'relay_target.id')
                .where('due_at', 'is not', null)
                .where('claimed_by', 'is', null),
            )
            .as('due'),
        )
        .as('due'),
      eb
        .selectFrom('relay')
        .select(({ fn }) => fn.min('claimed_until').as('claimed'))
        .where('claimed_by', 'is not', null)
        .as('claimed'),
    ])
    .executeTakeFirstOrThrow();
  return due === null && claimed === null ? undefined : Math.min(due ?? Infinity, claimed ?? Infinity);
}

export interface RelayResult extends Pick<RelayAttempt, 'id' | 'at' | 'durationMs' | 'status' | 'error'> {
  row: RelayRow;
  /** Condition that this process still has the claim (`Claims`). */
  isOwn: RawBuilder<SqlBool>;
}

/** Logs a successful attempt and deletes its message. Where the target failed before, what waits for it is due now. */
export const recordSuccess = (db: Kysely<Tables>, result: RelayResult, now: number): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { row } = result;
    const target = await lockTarget(transaction, row);
    // It was deleted meanwhile, with what waited for it.
    if (!target) return;
    await transaction
      .updateTable('relay_target')
      .set({ delivered_at: now, failing_since: null })
      .where('id', '=', row.target_id)
      .execute();
    await transaction.deleteFrom('relay').where('number', '=', row.number).execute();
    await saveAttempt(transaction, result, 'delivered');
    if (target.failing_since !== null) await resumeRelay(transaction, row.target_id, { now, isOnce: true });
  });

interface FailureOptions {
  now: number;
  random: Pick<Random, 'fraction'>;
  notBefore?: number | undefined;
}

/** Logs a failed attempt. Schedules the next one, or gives the message up after the last. @returns its outcome */
export const recordFailure = (
  db: Kysely<Tables>,
  result: RelayResult,
  { now, random, notBefore = 0 }: FailureOptions,
): Promise<RelayAttempt['outcome'] | undefined> =>
  db.transaction().execute(async (transaction) => {
    const { row, isOwn, status, error } = result;
    const target = await lockTarget(transaction, row);
    if (!target) return undefined;
    await transaction
      .updateTable('relay_target')
      .set({
        failing_since: target.failing_since ?? now,
        failed_at: now,
        failed_status: status,
        failed_error: error,
      })
      .where('id', '=', row.target_id)
      .execute();
    const retryAt = computeNextAttemptAt(row.attempts, { now, random, notBefore });
    const outcome = retryAt === undefined ? 'given-up' : 'retried';
    if (retryAt === undefined)
      await transaction.deleteFrom('relay').where('number', '=', row.number).where(isOwn).execute();
    else
      await transaction
        .updateTable('relay')
        .set({
          due_at: retryAt,
          not_before: notBefore > 0 ? notBefore : null,
          attempts: row.attempts + 1,
          resumed: row.resumed === 1 ? 2 : 0,
          claimed_by: null,
          claimed_until: null,
        })
        .where('number', '=', row.number)
        .where(isOwn)
        .execute();
    await saveAttempt(transaction, result, outcome);
    return outcome;
  });

/** The target of a message, which stays as it is until the transaction ends; undefined: it was deleted. */
const lockTarget = (transaction: Transaction<Tables>, { target_id }: RelayRow) =>
  transaction
    .updateTable('relay_target')
    .set((eb) => ({ url: eb.ref('url') }))
    .where('id', '=', target_id)
    .returning('failing_since')
    .executeTakeFirst();

const saveAttempt = (
  transaction: Transaction<Tables>,
  { id, row: { target_id, delivery_id }, at, durationMs, status, error }: RelayResult,
  outcome: RelayAttempt['outcome'],
) =>
  transaction
    .insertInto('relay_attempt')
    .values({ id, target_id, delivery_id, at, duration_ms: durationMs, status, error, outcome })
    .execute();

/**
 * Makes what waits for a target due now, though not before its `Retry-After`. These attempts do not count. With `isOnce` a
 * message has one between two scheduled ones.
 */
export async function resumeRelay(
  db: Kysely<Tables>,
  targetId: string,
  { now, isOnce = false }: { now: number; isOnce?: boolean },
): Promise<void> {
  await db
    .updateTable('relay')
    .set(resumeAt(now))
    .where('target_id', '=', targetId)
    .where(isResumable({ now, isOnce }))
    .execute();
}
