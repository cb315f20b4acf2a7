import { onlineManager } from '@tanstack/react-query';
import { queryClient } from '#console/api/query-client.ts';
import { createStore, useStore } from '#console/api/store.ts';
import { isStoredPage } from '#console/session/session.ts';
import { useOnline } from '#console/ui/use-online.ts';

/** A page that was loaded without the gateway has not reached it until a call is answered. */
export const reachedStore = createStore(!isStoredPage());

/** @returns stops it */
export function watchAnswers(): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual)
      reachedStore.set(true);
  });
}

export const isOffline = (): boolean => !onlineManager.isOnline() || !reachedStore.get();

export function useIsOffline(): boolean {
  const isOnline = useOnline();
  const isReached = useStore(reachedStore);
  return !isOnline || !isReached;
}
