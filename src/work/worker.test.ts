import type { FastifyBaseLogger } from 'fastify';
import { expect, it, vi } from 'vitest';
import { NotReadyError } from '#http/health.ts';
import { createManualClock } from '#testing/manual-clock.ts';
import { type Piece, type Work, WorkStoppedError, every } from './work.ts';
import { STALL_MS, Worker } from './worker.ts';

const MINUTE_MS = 60_000;

function openWorker() {
  const clock = createManualClock();
  const error = vi.fn<FastifyBaseLogger['error']>();
  const worker = new Worker({ clock, log: { error } });
  return { clock, worker, error };
}

/** Work whose due pieces are in a list. */
function createQueue(name: string, pieces: Piece[], limits: Partial<Work> = {}): Work & { looks: number } {
  return {
    name,
    concurrency: 2,
    maxWaitMs: MINUTE_MS,
    timeoutMs: MINUTE_MS,
    looks: 0,
    async claim(limit) {
      this.looks += 1;
      return pieces.splice(0, limit);
    },
    findNextDueAt: async () => undefined,
    fetchBacklog: async () => ({ due: pieces.length, lateMs: 0 }),
    ...limits,
  };
}

/** A piece that ends when its signal aborts, and collects the reasons. */
const createHanging =
  (reasons: unknown[] = []): Piece =>
  (signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reasons.push(signal.reason);
        reject(signal.reason as Error);
      });
    });

it('a kind with a backlog and hanging pieces delays no other', async () => {
  const { clock, worker } = openWorker();
  const done: string[] = [];
  const long = Array.from({ length: 1000 }, () => async () => void done.push('long'));
  const short: Piece[] = [];
  worker.add(
    createQueue('hanging', [createHanging(), createHanging(), createHanging()]),
    createQueue('long', long),
    createQueue('short', short),
  );
  worker.start();
  await clock.advance(0);
  expect(long.length).toBeLessThan(1000);
  short.push(async () => void done.push('short'));
  worker.wake('short');
  const before = long.length;
  await vi.waitFor(async () => {
    await clock.advance(1);
    expect(done).toContain('short');
  });
  expect(before - long.length).toBeLessThan(20);
  await clock.advance(2000);
  expect(long).toEqual([]);
});

it('what is woken during a look or while all pieces run is found', async () => {
  const { clock, worker } = openWorker();
  const pieces: Piece[] = [];
  const looking = Promise.withResolvers<void>();
  let isFirst = true;
  const done: number[] = [];
  worker.add(
    createQueue('mails', pieces, {
      concurrency: 1,
      async claim(limit) {
        const claimed = pieces.splice(0, limit);
        if (isFirst) await looking.promise;
        isFirst = false;
        return claimed;
      },
    }),
  );
  worker.start();
  await clock.advance(0);
  pieces.push(async () => void done.push(1));
  worker.wake('mails');
  looking.resolve();
  await clock.advance(1);
  expect(done).toEqual([1]);

  const running = Promise.withResolvers<void>();
  pieces.push(() => running.promise);
  worker.wake('mails');
  await clock.advance(1);
  pieces.push(async () => void done.push(2));
  worker.wake('mails');
  await clock.advance(1);
  expect(done).toEqual([1]);
  running.resolve();
  await clock.advance(1);
  expect(done).toEqual([1, 2]);
});

it('a look comes at the next due time, and at the latest after the longest wait', async () => {
  const { clock, worker } = openWorker();
  const next = clock.now() + 5000;
  const soon = createQueue('soon', [], { findNextDueAt: async () => next });
  const idle = createQueue('idle', []);
  worker.add(soon, idle);
  worker.start();
  await clock.advance(4999);
  expect([soon.looks, idle.looks]).toEqual([1, 1]);
  await clock.advance(1);
  expect([soon.looks, idle.looks]).toEqual([2, 1]);
  await clock.advance(MINUTE_MS - 5000);
  expect(idle.looks).toBe(2);
});

