import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#console/api/query-client.ts';
import { createRefetchBatch } from './event-handling.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

it('a query is refetched at once, and then at most once in the interval', async () => {
  const queryFn = vi.fn(() => Promise.resolve(1));
  const observer = new QueryObserver(queryClient, { queryKey: ['overview', 'now'], queryFn });
  const unsubscribe = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  expect(queryFn).toHaveBeenCalledTimes(1);

  const batch = createRefetchBatch(30_000);
  batch.add(['overview']);
  await vi.advanceTimersByTimeAsync(100);
  expect(queryFn).toHaveBeenCalledTimes(2);
  for (let second = 0; second < 60; second++) {
    batch.add(['overview']);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(queryFn).toHaveBeenCalledTimes(4);
  batch.stop();
  unsubscribe();
});
