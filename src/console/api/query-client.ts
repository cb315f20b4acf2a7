import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { Failure } from './failure.ts';
import { sessionSignals } from './session-signals.ts';

/** `meta` of queries and mutations that the person does not wait for: polling, prefetching. */
export const BACKGROUND = { isBackground: true };
export const isBackground = (meta: Record<string, unknown> | undefined) => meta?.isBackground === true;

/** `staleTime` of queries that a loader prefetches, and the page then reads at once without a second request. */
export const PREFETCH_STALE_MS = 1000;

const RETRY_DELAY_MS = 300;

/** Effects of a mutation on the query cache, in its `meta`; see `endpointMutation`. */
export interface MutationEffects {
  update?(reply: unknown, variables: unknown): void;
  remove?(variables: unknown): unknown;
  getStaleKeys(variables: unknown, error: Error | null): readonly QueryKey[];
  awaitsRefetch?: boolean | undefined;
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { isBackground?: boolean; effects?: MutationEffects };
  }
}

const onError = (error: Error) => {
  if (error instanceof Failure && error.isUnauthenticated) sessionSignals.notify('ended');
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({
    onError,
    onSuccess: (reply, variables, _result, { meta }) => meta?.effects?.update?.(reply, variables),
    // After `onSuccess` of the component, which may leave the page whose data is removed.
    onSettled: async (_reply, error, variables, _result, { meta }) => {
      const effects = meta?.effects;
      if (!effects) return;
      const removal = error ? undefined : effects.remove?.(variables);
      const refetches = effects
        .getStaleKeys(variables, error)
        .map((queryKey) => queryClient.invalidateQueries({ queryKey }));
      if (effects.awaitsRefetch) await Promise.all([removal, ...refetches]);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      // Rows never move by themselves: a person refreshes, and the gateway repeats what may be repeated.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // Once where no answer came: a kept connection that had just been closed, a phone between two masts.
      retry: (failures, error) =>
        failures === 0 && error instanceof Failure && error.kind === 'network' && !error.isTimeout,
      retryDelay: RETRY_DELAY_MS,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

export async function cancelAndInvalidate(queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
}
