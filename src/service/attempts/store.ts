import { type Kysely, type Transaction, sql } from 'kysely';
import {
  ATTEMPTS_PAGE,
  type Attempt,
  type AttemptCount,
  type Attempts,
  type AttemptsQuery,
} from '#contract/attempts.ts';
import { HOUR_MS } from '#contract/durations.ts';
import type { Caller } from '#service/apps/store.ts';
import type { AttemptRow, Tables } from '#service/tables.ts';
import { firstUlidAt } from '#system/random.ts';

/** Stores an attempt, in the transaction of what follows from it. */
export async function saveAttempt(transaction: Transaction<Tables>, attempt: AttemptRow): Promise<void> {
  await transaction.insertInto('delivery_attempts').values(attempt).execute();
}

/** A page of the attempts to deliver to an app, newest first. */
export async function fetchAttempts(
  db: Kysely<Tables>,
  caller: Caller,
  query: AttemptsQuery,
): Promise<Attempts> {
  const rows = await selectAttempts(db, caller, query)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(ATTEMPTS_PAGE + 1)
    .execute();
  return {
    attempts: rows.slice(0, ATTEMPTS_PAGE).map(toAttempt),
    more: rows.length > ATTEMPTS_PAGE,
    hours: query.hoursSince === undefined ? null : await fetchHours(db, caller, query),
  };
}

async function fetchHours(
  db: Kysely<Tables>,
  caller: Caller,
  { topic, hoursSince: since, before }: AttemptsQuery,
): Promise<AttemptCount[]> {
  const rows = await selectAttempts(db, caller, { topic, since, before })
    .select(({ fn }) => [
      sql<number>`at - at % ${sql.lit(HOUR_MS)}`.as('hour'),
      'outcome',
      fn.countAll<number>().as('attempts'),
    ])
    .groupBy(['hour', 'outcome'])
    .orderBy('hour')
    .orderBy('outcome')
    .execute();
  return rows.map(({ hour, outcome, attempts }) => ({ at: hour, outcome, attempts }));
}

function selectAttempts(
  db: Kysely<Tables>,
  { key }: Caller,
  { topic, sid, outcome, since, before }: AttemptsQuery,
) {
  return db
    .selectFrom('delivery_attempts')
    .where('app_key', '=', key)
    .$if(topic !== undefined, (query) => query.where('topic', '=', (topic ?? '').toLowerCase()))
    .$if(sid !== undefined, (query) => query.where('sid', '=', (sid ?? '').toUpperCase()))
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome ?? 'delivered'))
    .$if(since !== undefined, (query) => query.where('id', '>=', firstUlidAt(since ?? 0)))
    .$if(before !== undefined, (query) => query.where('id', '<', (before ?? '').toUpperCase()));
}

function toAttempt({ app_key: _app, delivery_id, agency_key, duration_ms, ...row }: AttemptRow): Attempt {
  return { ...row, deliveryId: delivery_id, agency: agency_key, durationMs: duration_ms };
}
