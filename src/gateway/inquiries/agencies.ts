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
import { normalizeText } from './entries.ts';
import { type Scope, isInScope } from './scope.ts';
import { deleteInquiries } from './store.ts';
import type { InquiryTables } from './tables.ts';

// Index state per agency: progress of reads, next due time, lease and last failure.

export interface IndexedAgencyTable {
  agency_key: string;
  /** AdminMail as the service spells it. */
  admin_mail: string;
  /** Name in the service's last list; null: unknown or none. */
  name: string | null;
  /** Version of the hours that `due_at` of its inquiries was computed with. */
  hours_version: Generated<number>;
  /** JSON of `PendingDays[]` that a full read has left; null: no full read in progress. */
  to_read: string | null;
  /** When the full read in progress began. */
  reading_since: number | null;
  /** When its newest inquiries were last read completely. */
  swept_at: number | null;
  /** When the last full read ended. */
  read_whole_at: number | null;
  /** Since when every inquiry within retention is in the index; null: not known. */
  whole_since: number | null;
  /** When the next sweep is due. */
  due_at: number;
  /** Until when its inbox counts as open. */
  watched_until: Generated<number>;
  /** Lease of the gateway instance that sweeps it. */
  leased_until: Generated<number>;
  failing_since: number | null;
  failure: string | null;
}

export type IndexedAgency = Selectable<IndexedAgencyTable>;

export interface IndexedAgencyTables {
  indexed_agency: IndexedAgencyTable;
}

/** Days whose pages are left to read, from `page` on. */
export interface PendingDays {
  desde: string;
  hasta: string;
  page: number;
}

type Tables = IndexedAgencyTables & InquiryTables;

type Condition = (eb: ExpressionBuilder<Tables, 'indexed_agency'>) => Expression<SqlBool>;

/** Condition: the agency is in the scope. */
const isInAgencies =
  ({ agencies }: Pick<Scope, 'agencies'>): Condition =>
  (eb) =>
    agencies ? eb('agency_key', 'in', agencies.length > 0 ? agencies : ['']) : sql<SqlBool>`1 = 1`;

/** The agencies of a scope that are indexed. */
export function fetchIndexed(db: Kysely<Tables>, scope: Scope): Promise<IndexedAgency[]> {
  return db
    .selectFrom('indexed_agency')
    .where(isInAgencies(scope))
    .selectAll()
    .orderBy('agency_key')
    .execute();
}

/** Age and completeness of the index for a scope, and the current failure, if any. */
export async function fetchFreshness(
  db: Kysely<Tables>,
  scope: Scope,
): Promise<{ asOf: number | null; complete: boolean; failure: GatewayCode | null }> {
  const row = await db
    .selectFrom('indexed_agency')
    .where(isInAgencies(scope))
    .select((eb) => [
      eb.fn.min(eb.case().when('failure', '!=', RATE_LIMITED).then(eb.ref('failure')).end()).as('failure'),
      eb.fn.countAll<number>().as('agencies'),
      eb.fn.count<number>('swept_at').as('swept'),
      eb.fn.count<number>('read_whole_at').as('whole'),
      eb.fn.min('swept_at').as('oldest'),
    ])
    .executeTakeFirstOrThrow();
  // Before the first list of agencies, the index is incomplete.
  const expected = scope.agencies?.length ?? Math.max(row.agencies, 1);
  return {
    asOf: row.swept === expected ? row.oldest : null,
    complete: row.whole === expected,
    failure: row.failure === null ? null : (gatewayCode(row.failure) ?? 'upstream-failed'),
  };
}

