import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toBatches } from '#contract/to-batches.ts';
import type { EndpointName } from '#console/api/call.ts';
import { endpointKey } from '#console/api/endpoint-query.ts';
import { queryClient } from '#console/api/query-client.ts';

interface Keyed {
  key: string;
}

export interface LookUp<Item extends Keyed, Result> {
  endpoint: EndpointName;
  items: readonly Item[];
  batchSize: number;
  fetchBatch: (batch: readonly Item[], signal: AbortSignal) => Promise<readonly Result[]>;
}

/** Looks values up in batches, and hands over each batch, since a later one may fail. */
export async function runLookUp<Item extends Keyed, Result>(
  { items, batchSize, fetchBatch }: Omit<LookUp<Item, Result>, 'endpoint'>,
  signal: AbortSignal,
  onBatch: (results: ReadonlyMap<string, Result>) => void,
): Promise<void> {
  for (const batch of toBatches(items, batchSize)) {
    const results = await fetchBatch(batch, signal);
    signal.throwIfAborted();
    const found = batch.flatMap(({ key }, at): [string, Result][] =>
      at in results ? [[key, results[at] as Result]] : [],
    );
    onBatch(new Map(found));
  }
}

interface State<Result> {
  results: ReadonlyMap<string, Result>;
  isStarted: boolean;
  isRunning: boolean;
  hasStopped: boolean;
  error: Error | null;
}

const NOT_STARTED: State<never> = {
  results: new Map<string, never>(),
  isStarted: false,
  isRunning: false,
  hasStopped: false,
  error: null,
};

const STARTED: State<never> = { ...NOT_STARTED, isStarted: true, isRunning: true };

export type LookUpState = Pick<State<unknown>, 'results' | 'isRunning' | 'error'>;

/** Values without a result were not looked up: nothing is known about them. An initial look-up starts with the page. */
export function useLookUp<Item extends Keyed, Result>(initial?: LookUp<Item, Result>) {
  const [state, setState] = useState<State<Result>>(initial ? STARTED : NOT_STARTED);
  const [request, setRequest] = useState(initial);
  const controller = useRef<AbortController>(undefined);

  const run = async (next: LookUp<Item, Result>, known?: State<Result>['results']): Promise<void> => {
    controller.current?.abort();
    controller.current = new AbortController();
    const { signal } = controller.current;
    let results = known ?? new Map<string, Result>();
    const running = { isStarted: true, isRunning: true, hasStopped: known !== undefined, error: null };
    const stopped = { isStarted: true, isRunning: false, hasStopped: true };
    setState({ ...running, results });
    try {
      const items = next.items.filter(({ key }) => !known?.has(key));
      const id = crypto.randomUUID();
      // A query repeats a call that was cut off, and notices that the session ended.
      const fetchBatch = (batch: readonly Item[]) =>
        queryClient.fetchQuery({
          queryKey: endpointKey(next.endpoint, { body: [id, batch[0]?.key] }),
          queryFn: () => next.fetchBatch(batch, signal),
          gcTime: 0,
        });
      await runLookUp({ items, batchSize: next.batchSize, fetchBatch }, signal, (batch) => {
        results = new Map([...results, ...batch]);
        setState({ ...running, results });
      });
      setState({ ...stopped, results, error: null });
    } catch (error) {
      if (signal.aborted || !(error instanceof Error)) return;
      setState({ ...stopped, results, error });
    }
  };

  const startInitial = useEffectEvent(() => {
    if (initial) void run(initial);
  });
  useEffect(() => {
    const timeout = setTimeout(() => startInitial());
    return () => {
      clearTimeout(timeout);
      controller.current?.abort();
    };
  }, []);

  return {
    ...state,
    start: (next: LookUp<Item, Result>) => {
      setRequest(next);
      void run(next);
    },
    resume: () => request && void run(request, state.results),
    pause: () => {
      controller.current?.abort();
      setState((previous) => ({ ...previous, isRunning: false, hasStopped: true }));
    },
    reset: () => {
      controller.current?.abort();
      setState(NOT_STARTED);
    },
    setResults: (results: State<Result>['results']) => setState((previous) => ({ ...previous, results })),
  };
}
