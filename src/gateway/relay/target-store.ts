import type { Kysely } from 'kysely';
import {
  type EditRelayTarget,
  MAX_RELAY_TARGETS,
  type RelayAttempts,
  type RelayAttemptsQuery,
  type RelayTarget,
  type WriteRelayTarget,
} from '#contract/desk/relay.ts';
import { countRows } from '#database/count-rows.ts';
import { parseBuyerName } from '#gateway/inquiries/entries.ts';
import { createProblem } from '#gateway/problems.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { KeyMismatchError, type SecretBox } from '#signing/secret-box.ts';
import { topicKey } from '#gateway/webhooks/store.ts';
import { isResumable, resumeAt } from '#work/webhook-retries.ts';
import { insertRelayRows, parseTopics, resumeRelay } from './queue.ts';
import type { RelayTargetRow } from './tables.ts';

type Tables = GatewayTables;

/** Purpose under which the secret of a target is sealed. */
export const toRelaySecretUse = (id: string) => `relay ${id}`;

/** The secret of a target; undefined: it was sealed with another key. */
export function openTargetSecret(
  secrets: SecretBox,
  { id, secret }: Pick<RelayTargetRow, 'id' | 'secret'>,
): string | undefined {
  try {
    return secrets.open(secret, toRelaySecretUse(id));
  } catch (error) {
    if (error instanceof KeyMismatchError) return undefined;
    throw error;
  }
}

const toColumns = ({ url, topics, active }: Pick<WriteRelayTarget, 'url' | 'topics' | 'active'>) => ({
  url,
  topics: JSON.stringify([...new Set(topics.map((topic) => topic.toLowerCase()))].toSorted()),
  active: active ? (1 as const) : (0 as const),
});

export const fetchTargetRow = (db: Kysely<Tables>, id: string): Promise<RelayTargetRow | undefined> =>
  db.selectFrom('relay_target').selectAll().where('id', '=', id).executeTakeFirst();

/** @throws ProblemError `not-found` */
export async function getTargetRow(db: Kysely<Tables>, id: string): Promise<RelayTargetRow> {
  const row = await fetchTargetRow(db, id);
  if (!row) throw createProblem('not-found');
  return row;
}

/** All targets with their figures, oldest first. */
export async function fetchTargets(db: Kysely<Tables>): Promise<RelayTarget[]> {
  const rows = await db.selectFrom('relay_target').selectAll().orderBy('created_at').orderBy('id').execute();
  const waiting = await db
    .selectFrom('relay')
    .select(({ fn }) => [
      'target_id',
      fn.countAll<number>().as('waiting'),
      fn.min('queued_at').as('oldestAt'),
    ])
    .groupBy('target_id')
    .execute();
  return rows.map((row) => {
    const figures = waiting.find(({ target_id }) => target_id === row.id);
    const { id, url, version, failed_at, failed_status: status, failed_error: error } = row;
    return {
      id,
      url,
      topics: parseTopics(row.topics),
      active: row.active === 1,
      version,
      waiting: figures?.waiting ?? 0,
      oldestAt: figures?.oldestAt ?? null,
      lastDeliveredAt: row.delivered_at,
      lastFailure: failed_at === null ? null : { at: failed_at, status, error },
      failingSince: row.failing_since,
    };
  });
}

/** @throws ProblemError `not-found` */
export async function fetchTarget(db: Kysely<Tables>, id: string): Promise<RelayTarget> {
  const target = (await fetchTargets(db)).find((candidate) => candidate.id === id);
  if (!target) throw createProblem('not-found');
  return target;
}

/** Idempotent by id. @throws ProblemError `too-many-saved`, `changed-meanwhile` */
export async function insertTarget(
  db: Kysely<Tables>,
  { secrets, now }: { secrets: SecretBox; now: number },
  target: WriteRelayTarget,
): Promise<void> {
  const { id } = target;
  const columns = toColumns(target);
  const existing = await fetchTargetRow(db, id);
  if (existing) {
    const isSame = existing.url === columns.url && existing.topics === columns.topics;
    if (!isSame) throw createProblem('changed-meanwhile');
    return;
  }
  if ((await countRows(db.selectFrom('relay_target'))) >= MAX_RELAY_TARGETS)
    throw createProblem('too-many-saved');
  await db
    .insertInto('relay_target')
    .values({ id, ...columns, secret: secrets.seal(target.secret, toRelaySecretUse(id)), created_at: now })
    .execute();
}

