import { afterEach, expect, it, vi } from 'vitest';
import { readTable } from './use-table-input.ts';
import { MAX_READING_MS } from './table-problem.ts';

class SilentWorker extends EventTarget {
  static readonly terminate = vi.fn();
  readonly postMessage = vi.fn();
  readonly terminate = SilentWorker.terminate;
}

afterEach(() => {
  vi.useRealTimers();
});

it('a table that takes too long to read is given up with a reason', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', SilentWorker);
  const reading = readTable('x').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(MAX_READING_MS - 1);
  expect(SilentWorker.terminate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await reading).toMatchObject({ code: 'too-slow' });
  expect(SilentWorker.terminate).toHaveBeenCalledOnce();
});