it.each([-Infinity, NaN, 0, -8.64e15])(
  'a piece that is due at %s and cannot be claimed is looked for once a second',
  async (next) => {
    const { clock, worker } = openWorker();
    const work = createQueue('odd', [], { findNextDueAt: async () => next });
    worker.add(work);
    worker.start();
    await clock.advance(10_500);
    expect(work.looks).toBe(11);
  },
);

it.each([8.64e15, Infinity, 2 ** 53])(
  'a due time of %s does not keep a kind from its looks',
  async (next) => {
    const { clock, worker } = openWorker();
    const work = createQueue('odd', [], { findNextDueAt: async () => next });
    worker.add(work);
    worker.start();
    await clock.advance(2 * MINUTE_MS);
    expect(work.looks).toBe(3);
  },
);

it.each([-500, 500])('a kind is looked for although the clock was set by %i days', async (days) => {
  const { clock, worker } = openWorker();
  const work = createQueue('mails', []);
  worker.add(work);
  worker.start();
  await clock.advance(1000);
  clock.set(clock.now() + days * 86_400_000);
  await clock.advance(MINUTE_MS);
  expect(work.looks).toBeGreaterThan(1);
});

it('a kind whose look fails is looked at again a second later, and delays no other', async () => {
  const { clock, worker, error } = openWorker();
  const broken = createQueue('broken', [], {
    findNextDueAt: async () => Promise.reject(new Error('the database is away')),
  });
  const other = createQueue('other', [async () => {}]);
  worker.add(broken, other);
  worker.start();
  await clock.advance(999);
  expect([broken.looks, other.looks]).toEqual([1, 2]);
  await clock.advance(1);
  expect(broken.looks).toBe(2);
  expect(error.mock.calls[0]?.[0]).toMatchObject({ work: 'broken' });
});

it('a piece that throws, at once or later, is logged, and gives its place to the next', async () => {
  const { clock, worker, error } = openWorker();
  const done: string[] = [];
  const throwing: Piece = () => {
    throw new Error('at once');
  };
  worker.add(
    createQueue('mails', [
      throwing,
      async () => Promise.reject(new Error('later')),
      async () => void done.push('third'),
    ]),
  );
  worker.start();
  await clock.advance(10);
  expect(done).toEqual(['third']);
  expect(error).toHaveBeenCalledTimes(2);
});

it('a piece that takes too long is aborted', async () => {
  const { clock, worker, error } = openWorker();
  const reasons: unknown[] = [];
  worker.add(createQueue('mails', [createHanging(reasons)]));
  worker.start();
  await clock.advance(MINUTE_MS - 1);
  expect(reasons).toEqual([]);
  await clock.advance(1);
  expect(reasons).toMatchObject([{ name: 'TimeoutError' }]);
  expect(error).toHaveBeenCalledTimes(1);
});

it('a stop lets pieces end for two seconds, then aborts them, and begins nothing more', async () => {
  const { clock, worker, error } = openWorker();
  const reasons: unknown[] = [];
  const done: string[] = [];
  const pieces = [
    createHanging(reasons),
    async () => {
      await clock.sleep(1500);
      done.push('slow');
    },
    async () => void done.push('backlog'),
  ];
  worker.add(createQueue('mails', pieces));
  worker.start();
  await clock.advance(0);
  const ended = vi.fn<() => void>();
  const stopping = worker.stop().then(ended);
  await clock.advance(1999);
  expect([done, reasons]).toEqual([['slow'], []]);
  expect(ended).not.toHaveBeenCalled();
  await clock.advance(1);
  await stopping;
  expect(reasons).toEqual([expect.any(WorkStoppedError)]);
  expect(done).toEqual(['slow']);
  worker.wake('mails');
  await clock.advance(MINUTE_MS);
  expect(pieces).toHaveLength(1);
  expect(error).not.toHaveBeenCalled();
  expect(clock.waiting).toBe(0);
});

it('a stop leaves behind after four seconds what ignores its signal, and is one stop however often it is asked for', async () => {
  const { clock, worker, error } = openWorker();
  worker.add(createQueue('deaf', [() => new Promise(() => {})]));
  worker.start();
  await clock.advance(0);
  const stops = [worker.stop(), worker.stop()];
  await clock.advance(3999);
  expect(error).not.toHaveBeenCalled();
  await clock.advance(1);
  await Promise.all(stops);
  expect(error.mock.calls).toEqual([[{ work: ['deaf'] }, expect.stringContaining('did not end in time')]]);
});

