import { queryClient } from './query-client.ts';

const FLUSH_RETRY_MS = 80;

/** Flushes after `delayMs`, but not while a mutation is pending: a read would replace its optimistic data. */
export function createBatch<Item>(flush: (items: ReadonlySet<Item>) => unknown, delayMs: () => number) {
  let items = new Set<Item>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    if (queryClient.isMutating() > 0) {
      timer = setTimeout(run, FLUSH_RETRY_MS);
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
