import type { Kysely, QueryCreator } from 'kysely';
import type { Looking } from '#contract/desk/live.ts';
import { LOOKING_TTL_MS } from '#contract/desk/looking.ts';
import { type PeopleTables, mailKey, operatorKey } from '#gateway/people/store.ts';
import { type LiveTables, appendEvent } from './log.ts';

export interface LookingTables {
  looking: {
    agency_key: string;
    sid: string;
    person_id: string;
    /** The inquiry's OperadorResponsable as read when the look began, lower-case. */
    operator_key: string | null;
    until: number;
  };
}

type Tables = LookingTables & LiveTables & PeopleTables;

interface Inquiry {
  adminMail: string;
  sid: string;
}

const SWEPT_AT_ONCE = 100;

const keysOf = ({ adminMail, sid }: Inquiry) => ({ agency_key: mailKey(adminMail), sid: sid.toUpperCase() });
type Keys = ReturnType<typeof keysOf>;

/** Who has it open. */
export function lookingAt(db: QueryCreator<Tables>, inquiry: Inquiry, now: number): Promise<Looking> {
  return peopleAt(db, keysOf(inquiry), now);
}

/** Says that a look goes on; false: there is none that does. */
export async function renewLook(
  db: Kysely<Tables>,
  personId: string,
  inquiry: Inquiry,
  now: number,
): Promise<boolean> {
  const { agency_key, sid } = keysOf(inquiry);
  const { numUpdatedRows } = await db
    .updateTable('looking')
    .set({ until: now + LOOKING_TTL_MS })
    .where('agency_key', '=', agency_key)
    .where('sid', '=', sid)
    .where('person_id', '=', personId)
    .where('until', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Begins a look at an inquiry that the person was just seen to read, and tells of it. */
export async function beginLook(
  db: Kysely<Tables>,
  personId: string,
  { operator, ...inquiry }: Inquiry & { operator: string | null },
  now: number,
): Promise<void> {
  const keys = keysOf(inquiry);
  const until = now + LOOKING_TTL_MS;
  const operator_key = operatorKey(operator);
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('looking')
      .values({ ...keys, person_id: personId, operator_key, until })
      .onConflict((conflict) =>
        conflict.columns(['agency_key', 'sid', 'person_id']).doUpdateSet({ operator_key, until }),
      )
      .execute();
    await tell(transaction, keys, operator_key, now);
  });
}

/** Ends a look, and tells of it; true when there was one. */
export async function endLook(
  db: Kysely<Tables>,
  personId: string,
  inquiry: Inquiry,
  now: number,
): Promise<boolean> {
  const keys = keysOf(inquiry);
  return db.transaction().execute(async (transaction) => {
    const ended = await transaction
      .deleteFrom('looking')
      .where('agency_key', '=', keys.agency_key)
      .where('sid', '=', keys.sid)
      .where('person_id', '=', personId)
      .returning('operator_key')
      .executeTakeFirst();
    if (ended) await tell(transaction, keys, ended.operator_key, now);
    return ended !== undefined;
  });
}

/** Ends the looks that nobody renewed, and tells of them; of several instances one does. */
export async function sweepLooks(db: Kysely<Tables>, now: number): Promise<void> {
  const over = await db
    .selectFrom('looking')
    .select(['agency_key', 'sid'])
    .where('until', '<=', now)
    .limit(SWEPT_AT_ONCE)
    .execute();
  const inquiries = new Map(over.map((keys) => [`${keys.agency_key} ${keys.sid}`, keys]));
  for (const keys of inquiries.values())
    await db.transaction().execute(async (transaction) => {
      const [ended] = await transaction
        .deleteFrom('looking')
        .where('agency_key', '=', keys.agency_key)
        .where('sid', '=', keys.sid)
        .where('until', '<=', now)
        .returning('operator_key')
        .execute();
      if (ended) await tell(transaction, keys, ended.operator_key, now);
    });
}

async function tell(
  transaction: QueryCreator<Tables>,
  { agency_key, sid }: Keys,
  operator_key: string | null,
  now: number,
): Promise<void> {
  const { people } = await peopleAt(transaction, { agency_key, sid }, now);
  const data = { adminMail: agency_key, sid, people };
  await appendEvent(transaction, { kind: 'looking', agency_key, operator_key, data });
}

async function peopleAt(db: QueryCreator<Tables>, { agency_key, sid }: Keys, now: number): Promise<Looking> {
  const people = await db
    .selectFrom('looking')
    .innerJoin('person', 'person.id', 'looking.person_id')
    .select(['person.id', 'person.name'])
    .where('agency_key', '=', agency_key)
    .where('sid', '=', sid)
    .where('until', '>', now)
    .orderBy('person.id')
    .execute();
  return { people };
}
