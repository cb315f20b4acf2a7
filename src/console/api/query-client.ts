import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { Failure } from './failure.ts';
import { sessionSignals } from './session-signals.ts';

/** Nobody waits for these queries and mutations: they poll and prefetch. */
export const BACKGROUND = { isBackground: true };
export const isBackground = (meta: Record<string, unknown> | undefined) => meta?.isBackground === true;

/** A page reads what its loader prefetched within this time without a second request. */
export const PREFETCH_STALE_MS = 1000;

const RETRY_DELAY_MS = 300;

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
      // A read without an answer is repeated once: a kept connection may just have been closed.
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
