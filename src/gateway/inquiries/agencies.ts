import {
  type Expression,
  type ExpressionBuilder,
  type Generated,
  type Kysely,
  type QueryCreator,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely';
import type { IndexState } from '#contract/desk/inquiries.ts';
import { type GatewayCode, gatewayCode } from '#contract/problem.ts';
import { type Engine, skipLocked } from '#database/database.ts';
import { mailKey } from '#gateway/people/store.ts';
import { textOrNull } from './entries.ts';
import type { Scope } from './scope.ts';
import { type InquiryTables, eraseInquiries } from './store.ts';

// Index state per agency: progress of reads, next due time, lease and last failure.

export interface IndexedAgencyTable {
  agency_key: string;
  /** As the service writes it. */
  admin_mail: string;
  /** As the service listed it last; null: not yet, or it has none. */
  name: string | null;
  /** Version of the hours that its inquiries are due by. */
  hours_version: Generated<number>;
  /** JSON of `ToRead[]`: what a full read in progress has left to read; null: none is in progress. */
  to_read: string | null;
  /** When the full read in progress began. */
  reading_since: number | null;
  /** When its newest inquiries were last read until nothing was new. */
  swept_at: number | null;
  /** When all its inquiries were last read. */
  read_whole_at: number | null;
  /** When it is to be read again. */
  due_at: number;
  /** Until when somebody looks at its inbox. */
  watched_until: Generated<number>;
  /** Until when one of the gateways reads it. */
  leased_until: Generated<number>;
  failing_since: number | null;
  failure: string | null;
}

export type IndexedAgency = Selectable<IndexedAgencyTable>;

export interface IndexedAgencyTables {
  indexed_agency: IndexedAgencyTable;
  /** One row: when the service may be asked next. */
  sweep_pace: { next_at: number };
}

/** Days whose pages are to be read, from a page on. */
export interface ToRead {
  desde: string;
  hasta: string;
  page: number;
}

type Tables = IndexedAgencyTables & InquiryTables;

type Condition = (eb: ExpressionBuilder<Tables, 'indexed_agency'>) => Expression<SqlBool>;

/** Whether an agency is one of the scope. */
const isWithin =
  ({ agencies }: Scope): Condition =>
  (eb) =>
    agencies ? eb('agency_key', 'in', agencies.length > 0 ? agencies : ['']) : sql<SqlBool>`1 = 1`;

/** The agencies of a scope that are indexed. */
export function fetchIndexed(db: Kysely<Tables>, scope: Scope): Promise<IndexedAgency[]> {
  return db.selectFrom('indexed_agency').where(isWithin(scope)).selectAll().orderBy('agency_key').execute();
}

/** Age and completeness of the index for a scope, and why it may grow older. */
export async function fetchFreshness(
  db: Kysely<Tables>,
  scope: Scope,
): Promise<{ asOf: number | null; complete: boolean; failure: GatewayCode | null }> {
  const row = await db
    .selectFrom('indexed_agency')
    .where(isWithin(scope))
    .select((eb) => [
      eb.fn.min(eb.case().when('failure', '!=', ASKED_TO_WAIT).then(eb.ref('failure')).end()).as('failure'),
      eb.fn.countAll<number>().as('agencies'),
      eb.fn.count<number>('swept_at').as('swept'),
      eb.fn.count<number>('read_whole_at').as('whole'),
      eb.fn.min('swept_at').as('oldest'),
    ])
    .executeTakeFirstOrThrow();
  // Before the first one is known, all are missing.
  const asked = scope.agencies?.length ?? Math.max(row.agencies, 1);
  return {
    asOf: row.swept === asked ? row.oldest : null,
    complete: row.whole === asked,
    failure: row.failure === null ? null : (gatewayCode(row.failure) ?? 'upstream-failed'),
  };
}

/** Index state of each agency in scope. */
export async function fetchIndexState(db: Kysely<Tables>, scope: Scope): Promise<IndexState['agencies']> {
  const rows = await db
    .selectFrom('indexed_agency')
    .where(isWithin(scope))
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('inquiry')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('inquiry.agency_key', '=', 'indexed_agency.agency_key')
        .where('gone_at', 'is', null)
        .as('inquiries'),
    )
    .orderBy('agency_key')
    .execute();
  return rows.map((row) => ({
    adminMail: row.admin_mail,
    name: row.name,
    inquiries: row.inquiries ?? 0,
    sweptAt: row.swept_at,
    complete: row.read_whole_at !== null,
    failingSince: row.failing_since,
    failure: row.failure,
  }));
}