/** Waiting messages are sent at once, as the change may be the repair. @throws ProblemError `changed-meanwhile` */
export const updateTarget = (
  db: Kysely<Tables>,
  id: string,
  target: EditRelayTarget,
  { secrets, now }: { secrets: SecretBox; now: number },
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { secret, version } = target;
    const { numUpdatedRows } = await transaction
      .updateTable('relay_target')
      .set({
        ...toColumns(target),
        ...(secret !== undefined && { secret: secrets.seal(secret, toRelaySecretUse(id)) }),
        version: version + 1,
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw createProblem('changed-meanwhile');
    await resumeRelay(transaction, id, { now });
  });

export async function switchTarget(
  db: Kysely<Tables>,
  id: string,
  active: boolean,
  now: number,
): Promise<void> {
  await db
    .updateTable('relay_target')
    .set((eb) => ({ active: active ? 1 : 0, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('active', '=', active ? 0 : 1)
    .execute();
  if (active) await resumeRelay(db, id, { now });
}

/** Waiting messages and the log of the target are deleted too. */
export async function deleteTarget(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('relay_target').where('id', '=', id).execute();
}

/**
 * Queues the message of an attempt for its target again; where it waits already, it is due now.
 * @throws ProblemError `not-found` when one of them is not stored
 */
export const resendMessage = (
  db: Kysely<Tables>,
  targetId: string,
  attemptId: string,
  now: number,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const attempt = await transaction
      .selectFrom('relay_attempt as a')
      .leftJoin('delivery as d', 'd.id', 'a.delivery_id')
      .leftJoin('relay_event as e', 'e.id', 'a.delivery_id')
      .select(['a.delivery_id as deliveryId', 'd.payload', 'e.id as event'])
      .select(({ fn }) => [
        fn.coalesce('d.agency', 'e.agency_key').as('agency'),
        fn.coalesce('d.sid', 'e.sid').as('sid'),
      ])
      .where('a.id', '=', attemptId.toUpperCase())
      .where('a.target_id', '=', targetId)
      .executeTakeFirst();
    if (!attempt || (attempt.payload === null && attempt.event === null)) throw createProblem('not-found');
    const waiting = await transaction
      .selectFrom('relay')
      .select('number')
      .where('target_id', '=', targetId)
      .where('delivery_id', '=', attempt.deliveryId)
      .executeTakeFirst();
    if (!waiting) return insertRelayRows(transaction, [targetId], attempt, now);
    await transaction
      .updateTable('relay')
      .set(resumeAt(now))
      .where('number', '=', waiting.number)
      .where(isResumable({ now, isOnce: false }))
      .execute();
  });

const ATTEMPTS_PER_PAGE = 50;

/** A page of the log of a target, newest first. */
export async function fetchRelayAttempts(
  db: Kysely<Tables>,
  targetId: string,
  { before, topic }: RelayAttemptsQuery,
): Promise<RelayAttempts> {
  const rows = await db
    .selectFrom('relay_attempt as a')
    .leftJoin('delivery as d', 'd.id', 'a.delivery_id')
    .leftJoin('relay_event as e', 'e.id', 'a.delivery_id')
    .leftJoin('inquiry as i', (join) =>
      join
        .on('i.agency_key', '=', ({ fn }) => fn.coalesce('d.agency_key', 'e.agency_key'))
        .on('i.sid', '=', ({ fn }) => fn.coalesce('d.sid', 'e.sid')),
    )
    .selectAll('a')
    .select(['d.payload', 'e.id as event'])
    .select(({ fn }) => [
      fn.coalesce('d.topic', 'e.topic').as('topic'),
      fn.coalesce('d.agency', 'e.agency_key').as('agency'),
      fn.coalesce('d.sid', 'e.sid').as('sid'),
      fn.coalesce('i.data', 'd.payload').as('inquiry'),
    ])
    .where('a.target_id', '=', targetId)
    .$if(before !== undefined, (query) => query.where('a.id', '<', (before ?? '').toUpperCase()))
    .$if(topic !== undefined, (query) =>
      query.where(({ fn }) => fn.coalesce('d.topic', 'e.topic'), '=', topicKey(topic ?? '')),
    )
    .orderBy('a.id', 'desc')
    .limit(ATTEMPTS_PER_PAGE + 1)
    .execute();
  return {
    attempts: rows
      .slice(0, ATTEMPTS_PER_PAGE)
      .map(({ id, at, status, error, outcome, topic, agency, sid, ...row }) => ({
        id,
        deliveryId: row.event === null ? row.delivery_id : null,
        isStored: row.event !== null || row.payload !== null,
        durationMs: row.duration_ms,
        at,
        status,
        error,
        outcome,
        topic,
        agency,
        sid,
        person: row.inquiry === null ? null : parseBuyerName(row.inquiry),
      })),
    more: rows.length > ATTEMPTS_PER_PAGE,
  };
}
