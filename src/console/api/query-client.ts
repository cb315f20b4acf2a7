import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { Failure } from './failure.ts';

/** `meta` of what the page asks by itself: polling, prefetching. */
export const BACKGROUND = { isBackground: true };
export const isBackground = (meta: Record<string, unknown> | undefined) => meta?.isBackground === true;

/** What was read so recently, ms, is not read again by the page that it was read for. */
export const PREFETCH_STALE_MS = 1000;

const RETRY_MS = 300;

/** Called when an answer says that nobody is signed in any more; the shell asks to sign in over the page. */
let onSessionEnded = () => {};
export function whenSessionEnds(listener: () => void): void {
  onSessionEnded = listener;
}

const onError = (error: Error) => {
  if (error instanceof Failure && error.isUnauthenticated) onSessionEnded();
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      // Rows never move by themselves: a person refreshes, and the gateway repeats what may be repeated.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // Once where no answer came: a kept connection that had just been closed, a phone between two masts.
      retry: (failures, error) =>
        failures === 0 && error instanceof Failure && error.kind === 'network' && !error.isTimeout,
      retryDelay: RETRY_MS,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** Reads again what is shown of it, and the rest when it is shown next; an answer that is on its way is too old. */
export async function readAgain(queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
}
