import { expect, it } from 'vitest';
import { systemRandom } from '#system/random.ts';
import { fetchJob } from '#gateway/jobs/store.ts';
import { onBothEngines } from '#testing/engines.ts';
import { NOON } from '#testing/gateway-store.ts';
import { openJobStore } from '#testing/job-store.ts';
import { createUndoJob } from './follow-up-jobs.ts';

/** Rows per read. */
const UNDO_PAGE = 500;

onBothEngines((engine) => {
  async function open(count: number) {
    const store = await openJobStore(engine);
    await store.add('a', { count, input: [{ id: systemRandom.uuid(), version: 0 }] });
    return {
      ...store,
      end: (state: 'running' | 'paused' | 'done' | 'cancelled') =>
        store.db.updateTable('job').set({ state, finished_at: NOON, due_at: null }).execute(),
      undo: async () => {
        const author = { id: 'undo', person: store.ana, address: '' };
        const stamp = { now: NOON, random: systemRandom };
        await createUndoJob(store.db, author, await fetchJob(store.db, store.ana, 'a'), stamp);
        return (await store.job('undo')).row_count;
      },
      [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
    };
  }

  it.each([UNDO_PAGE, UNDO_PAGE + 1])('an undo has all of %i rows that are done', async (count) => {
    await using it = await open(count + 1);
    await it.end('done');
    await it.db.updateTable('job_row').set({ state: 'done' }).where('number', '<>', 2).execute();
    expect(await it.undo()).toBe(count);
  });

  it.each([
    ['done', true],
    ['cancelled', true],
    ['running', false],
    ['paused', false],
  ] as const)('a job that is %s can be undone: %s', async (state, isUndone) => {
    await using it = await open(1);
    await it.end(state);
    const outcome = await it.undo().then(
      () => true,
      () => false,
    );
    expect(outcome).toBe(isUndone);
  });
});
