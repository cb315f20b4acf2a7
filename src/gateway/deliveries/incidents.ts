import { type Kysely, sql } from 'kysely';
import type { RefusalReason } from '#contract/desk/deliveries.ts';
import {
  INCIDENT_DAYS,
  INCIDENT_GAP_MS,
  type IncidentKey,
  MAX_INCIDENTS,
  type RefusalIncident,
} from '#contract/desk/incidents.ts';
import { DAY_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { appendEvent } from '#gateway/live/event-log.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { firstUlidAt } from '#system/random.ts';
import { inquiriesAround } from './missed.ts';
import { countMissed } from './resend-jobs.ts';

/** An incident without what can be resent. */
export type Incident = Omit<RefusalIncident, 'missed'>;

/** The incidents of the last `INCIDENT_DAYS`, the newest first. */
export async function fetchIncidents(db: Kysely<GatewayTables>, now: number): Promise<Incident[]> {
  const refusals = db
    .selectFrom('delivery')
    .where('outcome', '=', 'refused')
    .where('reason', 'is not', null)
    .where('at', '>=', now - INCIDENT_DAYS * DAY_MS)
    .select(['topic', 'reason', 'at'])
    .select(
      sql<number>`case when at - lag(at) over (partition by topic, reason order by at) < ${sql.lit(INCIDENT_GAP_MS)}
        then 0 else 1 end`.as('is_first'),
    );
  const numbered = db
    .selectFrom(refusals.as('refusal'))
    .select(['topic', 'reason', 'at'])
    .select(sql<number>`sum(is_first) over (partition by topic, reason order by at)`.as('number'));
  const rows = await db
    .selectFrom(
      db
        .selectFrom(numbered.as('numbered'))
        .select(({ fn }) => [
          'topic',
          'reason',
          fn.min('at').as('first_at'),
          fn.max('at').as('last_at'),
          fn.countAll<number>().as('count'),
        ])
        .groupBy(['topic', 'reason', 'number'])
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
    const isOpen = now - last_at < INCIDENT_GAP_MS;
    const state = isOpen ? 'open' : is_heard ? 'solved' : 'quiet';
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

/** Incidents that nobody knows of, and that may still last. */
export const fetchUnknownIncidents = async (db: Kysely<GatewayTables>, now: number): Promise<Incident[]> =>
  (await fetchIncidents(db, now)).filter(
    ({ state, acknowledgedBy }) => state !== 'solved' && acknowledgedBy === null,
  );

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
    await transaction
      .deleteFrom('refusal_acknowledgement')
      .where((eb) => eb.and({ topic, reason }))
      .execute();
    if (personId !== null)
      await transaction
        .insertInto('refusal_acknowledgement')
        .values({ topic, reason, at: now, person_id: personId })
        .onConflict((conflict) => conflict.columns(['topic', 'reason']).doNothing())
        .execute();
    await appendEvent(transaction, { kind: 'incident', data: {} });
  });
  return true;
}

/** The inquiries that an incident may have kept a message from, and whose message can be sent again. */
export async function fetchResendable(
  db: Kysely<GatewayTables>,
  { topic, firstAt, lastAt }: Incident,
  now: number,
): Promise<RefusalIncident['missed']> {
  if (topic !== INQUIRY_TOPIC) return null;
  const span = inquiriesAround({ since: firstAt, until: lastAt + 1 });
  const { fresh, resent } = await countMissed(db, span, now);
  return { ...span, count: fresh + resent };
}
