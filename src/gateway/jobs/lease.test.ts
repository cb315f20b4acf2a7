import { describe, expect, it } from 'vitest';
import { onEachEngine } from '#testing/engines.ts';
import { NOON } from '#testing/gateway-store.ts';
import { openJobStore } from '#testing/job-store.ts';
import { changeJobState } from './job-state.ts';
import {
  endOtherLeases,
  fetchDueRows,
  fetchNextJobAt,
  finishRow,
  leaseJob,
  markStarted,
  postponeRow,
  releaseJob,
  renewLease,
} from './lease.ts';
import { insertJobRows } from './store.ts';

const LEASE = 60_000;

onEachEngine((engine) => {
  describe('the lease of a job', () => {
    it('is taken when the job is due, by one process, and again when it has ended', async () => {
      await using it = await openJobStore(engine);
      await it.add('a');
      expect(await it.lease('one', NOON - 1)).toBeUndefined();
      expect(await it.lease('one', NOON)).toBe('a');
      expect(await it.job('a')).toMatchObject({ leased_by: 'one', leased_until: NOON + LEASE });
      expect(await it.lease('two', NOON + LEASE - 1)).toBeUndefined();
      expect(await it.lease('two', NOON + LEASE)).toBe('a');
    });

    it('is for jobs that run, of the kinds that are asked for, and the one that is named', async () => {
      await using it = await openJobStore(engine);
      await it.add('a');
      await it.add('b', { person: it.bea });
      const lease = (kinds: ('export' | 'follow-up')[]) =>
        leaseJob(it.db, { engine, owner: 'one', now: NOON, kinds });
      expect(await lease(['export'])).toBeUndefined();
      expect(await it.lease('one', NOON, { id: 'b' })).toBe('b');
      expect((await lease(['follow-up']))?.id).toBe('a');
      for (const state of ['paused', 'cancelled', 'done'] as const) {
        await it.db.updateTable('job').set({ state, leased_until: 0 }).execute();
        expect(await it.lease('one', NOON)).toBeUndefined();
      }
    });

    it('is renewed by its owner alone, and not once the job was paused', async () => {
      await using it = await openJobStore(engine);
      await it.add('a');
      await it.lease('one', NOON);
      expect(await renewLease(it.db, { id: 'a', owner: 'two', now: NOON + 1 })).toBeUndefined();
      expect(await it.job('a')).toMatchObject({ leased_by: 'one', leased_until: NOON + LEASE });
      expect(await renewLease(it.db, { id: 'a', owner: 'one', now: NOON + 1 })).toMatchObject({
        leased_until: NOON + 1 + LEASE,
      });
      await changeJobState(it.gateway, 'a', 'paused');
      expect(await renewLease(it.db, { id: 'a', owner: 'one', now: NOON + 2 })).toBeUndefined();
    });

    it('is released by its owner alone', async () => {
      await using it = await openJobStore(engine);
      await it.add('a');
      await it.lease('one', NOON);
      await it.lease('two', NOON + LEASE);
      const before = await it.job('a');
      await releaseJob(it.gateway, { id: 'a', owner: 'one', now: NOON + LEASE, rows: [] });
      expect(await it.job('a')).toEqual(before);
      await releaseJob(it.gateway, { id: 'a', owner: 'two', now: NOON + LEASE, rows: [] });
      expect(await it.job('a')).toMatchObject({ state: 'running', leased_by: null, leased_until: 0 });
    });

    it('of earlier processes ends, and of this one does not', async () => {
      await using it = await openJobStore(engine);
      await it.add('a');
      await it.add('b', { person: it.bea });
      await it.lease('earlier', NOON, { id: 'a' });
      await it.lease('this', NOON, { id: 'b' });
      await endOtherLeases(it.db, 'this');
      expect(await it.job('a')).toMatchObject({ leased_by: null, leased_until: 0 });
      expect(await it.job('b')).toMatchObject({ leased_by: 'this', leased_until: NOON + LEASE });
    });

    it('can be taken next when a person’s job is due, and none of theirs is leased', async () => {
      await using it = await openJobStore(engine);
      expect(await fetchNextJobAt(it.db)).toBeUndefined();
      await it.add('a', { at: NOON + 5 });
      await it.add('b', { at: NOON + 9 });
      expect(await fetchNextJobAt(it.db)).toBe(NOON + 5);
      expect(await fetchNextJobAt(it.db, ['export'])).toBeUndefined();
      await it.lease('one', NOON + 5);
      expect(await fetchNextJobAt(it.db)).toBe(NOON + 5 + LEASE);
      await it.add('c', { person: it.bea, at: NOON + 7 });
      expect(await fetchNextJobAt(it.db)).toBe(NOON + 7);
    });
  });

  describe('a row of a job', () => {
    it('is due until its time, in order, while it is pending, as many as asked for', async () => {
      await using it = await openJobStore(engine);
      await it.add('a', { count: 5 });
      for (const [number, due_at, state] of [
        [1, NOON + 1, 'pending'],
        [2, NOON, 'pending'],
        [3, NOON - 1, 'pending'],
        [4, NOON, 'done'],
        [5, NOON, 'pending'],
      ] as const)
        await it.db.updateTable('job_row').set({ due_at, state }).where('number', '=', number).execute();
      const due = async (limit: number) =>
        (await fetchDueRows(it.db, { id: 'a', now: NOON, limit })).map(({ number }) => number);
      expect(await due(9)).toEqual([3, 2, 5]);
      expect(await due(2)).toEqual([3, 2]);
    });

    it('is finished and counted once, as many times as it says, or as one failure', async () => {
      await using it = await openJobStore(engine);
      await it.add('a', { count: 3 });
      await finishRow(it.db, await it.row('a', 1), { outcome: null, count: 7 }, NOON);
      await finishRow(it.db, await it.row('a', 1), { outcome: { code: 'refused', detail: 'no' } }, NOON + 1);
      expect(await it.row('a', 1)).toMatchObject({ state: 'done', code: null, at: NOON });
      await finishRow(
        it.db,
        await it.row('a', 2),
        { outcome: { code: 'refused', detail: 'no' }, count: 7 },
        NOON,
      );
      await finishRow(it.db, await it.row('a', 2), { outcome: null }, NOON);
      expect(await it.row('a', 2)).toMatchObject({ state: 'failed', code: 'refused', detail: 'no' });
      expect(await it.row('a', 3)).toMatchObject({ state: 'pending' });
      expect(await it.job('a')).toMatchObject({ done: 7, failed: 1 });
    });

    it('is repeated after 5, 15, 60, 300, 900 and 1800 s, and then no more', async () => {
      await using it = await openJobStore(engine);
      await it.add('a');
      for (const seconds of [5, 15, 60, 300, 900, 1800]) {
        expect(await postponeRow(it.db, await it.row('a'), 'upstream-broken', NOON)).toBe(true);
        expect((await it.row('a')).due_at).toBe(NOON + seconds * 1000);
      }
      expect(await postponeRow(it.db, await it.row('a'), 'upstream-broken', NOON)).toBe(false);
      expect(await it.row('a')).toMatchObject({ attempts: 6, code: 'upstream-broken', state: 'pending' });
      expect(await it.row('a', 2)).toMatchObject({ attempts: 0, due_at: NOON });
    });

    it('that another process finished is not postponed', async () => {
      await using it = await openJobStore(engine);
      await it.add('a');
      const row = await it.row('a');
      await finishRow(it.db, row, { outcome: null }, NOON);
      await postponeRow(it.db, row, 'upstream-broken', NOON);
      expect(await it.row('a')).toMatchObject({ state: 'done', attempts: 0, code: null });
    });

    it('may have had an effect after an attempt, but not one that was refused as too early', async () => {
      await using it = await openJobStore(engine);
      await it.add('a');
      await markStarted(it.db, await it.row('a'));
      await postponeRow(it.db, await it.row('a'), 'upstream-unreachable', NOON);
      expect([(await it.row('a')).started, (await it.row('a', 2)).started]).toEqual([1, 0]);
      await postponeRow(it.db, await it.row('a'), 'busy', NOON);
      expect((await it.row('a')).started).toBe(0);
    });

    it('is stored with its number, however many there are', async () => {
      await using it = await openJobStore(engine);
      await it.add('a', { count: 1001 });
      const more = [{ input: 1 }, { input: 2 }];
      await it.db.transaction().execute((transaction) => insertJobRows(transaction, 'a', more, NOON, 1002));
      const rows = await it.db.selectFrom('job_row').select('number').orderBy('number').execute();
      expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 1003 }, (_, at) => at + 1));
    });
  });
});
