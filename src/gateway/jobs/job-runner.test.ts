import { describe, expect, it, vi } from 'vitest';
import type { Gateway } from '#gateway/gateway.ts';
import type { Database } from '#database/database.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { NOON } from '#testing/gateway-store.ts';
import { openJobStore } from '#testing/job-store.ts';
import { createManualClock } from '#testing/manual-clock.ts';
import { JOB_HANDLERS } from './handlers.ts';
import { createJobRunner } from './job-runner.ts';

describe('a turn of a job', () => {
  /** Gives a job turns, whose rows take `rowMs` and do `work`. */
  async function open(count: number, rowMs: number) {
    const store = await openJobStore('sqlite');
    const { db } = store;
    await store.add('a', { count });
    const clock = createManualClock(NOON);
    const work = vi.fn<(number: number) => Promise<unknown>>(async () => {});
    vi.spyOn(JOB_HANDLERS['follow-up'], 'run').mockImplementation(async (_gateway, _job, { number }) => {
      await work(number);
      clock.set(clock.now() + rowMs);
    });
    const gateway = {
      db,
      clock,
      now: clock.now,
      liveEvents: { wake: vi.fn() },
      sendingHold: { isHeld: vi.fn() },
    } as unknown as Gateway;
    const runner = createJobRunner(gateway, {
      database: { db, engine: 'sqlite', clientName: 'one' } as Database<GatewayTables>,
      worker: { run: vi.fn() },
      log: { error: vi.fn() },
    });
    const turn = async () => {
      work.mockClear();
      const [piece] = (await runner.work[0]?.claim(1)) ?? [];
      await piece?.(new AbortController().signal);
      return work.mock.calls.length;
    };
    return { ...store, runner, work, turn, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
  }

  it('ends after 200 rows', async () => {
    await using it = await open(201, 0);
    expect([await it.turn(), await it.turn(), await it.turn()]).toEqual([200, 1, 0]);
    expect(await it.job('a')).toMatchObject({ state: 'done' });
  });

  it.each([
    [500, [2, 2, 1]],
    [501, [2, 2, 1]],
    [499, [3, 2, 0]],
    [1000, [1, 1, 1]],
  ])('ends after a second of rows of %i ms: %j', async (rowMs, turns) => {
    await using it = await open(5, rowMs);
    const done = [];
    for (const _ of turns) done.push(await it.turn());
    expect(done).toEqual(turns);
  });

  it('ends with the rows that were read when the job is paused', async () => {
    await using it = await open(45, 0);
    it.work.mockImplementation(async (number) => {
      if (number === 21) await it.db.updateTable('job').set({ state: 'paused' }).execute();
    });
    expect([await it.turn(), await it.turn()]).toEqual([40, 0]);
  });

  it('has ten minutes; those that call the service are two at a time, the others four', async () => {
    await using it = await open(1, 0);
    expect(it.runner.work.map(({ concurrency, timeoutMs }) => [concurrency, timeoutMs])).toEqual([
      [4, 600_000],
      [2, 600_000],
    ]);
  });
});