it('a stop does not wait for a look that hangs, and gives back what it claims later', async () => {
  const { clock, worker } = openWorker();
  const claiming = Promise.withResolvers<Piece[]>();
  const signals: AbortSignal[] = [];
  worker.add(createQueue('mails', [], { claim: () => claiming.promise }));
  worker.start();
  await clock.advance(0);
  const stopping = worker.stop();
  await clock.advance(4000);
  await stopping;
  claiming.resolve([async (signal) => void signals.push(signal)]);
  await clock.advance(0);
  expect(signals).toMatchObject([{ aborted: true }]);
});

it('a stop ends in time though nothing can be claimed or stored', async () => {
  const { clock, worker, error } = openWorker();
  const full = async () => Promise.reject(new Error('database or disk is full'));
  worker.add(
    createQueue('mails', [async (signal) => createHanging()(signal).catch(full)]),
    createQueue('deliveries', [], { claim: full }),
  );
  worker.start();
  await clock.advance(10_000);
  error.mockClear();
  const ended = vi.fn<() => void>();
  const stopping = worker.stop().then(ended);
  await clock.advance(2000);
  expect(ended).toHaveBeenCalled();
  await stopping;
  expect(error).not.toHaveBeenCalled();
});

it('a stop before the start, and one without work, ends at once', async () => {
  const { clock, worker } = openWorker();
  const work = createQueue('mails', [async () => {}]);
  worker.add(work);
  await worker.stop();
  worker.start();
  await clock.advance(MINUTE_MS);
  expect(work.looks).toBe(0);
});

it('draining works until nothing is due', async () => {
  const { worker } = openWorker();
  let done = 0;
  const pieces: Piece[] = Array.from({ length: 10 }, () => async () => {
    done += 1;
    if (done === 10) pieces.push(async () => void (done += 1));
  });
  worker.add(createQueue('mails', pieces));
  await worker.drain();
  expect(done).toBe(11);
});

function openRepeated(run: () => Promise<number | undefined>) {
  const world = openWorker();
  world.worker.add(every(MINUTE_MS, { name: 'sweep', clock: world.clock, run }));
  world.worker.start();
  return world;
}

it('what is done at an interval is done at the start, then after each interval, and when it is woken', async () => {
  let runs = 0;
  const { clock, worker } = openRepeated(async () => {
    runs += 1;
    return undefined;
  });
  await clock.advance(MINUTE_MS - 1);
  expect(runs).toBe(1);
  await clock.advance(1);
  expect(runs).toBe(2);
  worker.wake('sweep');
  await clock.advance(1);
  expect(runs).toBe(3);
});

it('what is woken while it runs is run once more', async () => {
  let runs = 0;
  const { clock, worker } = openRepeated(async () => {
    runs += 1;
    await clock.sleep(100);
    return undefined;
  });
  await clock.advance(50);
  worker.wake('sweep');
  worker.wake('sweep');
  await clock.advance(1000);
  expect(runs).toBe(2);
});

it('says of the kinds that it started what runs, failed and waits, and when it looked', async () => {
  const { clock, worker } = openWorker();
  const { promise, resolve } = Promise.withResolvers<void>();
  let isAway = false;
  const pieces: Piece[] = [() => promise, () => Promise.reject(new Error('refused')), async () => {}];
  const mails = createQueue('mails', pieces, {
    async claim(limit) {
      if (isAway) throw new Error('the database is away');
      return pieces.splice(0, limit);
    },
  });
  worker.add(mails, createQueue('jobs', [async () => {}]));
  expect([worker.getStates(), await worker.fetchBacklogs()]).toEqual([[], []]);
  worker.start(['mails']);
  const startedAt = clock.now();
  expect(worker.getStates()).toEqual([{ name: 'mails', running: 0, failures: 0, lookedAt: undefined }]);
  expect(await worker.fetchBacklogs()).toEqual([{ name: 'mails', due: 3, lateMs: 0 }]);
  await clock.advance(1);
  expect(worker.getStates()).toEqual([{ name: 'mails', running: 1, failures: 1, lookedAt: startedAt }]);
  isAway = true;
  resolve();
  await clock.advance(1);
  expect(worker.getStates()).toEqual([{ name: 'mails', running: 0, failures: 2, lookedAt: startedAt }]);
});