/** How often the newest inquiries of an agency are read where somebody looks at its inbox. */
export const WATCHED_MS = 60_000;
/** How often where nobody looks. */
const UNWATCHED_MS = 5 * 60_000;

/** So long a gateway reads an agency before another may: it renews it while it goes on. */
export const LEASE_MS = 60_000;

/** Takes one agency that is due, for this gateway alone; those that people look at come first. */
export async function claimAgency(
  db: Kysely<Tables>,
  engine: Engine,
  now: number,
): Promise<IndexedAgency | undefined> {
  const due = db
    .selectFrom('indexed_agency')
    .select('agency_key')
    .where('due_at', '<=', now)
    .where('leased_until', '<=', now)
    .orderBy((eb) => eb.case().when('watched_until', '>', now).then(0).else(1).end())
    .orderBy('due_at')
    .limit(1);
  return db
    .updateTable('indexed_agency')
    .set({ leased_until: now + LEASE_MS })
    .where('agency_key', 'in', skipLocked(engine, due))
    .returningAll()
    .executeTakeFirst();
}

/** When the next one is due; undefined: there is none. */
export async function nextDue(db: Kysely<Tables>): Promise<number | undefined> {
  const row = await db
    .selectFrom('indexed_agency')
    .select(
      sql<number | null>`min(case when due_at > leased_until then due_at else leased_until end)`.as('at'),
    )
    .executeTakeFirst();
  return row?.at ?? undefined;
}

export async function noteAgency(
  db: Kysely<Tables>,
  agency_key: string,
  values: Partial<IndexedAgency>,
): Promise<void> {
  await db.updateTable('indexed_agency').set(values).where('agency_key', '=', agency_key).execute();
}

/** Ends the turn of an agency that was read to its end; what people asked for meanwhile holds. */
export async function releaseAgency(
  db: Kysely<Tables>,
  { agency_key, due_at }: IndexedAgency,
  now: number,
): Promise<void> {
  await db
    .updateTable('indexed_agency')
    .set({
      leased_until: 0,
      due_at: (eb) =>
        eb
          .case()
          .when('due_at', '!=', due_at)
          .then(eb.ref('due_at'))
          .when('watched_until', '>', now)
          .then(now + WATCHED_MS)
          .else(now + UNWATCHED_MS)
          .end(),
    })
    .where('agency_key', '=', agency_key)
    .execute();
}

/** `failure` of an agency whose list the service refused for now. */
export const ASKED_TO_WAIT = 'too-many-requests';

/** An agency that is indexed is due now. */
export function scheduleSweep(db: Kysely<Tables>, adminMail: string, now: number): Promise<void> {
  return noteAgency(db, mailKey(adminMail), { due_at: now });
}

/**
 * An agency is due now where a person's read failed and its last sweep did not, or the other way round.
 * @returns whether that was so
 */
export async function scheduleSweepOnChange(
  db: Kysely<Tables>,
  adminMail: string,
  { hasFailed, now }: { hasFailed: boolean; now: number },
): Promise<boolean> {
  const agency = await db
    .selectFrom('indexed_agency')
    .select('failure')
    .where('agency_key', '=', mailKey(adminMail))
    .executeTakeFirst();
  if (!agency || agency.failure === ASKED_TO_WAIT || (agency.failure !== null) === hasFailed) return false;
  await scheduleSweep(db, adminMail, now);
  return true;
}

