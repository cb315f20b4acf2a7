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
import type { Database } from '#database/database.ts';
import { mailKey } from '#gateway/people/store.ts';
import type { Clock } from '#system/clock.ts';
import { type ClaimColumns, createClaims } from '#work/claims.ts';
import type { Scope } from './scope.ts';
import type { FindingTables, InquiryTables } from './tables.ts';

// Index state per agency: progress of reads, next due time, lease and last failure.

export interface IndexedAgencyTable extends ClaimColumns {
  agency_key: string;
  /** AdminMail as the service spells it. */
  admin_mail: string;
  /** Name in the service's last list; null: unknown or none. */
  name: string | null;
  /** Version of the hours that `due_at` of its inquiries was computed with. */
  hours_version: Generated<number>;
  /** JSON of `PendingDays[]` that a full read has left; null: no full read in progress. */
  pending_days: string | null;
  /** Start of the full read in progress. */
  full_read_started_at: number | null;
  /** Time of the last complete read of its newest inquiries. */
  swept_at: number | null;
  /** End of the last full read. */
  full_read_at: number | null;
  /** Every inquiry within retention is in the index since this time; null: not known. */
  complete_since: number | null;
  due_at: number;
  /** Its inbox counts as open until this time. */
  watched_until: Generated<number>;
  failing_since: number | null;
  failure: string | null;
  /** The service's lists of agencies lack it since this time. */
  missing_since: Generated<number | null>;
  /** Time at which its own address last answered 404. */
  denied_at: Generated<number | null>;
  /**
   * It is hidden since this time and erased a week later. If `missing_since` is null, the service listed it
   * again and it is shown soon.
   */
  gone_at: Generated<number | null>;
  /** Time at which the index added it; 0: not known. */
  added_at: Generated<number>;
  /**
   * Number of its inquiries by the service's list at `swept_at`, of that day and `WINDOW_DAYS` before; null: the list did not
   * say, or the index was not filled yet. The other counts are those of the index for the same days, taken right after it.
   */
  service_count: Generated<number | null>;
  index_count: Generated<number | null>;
  /** Part of `index_count` that came while the list was read, and may not be in it. */
  arriving_count: Generated<number | null>;
  /** Part of `index_count` that the service no longer has. */
  missing_count: Generated<number | null>;
  /** Inquiries of these days that were erased here on request. */
  erased_count: Generated<number | null>;
}

export type IndexedAgency = Selectable<IndexedAgencyTable>;

export interface IndexedAgencyTables extends FindingTables {
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
export const isInAgencies =
  ({ agencies }: Pick<Scope, 'agencies'>): Condition =>
  (eb) =>
    agencies ? eb('agency_key', 'in', agencies.length > 0 ? agencies : ['']) : sql<SqlBool>`1 = 1`;

/** Condition: the agency is not hidden. */
export const isPresent: Condition = (eb) => eb('gone_at', 'is', null);

/** The agencies of a scope that are indexed. */
export function fetchIndexed(db: Kysely<Tables>, scope: Scope): Promise<IndexedAgency[]> {
  return db
    .selectFrom('indexed_agency')
    .where(isInAgencies(scope))
    .where(isPresent)
    .selectAll()
    .orderBy('agency_key')
    .execute();
}

/** Sweep interval of agencies whose inbox is open. */
export const WATCHED_MS = 60_000;
/** Sweep interval of all others. */
const UNWATCHED_MS = 5 * 60_000;

/** Later due times come from a clock that was wrong: `Retry-After` is obeyed for ten minutes. */
const MAX_SWEEP_AHEAD_MS = 15 * 60_000;

/** Takes times in the future for what they are: a clock was ahead when they were stored. */
export async function clampFutureTimes(db: Kysely<Tables>, now: number): Promise<void> {
  const limit = now + MAX_SWEEP_AHEAD_MS;
  const clamped = ['due_at', 'watched_until'] as const;
  const forgotten = [
    'swept_at',
    'full_read_at',
    'full_read_started_at',
    'missing_since',
    'denied_at',
  ] as const;
  await db
    .updateTable('indexed_agency')
    .set((eb) =>
      Object.fromEntries([
        ...clamped.map((name) => [name, eb.case().when(name, '>', limit).then(now).else(eb.ref(name)).end()]),
        ...forgotten.map((name) => [name, eb.case().when(name, '<=', limit).then(eb.ref(name)).end()]),
      ]),
    )
    .where((eb) => eb.or([...clamped, ...forgotten].map((name) => eb(name, '>', limit))))
    .execute();
}

const SWEEP_LEASE_MS = 60_000;

/**
 * Claims of due agencies: the one that waits longest is first. Agencies with open inboxes have a lead, but do not keep others from
 * their turn.
 */
export const createSweepClaims = (database: Database<Tables>, clock: Pick<Clock, 'now' | 'monotonic'>) =>
  createClaims<IndexedAgency>(database, {
    table: 'indexed_agency',
    key: 'agency_key',
    clock,
    leaseMs: SWEEP_LEASE_MS,
    order: (now) => [
      sql`case when watched_until > ${now} then due_at - ${sql.lit(UNWATCHED_MS)} else due_at end`,
    ],
    condition: () => sql`gone_at is null`,
    maxDelayMs: MAX_SWEEP_AHEAD_MS,
  });

export async function updateIndexedAgency(
  db: Kysely<Tables>,
  agency_key: string,
  values: Partial<IndexedAgency>,
): Promise<void> {
  await db.updateTable('indexed_agency').set(values).where('agency_key', '=', agency_key).execute();
}

/** Schedules the next sweep; keeps a time that was scheduled meanwhile. */
export async function scheduleNextSweep(
  db: Kysely<Tables>,
  { agency_key, due_at }: IndexedAgency,
  { now, pollInterval }: Pick<Clock, 'now' | 'pollInterval'>,
): Promise<void> {
  await db
    .updateTable('indexed_agency')
    .set({
      due_at: (eb) =>
        eb
          .case()
          .when('due_at', '!=', due_at)
          .then(eb.ref('due_at'))
          .when('watched_until', '>', now())
          .then(now() + pollInterval(WATCHED_MS))
          .else(now() + pollInterval(UNWATCHED_MS))
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

/** Adds an agency to the index, or lets a hidden one be shown again. @returns whether it is new or was hidden */
export async function registerIndexedAgency(
  db: QueryCreator<IndexedAgencyTables>,
  adminMail: string,
  now: number,
): Promise<boolean> {
  const rows = await db
    .insertInto('indexed_agency')
    .values({ agency_key: mailKey(adminMail), admin_mail: adminMail, due_at: now, added_at: now })
    .onConflict((conflict) =>
      conflict
        .column('agency_key')
        .doUpdateSet({ missing_since: null, denied_at: null, due_at: now })
        .where('indexed_agency.gone_at', 'is not', null),
    )
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
