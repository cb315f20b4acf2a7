import { type Kysely, type RawBuilder, type SqlBool, type Transaction, sql } from 'kysely';
import type { JobKind } from '#contract/desk/jobs.ts';
import type { Database } from '#database/database.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Clock } from '#system/clock.ts';
import { createClaims } from '#work/claims.ts';
import { JOB_HANDLERS } from './handlers.ts';
import { type Tables, appendJobEvent } from './store.ts';
import type { JobRecord, JobRowRecord } from './tables.ts';

/** Longer than the call of a row takes. */
const JOB_LEASE_MS = 60_000;

/** Delays before the next attempt at a row, ms; after the last one it fails. */
const JOB_RETRY_DELAYS_MS = [5, 15, 60, 300, 900, 1800].map((seconds) => seconds * 1000);
const MAX_ROW_DELAY_MS = Math.max(...JOB_RETRY_DELAYS_MS);

/**
 * Claims of due jobs: the first is one of the person whose last turn was longest ago. Only one job of a person is claimed at a
 * time, so that many jobs of one person do not delay those of others.
 */
export const createJobClaims = (
  database: Database<Tables>,
  clock: Pick<Clock, 'now' | 'monotonic'>,
  kinds: readonly JobKind[],
) =>
  createClaims<JobRecord>(database, {
    table: 'job',
    key: 'id',
    clock,
    leaseMs: JOB_LEASE_MS,
    maxDelayMs: MAX_ROW_DELAY_MS,
    condition: ({ isFree }) => sql`job.state = 'running' and job.kind in (${sql.join(kinds)})
      and not exists (select 1 from job as other
        where other.person_id = job.person_id and other.finished_at is null and not ${isFree('other')})`,
    order: () => [
      sql`(select max(other.turn_at) from job as other
        where other.person_id = job.person_id and other.finished_at is null)`,
      sql`turn_at`,
      sql`due_at`,
    ],
  });

/** A claimed job; `isOwn`: condition that this process still has the claim. */
export interface ClaimedJob {
  id: string;
  isOwn: RawBuilder<SqlBool>;
}

/** Extends the claim. @returns the job; undefined: it was paused or cancelled, or another process has it */
export function renewJob(db: Kysely<Tables>, { id, isOwn }: ClaimedJob, now: number) {
  return db
    .updateTable('job')
    .set({ claimed_until: now + JOB_LEASE_MS })
    .where('id', '=', id)
    .where(isOwn)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst();
}

/** Ends the claim after a turn, in which `rows` were done; the job is done when no row is pending. */
export async function releaseJob(
  gateway: Gateway,
  { id, isOwn, now, rows }: ClaimedJob & { now: number; rows: readonly JobRowRecord[] },
): Promise<void> {
  await gateway.db.transaction().execute(async (transaction) => {
    const released = await transaction
      .updateTable('job')
      .set({ claimed_by: null, claimed_until: null, turn_at: now })
      .where('id', '=', id)
      .where(isOwn)
      .returningAll()
      .executeTakeFirst();
    if (!released) return;
    const pending = await transaction
      .selectFrom('job_row')
      .select((eb) => eb.fn.min('due_at').as('due_at'))
      .where((eb) => eb.and({ job_id: id, state: 'pending' }))
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
        .where((eb) => eb.and({ person_id, finished_at: null }))
        .orderBy('turn_at', 'desc')
        .limit(1),
    )
    .execute();
}

/** The next rows that are due; later due times were written while the clock was wrong. */
export function fetchDueRows(
  db: Kysely<Tables>,
  { id, now, limit }: { id: string; now: number; limit: number },
): Promise<JobRowRecord[]> {
  return db
    .selectFrom('job_row')
    .selectAll()
    .where((eb) => eb.and({ job_id: id, state: 'pending' }))
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('due_at', '>', now + MAX_ROW_DELAY_MS)]))
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
    .where((eb) => eb.and({ job_id: row.job_id, number: row.number }))
    .execute();
}

/** Failure of a row; null: it is done. */
export type RowOutcome = { code: string; detail: string | null } | null;

/** Condition on a row that its job is claimed by this process. */
const isOfOwnJob = ({ id, isOwn }: ClaimedJob) =>
  sql<SqlBool>`exists (select 1 from job where job.id = ${id} and job.id = job_row.job_id and ${isOwn})`;

/**
 * Stores the outcome of a row, and counts it; a row that is done may count as several. Does nothing if another process has the
 * job: that one does the row, or has done it.
 */
export async function finishRow(
  db: Kysely<Tables>,
  job: ClaimedJob,
  number: number,
  { outcome, count = 1, now }: { outcome: RowOutcome; count?: number | undefined; now: number },
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
      .where((eb) => eb.and({ job_id: job.id, number, state: 'pending' }))
      .where(isOfOwnJob(job))
      .returning('number')
      .executeTakeFirst();
    if (!finished) return;
    const [column, added] = outcome ? (['failed', 1] as const) : (['done', count] as const);
    await transaction
      .updateTable('job')
      .set((eb) => ({ [column]: eb(column, '+', added) }))
      .where('id', '=', job.id)
      .execute();
  });
}

/** Schedules another attempt at a row. A refused attempt had no effect. @returns false: there were too many */
export async function postponeRow(
  db: Kysely<Tables>,
  job: ClaimedJob,
  { number, attempts }: JobRowRecord,
  { code, now }: { code: string; now: number },
): Promise<boolean> {
  const delay = JOB_RETRY_DELAYS_MS[attempts];
  if (delay === undefined) return false;
  await db
    .updateTable('job_row')
    .set({ attempts: attempts + 1, due_at: now + delay, code, ...(code === 'busy' && { started: 0 }) })
    .where((eb) => eb.and({ job_id: job.id, number, state: 'pending' }))
    .where(isOfOwnJob(job))
    .execute();
  return true;
}
