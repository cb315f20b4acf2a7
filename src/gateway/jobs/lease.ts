import type { Kysely, Transaction } from 'kysely';
import type { JobKind } from '#contract/desk/jobs.ts';
import { type Engine, skipLocked } from '#database/database.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { JOB_HANDLERS } from './handlers.ts';
import { type Tables, appendJobEvent } from './store.ts';
import type { JobRecord, JobRowRecord } from './tables.ts';

// A job belongs to one process for as long as its lease. Another process goes on with it after a crash.

/** Longer than the call of a row takes. */
const JOB_LEASE_MS = 60_000;

/** Delays before the next attempt at a row, ms; after the last one it fails. */
const JOB_RETRY_DELAYS_MS = [5, 15, 60, 300, 900, 1800].map((seconds) => seconds * 1000);

/**
 * Leases a job that is due: the given one, or one of the person whose last turn was longest ago; undefined: none. Only one job
 * of a person is leased at a time, so that many jobs of one person do not delay those of others.
 */
export function leaseJob(
  db: Kysely<Tables>,
  {
    engine,
    owner,
    now,
    id,
    kinds,
  }: { engine: Engine; owner: string; now: number; id?: string; kinds?: readonly JobKind[] },
): Promise<JobRecord | undefined> {
  return db
    .updateTable('job')
    .set({ leased_by: owner, leased_until: now + JOB_LEASE_MS })
    .where('id', '=', (where) =>
      skipLocked(
        engine,
        where
          .selectFrom('job as due')
          .select('due.id')
          .where('due.state', '=', 'running')
          .where('due.due_at', '<=', now)
          .where((eb) =>
            eb.not(
              eb.exists(
                eb
                  .selectFrom('job as other')
                  .select('other.id')
                  .whereRef('other.person_id', '=', 'due.person_id')
                  .where('other.finished_at', 'is', null)
                  .where('other.leased_until', '>', now),
              ),
            ),
          )
          .$if(id !== undefined, (query) => query.where('due.id', '=', id ?? ''))
          .$if(kinds !== undefined, (query) => query.where('due.kind', 'in', kinds ?? []))
          .orderBy((eb) =>
            eb
              .selectFrom('job as other')
              .select(({ fn }) => fn.max('other.turn_at').as('turn_at'))
              .whereRef('other.person_id', '=', 'due.person_id')
              .where('other.finished_at', 'is', null),
          )
          .orderBy('due.turn_at')
          .orderBy('due.due_at')
          .limit(1),
      ),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Ends the leases of earlier processes. An embedded database has one process, and others would wait for their end. */
export async function endOtherLeases(db: Kysely<Tables>, owner: string): Promise<void> {
  await db
    .updateTable('job')
    .set({ leased_by: null, leased_until: 0 })
    .where('leased_by', '<>', owner)
    .execute();
}

/** Extends the lease. @returns the job; undefined: it was paused or cancelled, or another process has it */
export function renewLease(
  db: Kysely<Tables>,
  { id, owner, now }: { id: string; owner: string; now: number },
): Promise<JobRecord | undefined> {
  return db
    .updateTable('job')
    .set({ leased_until: now + JOB_LEASE_MS })
    .where('id', '=', id)
    .where('leased_by', '=', owner)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst();
}

/** Ends the lease after a turn, in which `rows` were done; the job is done when no row is pending. */
export async function releaseJob(
  gateway: Gateway,
  { id, owner, now, rows }: { id: string; owner: string; now: number; rows: readonly JobRowRecord[] },
): Promise<void> {
  await gateway.db.transaction().execute(async (transaction) => {
    const released = await transaction
      .updateTable('job')
      .set({ leased_by: null, leased_until: 0, turn_at: now })
      .where('id', '=', id)
      .where('leased_by', '=', owner)
      .returningAll()
      .executeTakeFirst();
    if (!released) return;
    const pending = await transaction
      .selectFrom('job_row')
      .select((eb) => eb.fn.min('due_at').as('due_at'))
      .where('job_id', '=', id)
      .where('state', '=', 'pending')
      .executeTakeFirst();
    if (released.state === 'running') {
      const job = await transaction
        .updateTable('job')
        .set(pending?.due_at ? { due_at: pending.due_at } : { state: 'done', finished_at: now, due_at: null })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (job.state === 'done') await JOB_HANDLERS[job.kind].onEnd?.(gateway, transaction, job);
    }
    await passTurn(transaction, released);
    if (rows.length > 0) await JOB_HANDLERS[released.kind].onTurnEnd?.(transaction, released, rows);
    await appendJobEvent(transaction, released);
  });
}

/** Counts the turn of a job that may have ended as one of the person's other jobs. */
async function passTurn(transaction: Transaction<Tables>, { person_id, turn_at }: JobRecord): Promise<void> {
  await transaction
    .updateTable('job')
    .set({ turn_at })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('job')
        .select('id')
        .where('person_id', '=', person_id)
        .where('finished_at', 'is', null)
        .orderBy('turn_at', 'desc')
        .limit(1),
    )
    .execute();
}

/** The next rows that are due. */
export function fetchDueRows(
  db: Kysely<Tables>,
  { id, now, limit }: { id: string; now: number; limit: number },
): Promise<JobRowRecord[]> {
  return db
    .selectFrom('job_row')
    .selectAll()
    .where('job_id', '=', id)
    .where('state', '=', 'pending')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('number')
    .limit(limit)
    .execute();
}

/** Stores that an attempt begins. */
export async function markStarted(db: Kysely<Tables>, row: JobRowRecord): Promise<void> {
  await db
    .updateTable('job_row')
    .set({ started: 1 })
    .where('job_id', '=', row.job_id)
    .where('number', '=', row.number)
    .execute();
}

/** Failure of a row; null: it is done. */
export type RowOutcome = { code: string; detail: string | null } | null;

/** Stores the outcome of a row, and counts it; a row that is done may count as several. */
export async function finishRow(
  db: Kysely<Tables>,
  { job_id, number }: Pick<JobRowRecord, 'job_id' | 'number'>,
  { outcome, count = 1 }: { outcome: RowOutcome; count?: number | undefined },
  now: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const finished = await transaction
      .updateTable('job_row')
      .set({
        state: outcome ? 'failed' : 'done',
        started: 0,
        code: outcome?.code ?? null,
        detail: outcome?.detail ?? null,
        at: now,
      })
      .where('job_id', '=', job_id)
      .where('number', '=', number)
      .where('state', '=', 'pending')
      .returning('number')
      .executeTakeFirst();
    // Another process finished it after this one had lost its lease.
    if (!finished) return;
    const [column, added] = outcome ? (['failed', 1] as const) : (['done', count] as const);
    await transaction
      .updateTable('job')
      .set((eb) => ({ [column]: eb(column, '+', added) }))
      .where('id', '=', job_id)
      .execute();
  });
}

