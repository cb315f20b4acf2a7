import { expect, it } from 'vitest';
import { DatabaseUnavailableError } from './database-unavailable-error.ts';
import { FairQueue, type TaskOwner } from './fair-queue.ts';

/** A queue whose tasks end when the test says so. */
function openQueue(slots: number) {
  const queue = new FairQueue(slots);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, owner: Partial<TaskOwner> = {}) =>
    queue.run({ key: name.charAt(0), ...owner }, async () => {
      started.push(name);
      const ended = Promise.withResolvers<void>();
      ends.set(name, ended.resolve);
      await ended.promise;
      return name;
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { run, started, end };
}

/** Lets everything run that waits for nothing. */
const settle = () => new Promise((resolve) => void setImmediate(resolve));

it('owners have turns, however many tasks one of them has', async () => {
  const { run, started, end } = openQueue(1);
  const results = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => run(name));
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  expect(await Promise.all(results)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
});

it('a slot is left for other owners, and for short tasks', async () => {
  const { run, started, end } = openQueue(3);
  void run('a1');
  void run('a2');
  void run('a3');
  void run('b1', { isLong: true });
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  await end('a2');
  await end('a3');
  void run('c1', { isLong: true });
  void run('d1', { isLong: true });
  void run('e1');
  expect(started.slice(4)).toEqual(['c1', 'e1']);
  await end('b1');
  expect(started.slice(6)).toEqual(['d1']);
});

it('a short task passes a long one of its owner that has to wait', async () => {
  const { run, started, end } = openQueue(3);
  for (const name of ['b1', 'c1']) void run(name, { isLong: true });
  void run('d1');
  void run('a1', { isLong: true });
  void run('a2');
  await end('d1');
  expect(started).toEqual(['b1', 'c1', 'd1', 'a2']);
});

it('the abort of a task that has started leaves the turn of its owner as it is', async () => {
  const { run, started, end } = openQueue(1);
  const abort = new AbortController();
  void run('x1');
  void run('a1', { signal: abort.signal });
  void run('a2');
  await end('x1');
  void run('b1');
  abort.abort();
  await end('a1');
  expect(started).toEqual(['x1', 'a1', 'a2']);
});

it('an owner that is given as one object occupies a slot for each of its tasks', async () => {
  const owner: TaskOwner = { key: 'a' };
  const queue = new FairQueue(3);
  const names: number[] = [];
  const ended = Promise.withResolvers<void>();
  const tasks = [1, 2, 3].map((name) =>
    queue.run(owner, () => {
      names.push(name);
      return ended.promise;
    }),
  );
  expect(names).toEqual([1, 2]);
  ended.resolve();
  await Promise.all(tasks);
});

it('waiting tasks are bounded, by owner and in total', async () => {
  const { run } = openQueue(1);
  void run('a0');
  const drop = new AbortController();
  const waiting = Array.from({ length: 64 }, () => run('b', { signal: drop.signal }));
  await expect(run('b')).rejects.toBeInstanceOf(DatabaseUnavailableError);
  for (let owner = 0; owner < 7; owner++)
    for (let task = 0; task < 64; task++) waiting.push(run('-', { key: `${owner}`, signal: drop.signal }));
  await expect(run('c')).rejects.toBeInstanceOf(DatabaseUnavailableError);
  drop.abort();
  await Promise.allSettled(waiting);
  const drop2 = new AbortController();
  const next = run('b', { signal: drop2.signal });
  drop2.abort();
  await expect(next).rejects.toMatchObject({ name: 'AbortError' });
});

it('an aborted task leaves the queue and is never started', async () => {
  const { run, started, end } = openQueue(1);
  void run('a1');
  const abort = new AbortController();
  const dropped = run('b1', { signal: abort.signal });
  void run('c1');
  abort.abort();
  await expect(dropped).rejects.toMatchObject({ name: 'AbortError' });
  await expect(run('d1', { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
  await end('a1');
  expect(started).toEqual(['a1', 'c1']);
});

it('a failed task frees its slot', async () => {
  const queue = new FairQueue(1);
  const failed = queue.run({ key: 'a' }, () => Promise.reject(new Error('no')));
  const next = queue.run({ key: 'b' }, () => Promise.resolve('yes'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