/** Index state of each agency in scope, with the number of inquiries that are in it. */
export async function fetchIndexState(db: Kysely<Tables>, scope: Scope): Promise<IndexState['agencies']> {
  const rows = await db
    .selectFrom('indexed_agency')
    .where(isInAgencies(scope))
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('inquiry as i')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('i.agency_key', '=', 'indexed_agency.agency_key')
        .where('gone_at', 'is', null)
        .where(isInScope({ ...scope, agencies: undefined }))
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

/** Sweep interval of agencies whose inbox is open. */
export const WATCHED_MS = 60_000;
/** Sweep interval of all others. */
const UNWATCHED_MS = 5 * 60_000;

/** Lease of a sweep; renewed while it runs. */
export const LEASE_MS = 60_000;

/** Claims a due agency with a lease; agencies with open inboxes first. */
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

/** Time of the next due sweep, ms since 1970; undefined: no agencies. */
export async function fetchNextSweepAt(db: Kysely<Tables>): Promise<number | undefined> {
  const row = await db
    .selectFrom('indexed_agency')
    .select(
      sql<number | null>`min(case when due_at > leased_until then due_at else leased_until end)`.as('at'),
    )
    .executeTakeFirst();
  return row?.at ?? undefined;
}

export async function updateIndexedAgency(
  db: Kysely<Tables>,
  agency_key: string,
  values: Partial<IndexedAgency>,
): Promise<void> {
  await db.updateTable('indexed_agency').set(values).where('agency_key', '=', agency_key).execute();
}

/** Releases the lease and schedules the next sweep; keeps a time that was scheduled meanwhile. */
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

/** `failure` of an agency after a 429 of the service. */
export const RATE_LIMITED = 'too-many-requests';

/** Makes an indexed agency due now. */
export function scheduleSweep(db: Kysely<Tables>, adminMail: string, now: number): Promise<void> {
  return updateIndexedAgency(db, mailKey(adminMail), { due_at: now });
}

/**
 * Makes an agency due now if a person's read failed and its last sweep did not, or the other way round.
 * @returns whether it was made due
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
  if (!agency || agency.failure === RATE_LIMITED || (agency.failure !== null) === hasFailed) return false;
  await scheduleSweep(db, adminMail, now);
  return true;
}

/** Makes agencies of a scope due now if last swept before a time, except rate-limited ones. */
export async function scheduleSweeps(
  db: Kysely<Tables>,
  scope: Scope,
  { before, now }: { before: number; now: number },
): Promise<void> {
  await db
    .updateTable('indexed_agency')
    .set({ due_at: now })
    .where((eb) => eb.or([eb('failure', 'is', null), eb('failure', '!=', RATE_LIMITED)]))
    .where('due_at', '>', now)
    .where((eb) => eb.or([eb('swept_at', 'is', null), eb('swept_at', '<', before)]))
    .where(isInAgencies(scope))
    .execute();
}

/** Adds an agency to the index. @returns whether it is new */
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

/** Marks inboxes as open until a time; sweeps are due at `at` at the latest. */
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
    .where(isInAgencies(scope))
    .execute();
}

/** Replaces the set of agencies: new ones are due now, missing ones are deleted with their inquiries. */
export async function syncAgencies(
  db: Kysely<Tables>,
  agencies: readonly { adminMail: string; name?: string | null | undefined }[],
  now: number,
): Promise<void> {
  const byKey = new Map(
    agencies.map(({ adminMail, name }) => [
      mailKey(adminMail),
      { admin_mail: adminMail, name: normalizeText(name) },
    ]),
  );
  const indexed = await db.selectFrom('indexed_agency').select(['agency_key', 'name']).execute();
  for (const { agency_key, name } of indexed) {
    const serviceAgency = byKey.get(agency_key);
    if (!serviceAgency) await deleteIndexedAgency(db, agency_key);
    else if (serviceAgency.name !== name)
      await updateIndexedAgency(db, agency_key, { name: serviceAgency.name });
  }
  const added = [...byKey]
    .filter(([key]) => !indexed.some(({ agency_key }) => agency_key === key))
    .map(([agency_key, serviceAgency]) => ({
      agency_key,
      admin_mail: serviceAgency.admin_mail,
      name: serviceAgency.name,
      due_at: now,
    }));
  if (added.length > 0)
    await db
      .insertInto('indexed_agency')
      .values(added)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Rows per transaction, so that other queries do not wait for long. */
const BATCH_SIZE = 500;

/** Deletes an agency and its inquiries from the index. */
export async function deleteIndexedAgency(db: Kysely<Tables>, adminMail: string): Promise<void> {
  const agency_key = mailKey(adminMail);
  await db.deleteFrom('indexed_agency').where('agency_key', '=', agency_key).execute();
  while ((await deleteInquiries(db, { agency_key }, BATCH_SIZE)) === BATCH_SIZE);
}
