import type { Kysely } from 'kysely';
import type { Gateway } from '#gateway/gateway.ts';
import { createProblem } from '#gateway/problems.ts';
import { JOB_HANDLERS } from './handlers.ts';
import { type Tables, appendJobEvent, assertUnfinishedJobs, isFailedForNow, isRetriable } from './store.ts';

/**
 * Pauses, continues or cancels a job.
 * @throws ProblemError `changed-meanwhile` when it has finished
 */
export async function changeJobState(
  gateway: Gateway,
  id: string,
  state: 'running' | 'paused' | 'cancelled',
): Promise<void> {
  const now = gateway.now();
  await gateway.db.transaction().execute(async (transaction) => {
    const updated = await transaction
      .updateTable('job')
      .set({ state, due_at: now, ...(state === 'cancelled' && { finished_at: now, due_at: null }) })
      .where('id', '=', id)
      .where('state', 'in', ['running', 'paused'])
      .returningAll()
      .executeTakeFirst();
    if (!updated) throw createProblem('changed-meanwhile');
    if (state === 'cancelled') await JOB_HANDLERS[updated.kind].onEnd?.(gateway, transaction, updated);
    await appendJobEvent(transaction, updated);
  });
}

/**
 * Makes the failed rows of a finished job pending again, without those for which nothing can be done.
 * @throws ProblemError `changed-meanwhile` when it has not finished, was undone, has no such rows, or is an export, which begins anew;
 * `too-many-jobs`
 */
export async function retryFailedRows(db: Kysely<Tables>, id: string, now: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const retried = await transaction
      .updateTable('job_row')
      .set({ state: 'pending', started: 0, attempts: 0, due_at: now, code: null, detail: null, at: null })
      .where('job_id', '=', id)
      .where(isFailedForNow)
      .returning('number')
      .execute();
    const updated = await transaction
      .updateTable('job')
      .set((eb) => ({
        state: 'running' as const,
        failed: eb('failed', '-', retried.length),
        finished_at: null,
        due_at: now,
      }))
      .where('id', '=', id)
      .where(isRetriable)
      .returning(['id', 'person_id'])
      .executeTakeFirst();
    if (!updated || retried.length === 0) throw createProblem('changed-meanwhile');
    await assertUnfinishedJobs(transaction, updated.person_id);
    await appendJobEvent(transaction, updated);
  });
}