/** Schedules another attempt at a row. A refused attempt had no effect. @returns false: there were too many */
export async function postponeRow(
  db: Kysely<Tables>,
  { job_id, number, attempts }: JobRowRecord,
  code: string,
  now: number,
): Promise<boolean> {
  const delay = JOB_RETRY_DELAYS_MS[attempts];
  if (delay === undefined) return false;
  await db
    .updateTable('job_row')
    .set({ attempts: attempts + 1, due_at: now + delay, code, ...(code === 'busy' && { started: 0 }) })
    .where('job_id', '=', job_id)
    .where('number', '=', number)
    .where('state', '=', 'pending')
    .execute();
  return true;
}

/**
 * Returns the time at which the next job can be leased, ms since 1970, if nothing changes meanwhile;
 * undefined: there is none.
 */
export async function fetchNextJobAt(
  db: Kysely<Tables>,
  kinds?: readonly JobKind[],
): Promise<number | undefined> {
  const jobs = await db
    .selectFrom('job')
    .select(['kind', 'person_id', 'due_at', 'leased_until'])
    .where('state', '=', 'running')
    .where('due_at', 'is not', null)
    .execute();
  const leasedUntil = new Map<string, number>();
  for (const { person_id, leased_until } of jobs)
    leasedUntil.set(person_id, Math.max(leasedUntil.get(person_id) ?? 0, leased_until));
  const times = jobs
    .filter(({ kind }) => kinds?.includes(kind) ?? true)
    .map(({ person_id, due_at }) => Math.max(due_at ?? 0, leasedUntil.get(person_id) ?? 0));
  return times.length === 0 ? undefined : Math.min(...times);
}