it('a look that never ends is no progress, and is named', async () => {
  const { clock, worker } = openWorker();
  const look = Promise.withResolvers<Piece[]>();
  worker.add(createQueue('mails', [], { claim: () => look.promise }));
  worker.assertProgress();
  worker.start();
  await clock.advance(STALL_MS);
  worker.assertProgress();
  await clock.advance(1);
  expect(() => worker.assertProgress()).toThrow(new NotReadyError('Background work stands still: mails'));
  look.resolve([]);
  await clock.advance(0);
  worker.assertProgress();
});

it('a kind none of whose pieces ends by its time-out stands still, and is named', async () => {
  const { clock, worker } = openWorker();
  const { promise, resolve } = Promise.withResolvers<void>();
  const deaf = () => promise;
  worker.add(
    createQueue('mails', [deaf, deaf], { timeoutMs: 1000 }),
    createQueue('jobs', [deaf], { timeoutMs: 1000 }),
  );
  worker.start();
  await clock.advance(1000 + STALL_MS);
  worker.assertProgress();
  await clock.advance(1);
  // There is room for another job.
  expect(() => worker.assertProgress()).toThrow(new NotReadyError('Background work stands still: mails'));
  resolve();
  await clock.advance(1);
  worker.assertProgress();
});

it('what is done at an interval is late from its time on', async () => {
  const clock = createManualClock();
  const work = every(1000, { name: 'retention', clock, run: async () => {} });
  expect(await work.fetchBacklog()).toEqual({ due: 1, lateMs: 0 });
  const [piece] = await work.claim(1);
  await piece?.(new AbortController().signal);
  await clock.advance(999);
  expect(await work.fetchBacklog()).toEqual({ due: 0, lateMs: 0 });
  await clock.advance(1);
  expect(await work.fetchBacklog()).toEqual({ due: 1, lateMs: 0 });
  await clock.advance(500);
  expect(await work.fetchBacklog()).toEqual({ due: 1, lateMs: 500 });
});

it('more to do is done at once, with a turn of others in between', async () => {
  const order: string[] = [];
  let left = 3;
  const { clock, worker } = openRepeated(async () => {
    order.push('slice');
    left -= 1;
    return left > 0 ? clock.now() : undefined;
  });
  worker.add(every(MINUTE_MS, { name: 'other', clock, run: async () => void order.push('other') }));
  await clock.advance(10);
  expect(order.filter((name) => name === 'slice')).toHaveLength(3);
  expect(order.indexOf('other')).toBeLessThan(order.lastIndexOf('slice'));
});

it.each([NaN, -Infinity, 0, -8.64e15])(
  'a next time of %s does not spin and does not end the work',
  async (next) => {
    let runs = 0;
    const { clock } = openRepeated(async () => {
      runs += 1;
      return next;
    });
    await clock.advance(10_500);
    expect(runs).toBe(11);
  },
);

it.each([-500, 500])(
  'what is done at an interval goes on although the clock was set by %i days',
  async (days) => {
    let runs = 0;
    const { clock } = openRepeated(async () => {
      runs += 1;
      return undefined;
    });
    await clock.advance(1000);
    clock.set(clock.now() + days * 86_400_000);
    await clock.advance(MINUTE_MS);
    const before = runs;
    expect(before).toBeGreaterThan(1);
    await clock.advance(2 * MINUTE_MS);
    expect(runs).toBe(before + 2);
  },
);

it('what fails is repeated a second later', async () => {
  let runs = 0;
  const { clock, error } = openRepeated(async () => {
    runs += 1;
    if (runs < 3) throw new Error('the disk is full');
    return undefined;
  });
  await clock.advance(999);
  expect(runs).toBe(1);
  await clock.advance(10_000);
  expect(runs).toBe(3);
  expect(error).toHaveBeenCalledTimes(2);
});
