import { describe, expect, it } from 'vitest';
import { MAX_UNFINISHED_JOBS, MAX_UNFINISHED_ROWS } from '#contract/desk/jobs.ts';
import { onEachEngine } from '#testing/engines.ts';
import { NOON } from '#testing/gateway-store.ts';
import { openJobStore } from '#testing/job-store.ts';
import { changeJobState, retryFailedRows } from './job-state.ts';
import { finishRow, postponeRow, releaseJob } from './claims.ts';
import { assertUnfinishedJobs } from './store.ts';

const TOO_MANY = { problem: { Type: '/problems/too-many-jobs' } };

onEachEngine((engine) => {
  describe('a job', () => {
    it('ends when no row is pending, and is due again at its next row', async () => {
      await using it = await openJobStore(engine);
      await it.add('a');
      await it.claim('one', NOON);
      const own = it.claimedBy('one');
      await finishRow(it.db, own, 1, { outcome: null, now: NOON });
      await postponeRow(it.db, own, await it.row('a', 2), { code: 'busy', now: NOON });
      await releaseJob(it.gateway, { ...own, now: NOON, rows: [] });
      expect(await it.job('a')).toMatchObject({ state: 'running', due_at: NOON + 5000, finished_at: null });
      await it.claim('one', NOON + 5000);
      await finishRow(it.db, own, 2, { outcome: null, now: NOON });
      await releaseJob(it.gateway, { ...own, now: NOON + 6000, rows: [] });
      expect(await it.job('a')).toMatchObject({ state: 'done', due_at: null, finished_at: NOON + 6000 });
    });

    it('is paused, continued or cancelled until it has ended', async () => {
      await using it = await openJobStore(engine);
      for (const state of ['done', 'cancelled'] as const) {
        await it.add(state);
        await it.db.updateTable('job').set({ state }).where('id', '=', state).execute();
        for (const next of ['running', 'paused', 'cancelled'] as const)
          await expect(changeJobState(it.gateway, state, next)).rejects.toMatchObject({
            problem: { Type: expect.stringContaining('changed-meanwhile') },
          });
        expect(await it.job(state)).toMatchObject({ state });
      }
    });

    it.each([
      ['is done', {}, true],
      ['runs', { state: 'running' }, false],
      ['was cancelled', { state: 'cancelled' }, false],
      ['was undone', { undone_by: 'b' }, false],
      ['is an export', { kind: 'export' }, false],
    ] as const)('that %s has its failed rows tried again: %j %s', async (_, changes, isRetried) => {
      await using it = await openJobStore(engine);
      await it.add('a', { count: 3 });
      await it.claim('one', NOON);
      const own = it.claimedBy('one');
      for (const number of [1, 2]) {
        await postponeRow(it.db, own, await it.row('a', number), { code: 'busy', now: NOON });
        await finishRow(it.db, own, number, { outcome: { code: 'refused', detail: 'no' }, now: NOON });
      }
      await finishRow(it.db, own, 3, { outcome: null, now: NOON });
      // Nothing can be done for it.
      await it.db.updateTable('job_row').set({ input: 'null' }).where('number', '=', 2).execute();
      await it.db
        .updateTable('job')
        .set({ state: 'done', finished_at: NOON, due_at: null, ...changes })
        .execute();
      const before = await it.job('a');
      const outcome = await retryFailedRows(it.db, 'a', NOON + 9).then(
        () => 'retried',
        () => 'refused',
      );
      expect(outcome).toBe(isRetried ? 'retried' : 'refused');
      const running = { state: 'running', failed: 1, finished_at: null, due_at: NOON + 9 };
      expect(await it.job('a')).toMatchObject(isRetried ? running : before);
      const pending = { state: 'pending', attempts: 0, code: null, detail: null };
      expect(await it.row('a')).toMatchObject(isRetried ? pending : { state: 'failed', code: 'refused' });
      expect(await it.row('a', 2)).toMatchObject({ state: 'failed' });
    });

    it('is refused beyond so many unfinished jobs or rows of its person, exports aside', async () => {
      await using it = await openJobStore(engine);
      const check = () =>
        it.db.transaction().execute((transaction) => assertUnfinishedJobs(transaction, it.ana.id));
      await it.add('of bea', { person: it.bea });
      for (let job = 0; job < MAX_UNFINISHED_JOBS; job++) await it.add(`${job}`, { count: 0 });
      await it.db
        .insertInto('job')
        .values({ ...(await it.job('0')), id: 'export', kind: 'export' })
        .execute();
      await check();
      await it.db
        .insertInto('job')
        .values({ ...(await it.job('0')), id: 'more' })
        .execute();
      await expect(check()).rejects.toMatchObject(TOO_MANY);
      await it.db.updateTable('job').set({ finished_at: NOON }).where('id', '=', 'more').execute();
      const set = (row_count: number, done: number, failed: number) =>
        it.db.updateTable('job').set({ row_count, done, failed }).where('id', '=', '0').execute();
      await set(MAX_UNFINISHED_ROWS + 5, 2, 3);
      await check();
      await set(MAX_UNFINISHED_ROWS + 5, 2, 2);
      await expect(check()).rejects.toMatchObject(TOO_MANY);
    });
  });
});
