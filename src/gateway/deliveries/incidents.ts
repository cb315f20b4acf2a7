import { type Kysely, type SqlBool, sql } from 'kysely';
import type { RefusalReason } from '#contract/desk/deliveries.ts';
import {
  INCIDENT_DAYS,
  INCIDENT_GAP_MS,
  type IncidentKey,
  MAX_INCIDENTS,
  type RefusalIncident,
  type UnsolvedIncident,
} from '#contract/desk/incidents.ts';
import { DAY_MS } from '#contract/durations.ts';
import { isPostgres } from '#database/database.ts';
import { appendEvent } from '#gateway/live/event-log.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { firstUlidAt } from '#system/random.ts';

/** An incident without what can be resent. */
export type Incident = Omit<RefusalIncident, 'missed'>;

/** The incidents of the last `INCIDENT_DAYS`, the newest first. */
export async function fetchIncidents(db: Kysely<GatewayTables>, now: number): Promise<Incident[]> {
  // SQLite collects no statistics by itself, and would choose an index that makes it sort the refusals.
  const delivery = isPostgres(db)
    ? sql<GatewayTables['delivery']>`delivery`.as('d')
    : sql<GatewayTables['delivery']>`delivery`.as<'d'>(sql`d indexed by delivery_refused`);
  const refusals = db
    .selectFrom(delivery)
    .where('outcome', '=', sql.lit('refused'))
    .where('reason', 'is not', null)
    .where('at', '>=', now - INCIDENT_DAYS * DAY_MS)
    .select(['topic', 'reason', 'at'])
    .select([
      sql<number>`row_number() over in_order`.as('number'),
      sql<SqlBool>`${sql.lit(INCIDENT_GAP_MS)} <= coalesce(at - lag(at) over in_order, ${sql.lit(INCIDENT_GAP_MS)})`.as(
        'is_first',
      ),
      sql<SqlBool>`${sql.lit(INCIDENT_GAP_MS)} <= coalesce(lead(at) over in_order - at, ${sql.lit(INCIDENT_GAP_MS)})`.as(
        'is_last',
      ),
    ])
    .modifyEnd(sql`window in_order as (partition by topic, reason order by at)`);
  // Each incident has two rows, or one where its first refusal is its last.
  const ends = db
    .selectFrom(refusals.as('refusal'))
    .where((eb) => eb.or([sql<SqlBool>`is_first`, sql<SqlBool>`is_last`]))
    .select(['topic', 'reason', 'at', 'number', 'is_first'])
    .select([
      sql<number>`case when is_last then at else lead(at) over in_order end`.as('last_at'),
      sql<number>`case when is_last then number else lead(number) over in_order end`.as('last_number'),
    ])
    .modifyEnd(sql`window in_order as (partition by topic, reason order by number)`);
  const rows = await db
    .selectFrom(
      db
        .selectFrom(ends.as('ends'))
        .where(sql<SqlBool>`is_first`)
        .select(['topic', 'reason', 'at as first_at', 'last_at'])
        .select(sql<number>`last_number - number + 1`.as('count'))
        .orderBy('last_at', 'desc')
        .limit(MAX_INCIDENTS)
        .as('incident'),
    )
    .leftJoin('refusal_acknowledgement as known', (join) =>
      join
        .onRef('known.topic', '=', 'incident.topic')
        .onRef('known.reason', '=', 'incident.reason')
        .onRef('known.at', '>=', 'incident.first_at'),
    )
    .leftJoin('person', 'person.id', 'known.person_id')
    .select(['incident.topic', 'incident.reason', 'first_at', 'last_at', 'count', 'person.name'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('delivery')
            .select('delivery.id')
            .where('outcome', '=', 'received')
            .whereRef('delivery.topic', '=', 'incident.topic')
            .whereRef('delivery.at', '>', 'incident.last_at')
            .where('delivery.id', '>=', firstUlidAt(now - INCIDENT_DAYS * DAY_MS)),
        )
        .as('is_heard'),
    )
    .orderBy('last_at', 'desc')
    .orderBy('incident.topic')
    .orderBy('incident.reason')
    .$narrowType<{ reason: RefusalReason }>()
    .execute();
  return rows.map(({ topic, reason, first_at, last_at, count, name, is_heard }) => {
    const isRecent = now - last_at < INCIDENT_GAP_MS;
    const state = is_heard ? (isRecent ? 'recovering' : 'solved') : isRecent ? 'open' : 'quiet';
    return {
      topic,
      reason,
      firstAt: first_at,
      lastAt: last_at,
      count,
      state,
      acknowledgedBy: state === 'solved' ? null : name,
    };
  });
}

/** Returns true if a refusal now begins an incident. */
export async function beginsIncident(
  db: Kysely<GatewayTables>,
  { topic, reason }: IncidentKey,
  now: number,
): Promise<boolean> {
  const last = await db
    .selectFrom('delivery')
    .select('id')
    .where((eb) => eb.and({ outcome: 'refused', topic: topic.toLowerCase(), reason }))
    .where('at', '>', now - INCIDENT_GAP_MS)
    .limit(1)
    .executeTakeFirst();
  return last === undefined;
}

/** Incidents that nobody acknowledged, and that may still last, the newest first. */
export const fetchUnsolvedIncidents = async (
  db: Kysely<GatewayTables>,
  now: number,
): Promise<UnsolvedIncident[]> =>
  (await fetchIncidents(db, now))
    .filter(({ state, acknowledgedBy }) => state !== 'solved' && acknowledgedBy === null)
    .map(({ topic, reason, count, state, lastAt }) => ({ topic, reason, count, state, lastAt }));

/** Stores that a person knows of an incident, or with `null` that nobody says so. @returns false: there is none */
export async function acknowledgeIncident(
  db: Kysely<GatewayTables>,
  { topic, reason }: IncidentKey,
  { personId, now }: { personId: string | null; now: number },
): Promise<boolean> {
  const incidents = await fetchIncidents(db, now);
  if (!incidents.some((one) => one.topic === topic && one.reason === reason && one.state !== 'solved'))
    return false;
  await db.transaction().execute(async (transaction) => {
    await (
      personId === null
        ? transaction.deleteFrom('refusal_acknowledgement').where((eb) => eb.and({ topic, reason }))
        : transaction
            .insertInto('refusal_acknowledgement')
            .values({ topic, reason, at: now, person_id: personId })
            .onConflict((conflict) =>
              conflict.columns(['topic', 'reason']).doUpdateSet({ at: now, person_id: personId }),
            )
    ).execute();
    await appendEvent(transaction, { kind: 'incident', data: {} });
  });
  return true;
}
