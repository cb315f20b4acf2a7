import type { Kysely, QueryCreator } from 'kysely';
import type { Looking } from '#contract/desk/live.ts';
import { LOOKING_TTL_MS } from '#contract/desk/looking.ts';
import { type PeopleTables, mailKey, operatorKey } from '#gateway/people/store.ts';
import { type LiveTables, appendEvent } from './event-log.ts';

export interface PresenceTables {
  presence: {
    agency_key: string;
    sid: string;
    person_id: string;
    /** OperadorResponsable when presence started, lower case. */
    operator_key: string | null;
    expires_at: number;
  };
}

type Tables = PresenceTables & LiveTables & PeopleTables;

interface Inquiry {
  adminMail: string;
  sid: string;
}

const PRESENCES_PER_BATCH = 100;

const toKeys = ({ adminMail, sid }: Inquiry) => ({ agency_key: mailKey(adminMail), sid: sid.toUpperCase() });
type Keys = ReturnType<typeof toKeys>;

/** People who have the inquiry open. */
export function fetchPresence(db: QueryCreator<Tables>, inquiry: Inquiry, now: number): Promise<Looking> {
  return fetchPresentPeople(db, toKeys(inquiry), now);
}

/** Extends a person's presence; false: none to extend. */
export async function renewPresence(db: Kysely<Tables>, personId: string, inquiry: Inquiry, now: number) {
  const { agency_key, sid } = toKeys(inquiry);
  const { numUpdatedRows } = await db
    .updateTable('presence')
    .set({ expires_at: now + LOOKING_TTL_MS })
    .where((eb) => eb.and({ agency_key, sid, person_id: personId }))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Starts presence at an inquiry that the person may see, and appends an event. */
export async function startPresence(
  db: Kysely<Tables>,
  personId: string,
  { operator, ...inquiry }: Inquiry & { operator: string | null },
  now: number,
): Promise<void> {
  const keys = toKeys(inquiry);
  const expires_at = now + LOOKING_TTL_MS;
  const operator_key = operatorKey(operator);
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('presence')
      .values({ ...keys, person_id: personId, operator_key, expires_at })
      .onConflict((conflict) =>
        conflict.columns(['agency_key', 'sid', 'person_id']).doUpdateSet({ operator_key, expires_at }),
      )
      .execute();
    await appendPresenceEvent(transaction, keys, operator_key, now);
  });
}

/** Ends presence and appends an event; false: there was none. */
export async function endPresence(db: Kysely<Tables>, personId: string, inquiry: Inquiry, now: number) {
  const keys = toKeys(inquiry);
  return db.transaction().execute(async (transaction) => {
    const deleted = await transaction
      .deleteFrom('presence')
      .where((eb) => eb.and({ agency_key: keys.agency_key, sid: keys.sid, person_id: personId }))
      .returning('operator_key')
      .executeTakeFirst();
    if (deleted) await appendPresenceEvent(transaction, keys, deleted.operator_key, now);
    return deleted !== undefined;
  });
}

/**
 * Deletes expired presence and appends events; concurrent instances do not duplicate them.
 * @returns the number of inquiries it was deleted at
 */
export async function deleteExpiredPresence(db: Kysely<Tables>, now: number): Promise<number> {
  const expired = await db
    .selectFrom('presence')
    .select(['agency_key', 'sid'])
    .where('expires_at', '<=', now)
    .limit(PRESENCES_PER_BATCH)
    .execute();
  const inquiries = new Map(expired.map((keys) => [`${keys.agency_key} ${keys.sid}`, keys]));
  for (const keys of inquiries.values())
    await db.transaction().execute(async (transaction) => {
      const [deleted] = await transaction
        .deleteFrom('presence')
        .where((eb) => eb.and({ agency_key: keys.agency_key, sid: keys.sid }))
        .where('expires_at', '<=', now)
        .returning('operator_key')
        .execute();
      if (deleted) await appendPresenceEvent(transaction, keys, deleted.operator_key, now);
    });
  return inquiries.size;
}

/** @returns when the next presence expires, ms since 1970 */
export async function findNextExpiry(db: Kysely<PresenceTables>): Promise<number | undefined> {
  const { next } = await db
    .selectFrom('presence')
    .select((eb) => eb.fn.min('expires_at').as('next'))
    .executeTakeFirstOrThrow();
  return next ?? undefined;
}

async function appendPresenceEvent(
  transaction: QueryCreator<Tables>,
  { agency_key, sid }: Keys,
  operator_key: string | null,
  now: number,
): Promise<void> {
  const { people } = await fetchPresentPeople(transaction, { agency_key, sid }, now);
  const data = { adminMail: agency_key, sid, people };
  await appendEvent(transaction, { kind: 'looking', agency_key, operator_key, data });
}

async function fetchPresentPeople(db: QueryCreator<Tables>, { agency_key, sid }: Keys, now: number) {
  const people = await db
    .selectFrom('presence')
    .innerJoin('person', 'person.id', 'presence.person_id')
    .select(['person.id', 'person.name'])
    .where((eb) => eb.and({ agency_key, sid }))
    .where('expires_at', '>', now)
    .orderBy('person.id')
    .execute();
  return { people };
}
