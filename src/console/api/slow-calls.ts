import type { Query } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** A call that takes longer than this is spoken of, ms. */
export const SLOW_MS = 2000;

const timers = new Map<string, ReturnType<typeof setTimeout>>();
const slow = new Map<string, 'reading' | 'writing'>();
const listeners = new Set<() => void>();

/** Whether something that is shown or was done has waited for its answer for `SLOW_MS`; writing counts more. */
export function slowCall(): 'reading' | 'writing' | undefined {
  const kinds = [...slow.values()];
  return kinds.find((kind) => kind === 'writing') ?? kinds[0];
}

export function subscribeToSlowCalls(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}

function begin(key: string, kind: 'reading' | 'writing', isAwaited: () => boolean): void {
  if (timers.has(key)) return;
  const timer = setTimeout(() => {
    if (!isAwaited()) return;
    slow.set(key, kind);
    notify();
  }, SLOW_MS);
  timers.set(key, timer);
}

function end(key: string): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
  if (slow.delete(key)) notify();
}

const isFetching = ({ state }: Query) => state.fetchStatus === 'fetching';

queryClient.getQueryCache().subscribe(({ type, query }) => {
  const key = `query ${query.queryHash}`;
  if (type !== 'removed' && isFetching(query)) begin(key, 'reading', () => query.isActive());
  else end(key);
});

queryClient.getMutationCache().subscribe(({ mutation }) => {
  if (!mutation) return;
  const key = `mutation ${mutation.mutationId}`;
  if (mutation.state.status === 'pending') begin(key, 'writing', () => true);
  else end(key);
});
