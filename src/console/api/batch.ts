import { queryClient } from './query-client.ts';

const RETRY_MS = 80;

/**
 * Collects items and flushes them together after a delay, ms. A flush waits while a mutation is pending: what it reads
 * would replace the optimistic data.
 */
export function createBatch<Item>(flush: (items: ReadonlySet<Item>) => unknown, delayMs: () => number) {
  let items = new Set<Item>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    if (queryClient.isMutating() > 0) {
      timer = setTimeout(run, RETRY_MS);
      return;
    }
    const batch = items;
    timer = undefined;
    items = new Set();
    void flush(batch);
  };
  return {
    add: (item: Item) => {
      items.add(item);
      timer ??= setTimeout(run, delayMs());
    },
    stop: () => clearTimeout(timer),
  };
}