/** Agencies of a scope are due now that were last read before a time, unless the service asked to wait. */
export async function scheduleSweeps(
  db: Kysely<Tables>,
  scope: Scope,
  { before, now }: { before: number; now: number },
): Promise<void> {
  await db
    .updateTable('indexed_agency')
    .set({ due_at: now })
    .where((eb) => eb.or([eb('failure', 'is', null), eb('failure', '!=', ASKED_TO_WAIT)]))
    .where('due_at', '>', now)
    .where((eb) => eb.or([eb('swept_at', 'is', null), eb('swept_at', '<', before)]))
    .where(isWithin(scope))
    .execute();
}

/** An agency that is not known yet registered, or has an inquiry: it is read from now on. @returns whether it is new */
export async function registerIndexedAgency(
  db: QueryCreator<IndexedAgencyTables>,
  adminMail: string,
  now: number,
): Promise<boolean> {
  const rows = await db
    .insertInto('indexed_agency')
    .values({ agency_key: mailKey(adminMail), admin_mail: adminMail, due_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('agency_key')
    .execute();
  return rows.length > 0;
}

/** Somebody looks at these inboxes until a time: what is due later than `at` is due then. */
export async function watchAgencies(
  db: Kysely<Tables>,
  scope: Scope,
  { until, at }: { until: number; at: number },
): Promise<void> {
  await db
    .updateTable('indexed_agency')
    .set({
      watched_until: until,
      due_at: (eb) => eb.case().when('due_at', '>', at).then(at).else(eb.ref('due_at')).end(),
    })
    .where(isWithin(scope))
    .execute();
}

/** The agencies that the service has: new ones are read at once, and what others had is forgotten. */
export async function setAgencies(
  db: Kysely<Tables>,
  agencies: readonly { adminMail: string; name?: string | null | undefined }[],
  now: number,
): Promise<void> {
  const byKey = new Map(
    agencies.map(({ adminMail, name }) => [
      mailKey(adminMail),
      { admin_mail: adminMail, name: textOrNull(name) },
    ]),
  );
  const known = await db.selectFrom('indexed_agency').select(['agency_key', 'name']).execute();
  for (const { agency_key, name } of known) {
    const listed = byKey.get(agency_key);
    if (!listed) await forgetIndexed(db, agency_key);
    else if (listed.name !== name) await noteAgency(db, agency_key, { name: listed.name });
  }
  const added = [...byKey]
    .filter(([key]) => !known.some(({ agency_key }) => agency_key === key))
    .map(([agency_key, listed]) => ({
      agency_key,
      admin_mail: listed.admin_mail,
      name: listed.name,
      due_at: now,
    }));
  if (added.length > 0)
    await db
      .insertInto('indexed_agency')
      .values(added)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Rows that are erased before others have their turn. */
const ERASED = 500;

/** Erases all that the index has of an agency. */
export async function forgetIndexed(db: Kysely<Tables>, adminMail: string): Promise<void> {
  const agency_key = mailKey(adminMail);
  await db.deleteFrom('indexed_agency').where('agency_key', '=', agency_key).execute();
  while ((await eraseInquiries(db, { agency_key }, ERASED)) === ERASED);
}

/** Reserves the next call of the service. @returns when it may be made */
export async function reserveCall(
  db: Kysely<Tables>,
  { intervalMs, now }: { intervalMs: number; now: number },
): Promise<number> {
  const { next_at } = await db
    .updateTable('sweep_pace')
    .set({
      next_at: sql<number>`(case when next_at > ${now} then next_at else ${now} end) + ${intervalMs}`,
    })
    .returning('next_at')
    .executeTakeFirstOrThrow();
  return next_at - intervalMs;
}
