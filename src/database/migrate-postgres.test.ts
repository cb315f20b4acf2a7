import { afterEach, expect, it, vi } from 'vitest';
import { acquireLock } from './migrate-postgres.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A connection that gets the lock at the given try. */
function connection(tries: number) {
  let tried = 0;
  return { query: async () => (++tried < tries ? [] : [{}]), close: () => {} };
}

it('a process that waits for a migration says so once', async () => {
  const log = vi.spyOn(process, 'emitWarning').mockReturnValue();
  await acquireLock(connection(4), { noticeMs: 0 });
  expect(log.mock.calls).toEqual([['Waiting for another process that migrates the database']]);
});

it('a process that gets the lock at once says nothing', async () => {
  const log = vi.spyOn(process, 'emitWarning').mockReturnValue();
  await acquireLock(connection(1), { noticeMs: 0 });
  expect(log).not.toHaveBeenCalled();
});

it('a process that waits for too long gives up and says what to do', async () => {
  vi.spyOn(process, 'emitWarning').mockReturnValue();
  await expect(acquireLock(connection(Infinity), { noticeMs: 0, maxWaitMs: 0 })).rejects.toThrow(
    /^Another process has been migrating the database for more than 0 s\. Find its connection/,
  );
});
