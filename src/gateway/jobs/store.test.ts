import { describe, expect, it } from 'vitest';
import { FILE_DAYS, MAX_UNFINISHED_JOBS, MAX_UNFINISHED_ROWS } from '#contract/desk/jobs.ts';
import { DAY_MS } from '#contract/durations.ts';
import { onEachEngine } from '#testing/engines.ts';
import { NOW, openJobStore } from '#testing/job-store.ts';
import { changeJobState, retryFailedRows } from './job-state.ts';
import { finishRow, postponeRow, releaseJob } from './lease.ts';
import { assertUnfinishedJobs, countOldJobs, deleteOldJobs } from './store.ts';

const TOO_MANY = { problem: { Type: '/problems/too-many-jobs' } };

onEachEngine((engine) => {
  describe('a job', () => {
    it('ends when no row is pending, and is due again at its next row', async () => {
      await using it = await openJobStore(engine);
      await it.add('a');
      await it.lease('one', NOW);
      await finishRow(it.db, await it.row('a', 1), { outcome: null }, NOW);
      await postponeRow(it.db, await it.row('a', 2), 'busy', NOW);
      await releaseJob(it.gateway, { id: 'a', owner: 'one', now: NOW, rows: [] });
      expect(await it.job('a')).toMatchObject({ state: 'running', due_at: NOW + 5000, finished_at: null });
      await it.lease('one', NOW + 5000);
      await finishRow(it.db, await it.row('a', 2), { outcome: null }, NOW);
      await releaseJob(it.gateway, { id: 'a', owner: 'one', now: NOW + 6000, rows: [] });
      expect(await it.job('a')).toMatchObject({ state: 'done', due_at: null, finished_at: NOW + 6000 });
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
      for (const number of [1, 2]) {
        await postponeRow(it.db, await it.row('a', number), 'busy', NOW);
        await finishRow(
          it.db,
          await it.row('a', number),
          { outcome: { code: 'refused', detail: 'no' } },
          NOW,
        );
      }
      await finishRow(it.db, await it.row('a', 3), { outcome: null }, NOW);
      // Nothing can be done for it.
      await it.db.updateTable('job_row').set({ input: 'null' }).where('number', '=', 2).execute();
      await it.db
        .updateTable('job')
        .set({ state: 'done', finished_at: NOW, due_at: null, ...changes })
        .execute();
      const before = await it.job('a');
      const outcome = await retryFailedRows(it.db, 'a', NOW + 9).then(
        () => 'retried',
        () => 'refused',
      );
      expect(outcome).toBe(isRetried ? 'retried' : 'refused');
      const running = { state: 'running', failed: 1, finished_at: null, due_at: NOW + 9 };
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
      await it.db.updateTable('job').set({ finished_at: NOW }).where('id', '=', 'more').execute();
      const set = (row_count: number, done: number, failed: number) =>
        it.db.updateTable('job').set({ row_count, done, failed }).where('id', '=', '0').execute();
      await set(MAX_UNFINISHED_ROWS + 5, 2, 3);
      await check();
      await set(MAX_UNFINISHED_ROWS + 5, 2, 2);
      await expect(check()).rejects.toMatchObject(TOO_MANY);
    });

    it('is kept for ninety days after its end, and its file for seven', async () => {
      await using it = await openJobStore(engine);
      const ends = { job: NOW - 90 * DAY_MS, file: NOW - FILE_DAYS * DAY_MS };
      for (const [id, finished_at] of [
        ['old', ends.job - 1],
        ['kept', ends.job],
        ['without file', ends.file - 1],
        ['with file', ends.file],
        ['running', null],
      ] as const) {
        await it.add(id, { count: 0 });
        await it.db.updateTable('job').set({ finished_at }).where('id', '=', id).execute();
        await it.db.insertInto('export_part').values({ job_id: id, number: 1, rows: 1, text: 'x' }).execute();
      }
      expect(await countOldJobs(it.db, NOW, 9)).toBe(1);
      expect(await countOldJobs(it.db, NOW + 1, 1)).toBe(1);
      expect(await countOldJobs(it.db, NOW + 1, 9)).toBe(2);
      await deleteOldJobs(it.db, NOW);
      const jobs = await it.db.selectFrom('job').select('id').orderBy('id').execute();
      expect(jobs.map(({ id }) => id)).toEqual(['kept', 'running', 'with file', 'without file']);
      const parts = await it.db.selectFrom('export_part').select('job_id').orderBy('job_id').execute();
      expect(parts.map(({ job_id }) => job_id)).toEqual(['running', 'with file']);
    });
  });
});
