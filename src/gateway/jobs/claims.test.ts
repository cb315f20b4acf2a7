import { describe, expect, it } from 'vitest';
import { onEachEngine } from '#testing/engines.ts';
import { NOON } from '#testing/gateway-store.ts';
import { openJobStore } from '#testing/job-store.ts';
import { changeJobState } from './job-state.ts';
import { fetchDueRows, finishRow, markStarted, postponeRow, releaseJob, renewJob } from './claims.ts';
import { insertJobRows } from './store.ts';

const LEASE = 60_000;

onEachEngine((engine) => {
  describe('the claim of a job', () => {
    it('is had when the job is due, by one process, and again when it has ended', async () => {
      await using it = await openJobStore(engine);
      await it.add('a');
      expect(await it.claim('one', NOON - 1)).toBeUndefined();
      expect(await it.claim('one', NOON)).toBe('a');
      expect(await it.job('a')).toMatchObject({ claimed_by: 'one', claimed_until: NOON + LEASE });
      expect(await it.claim('one', NOON + LEASE - 1)).toBeUndefined();
      expect(await it.claim('one', NOON + LEASE)).toBe('a');
    });

    it('is for jobs that run, of the kinds that are asked for, and the one that is named', async () => {
      await using it = await openJobStore(engine);
      await it.add('a');
      await it.add('b', { person: it.bea });
      expect(await it.claim('one', NOON, { kinds: ['export'] })).toBeUndefined();
      expect(await it.claim('one', NOON, { id: 'b' })).toBe('b');
      expect(await it.claim('one', NOON, { kinds: ['follow-up'] })).toBe('a');
      for (const state of ['paused', 'cancelled', 'done'] as const) {
        await it.db.updateTable('job').set({ state, claimed_by: null, claimed_until: null }).execute();
        expect(await it.claim('one', NOON)).toBeUndefined();
      }
    });

    it('is renewed by its owner alone, and not once the job was paused', async () => {
      await using it = await openJobStore(engine);
      await it.add('a');
      await it.claim('one', NOON);
      expect(await renewJob(it.db, it.claimedBy('two'), NOON + 1)).toBeUndefined();
      expect(await it.job('a')).toMatchObject({ claimed_by: 'one', claimed_until: NOON + LEASE });
      expect(await renewJob(it.db, it.claimedBy('one'), NOON + 1)).toMatchObject({
        claimed_until: NOON + 1 + LEASE,
      });
      await changeJobState(it.gateway, 'a', 'paused');
      expect(await renewJob(it.db, it.claimedBy('one'), NOON + 2)).toBeUndefined();
    });

    it('is released by its owner alone', async () => {
      await using it = await openJobStore(engine);
      await it.add('a');
      await it.claim('two', NOON);
      const before = await it.job('a');
      await releaseJob(it.gateway, { ...it.claimedBy('one'), now: NOON, rows: [] });
      expect(await it.job('a')).toEqual(before);
      await releaseJob(it.gateway, { ...it.claimedBy('two'), now: NOON, rows: [] });
      expect(await it.job('a')).toMatchObject({ state: 'running', claimed_by: null, claimed_until: null });
    });

    it('can be had next when a person’s job is due, and none of theirs is claimed', async () => {
      await using it = await openJobStore(engine);
      expect(await it.findNextDueAt(NOON)).toBeUndefined();
      await it.add('a', { at: NOON + 5 });
      await it.add('b', { at: NOON + 9 });
      expect(await it.findNextDueAt(NOON)).toBe(NOON + 5);
      expect(await it.findNextDueAt(NOON, ['export'])).toBeUndefined();
      await it.claim('one', NOON + 5);
      expect(await it.findNextDueAt(NOON + 5)).toBe(NOON + 5 + LEASE);
      await it.add('c', { person: it.bea, at: NOON + 7 });
      expect(await it.findNextDueAt(NOON + 5)).toBe(NOON + 7);
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
      await it.claim('one', NOON);
      const own = it.claimedBy('one');
      const refusal = { outcome: { code: 'refused', detail: 'no' }, now: NOON + 1 };
      await finishRow(it.db, it.claimedBy('two'), 1, refusal);
      expect(await it.row('a', 1)).toMatchObject({ state: 'pending' });
      await finishRow(it.db, own, 1, { outcome: null, count: 7, now: NOON });
      await finishRow(it.db, own, 1, refusal);
      expect(await it.row('a', 1)).toMatchObject({ state: 'done', code: null, at: NOON });
      await finishRow(it.db, own, 2, { ...refusal, count: 7 });
      await finishRow(it.db, own, 2, { outcome: null, now: NOON });
      expect(await it.row('a', 2)).toMatchObject({ state: 'failed', code: 'refused', detail: 'no' });
      expect(await it.row('a', 3)).toMatchObject({ state: 'pending' });
      expect(await it.job('a')).toMatchObject({ done: 7, failed: 1 });
    });

    it('is repeated after 5, 15, 60, 300, 900 and 1800 s, and then no more', async () => {
      await using it = await openJobStore(engine);
      await it.add('a');
      await it.claim('one', NOON);
      const postpone = async () =>
        postponeRow(it.db, it.claimedBy('one'), await it.row('a'), { code: 'upstream-broken', now: NOON });
      for (const seconds of [5, 15, 60, 300, 900, 1800]) {
        expect(await postpone()).toBe(true);
        expect((await it.row('a')).due_at).toBe(NOON + seconds * 1000);
      }
      expect(await postpone()).toBe(false);
      expect(await it.row('a')).toMatchObject({ attempts: 6, code: 'upstream-broken', state: 'pending' });
      expect(await it.row('a', 2)).toMatchObject({ attempts: 0, due_at: NOON });
    });

    it('that is finished, or of another process, is not postponed', async () => {
      await using it = await openJobStore(engine);
      await it.add('a');
      await it.claim('one', NOON);
      const row = await it.row('a');
      const postponement = { code: 'upstream-broken', now: NOON };
      await postponeRow(it.db, it.claimedBy('two'), row, postponement);
      expect(await it.row('a')).toEqual(row);
      await finishRow(it.db, it.claimedBy('one'), 1, { outcome: null, now: NOON });
      await postponeRow(it.db, it.claimedBy('one'), row, postponement);
      expect(await it.row('a')).toMatchObject({ state: 'done', attempts: 0, code: null });
    });

    it('may have had an effect after an attempt, but not one that was refused as too early', async () => {
      await using it = await openJobStore(engine);
      await it.add('a');
      await it.claim('one', NOON);
      const postpone = async (code: string) =>
        postponeRow(it.db, it.claimedBy('one'), await it.row('a'), { code, now: NOON });
      await markStarted(it.db, await it.row('a'));
      await postpone('upstream-unreachable');
      expect([(await it.row('a')).started, (await it.row('a', 2)).started]).toEqual([1, 0]);
      await postpone('busy');
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

    it('is due after its delay, however long, and at once where that is longer than any', async () => {
      await using it = await openJobStore(engine);
      await it.add('a', { count: 1 });
      await it.claim('one', NOON);
      const attempted = { ...(await it.row('a')), attempts: 5 };
      await postponeRow(it.db, it.claimedBy('one'), attempted, { code: 'busy', now: NOON });
      const { due_at } = await it.row('a');
      const isDueAt = async (now: number) =>
        (await fetchDueRows(it.db, { id: 'a', now, limit: 1 })).length === 1;
      expect(due_at - NOON).toBe(1_800_000);
      expect(await Promise.all([NOON - 1, NOON, due_at - 1, due_at].map(isDueAt))).toEqual([
        true,
        false,
        false,
        true,
      ]);
    });
  });
});
