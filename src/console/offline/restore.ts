import { onlineManager } from '@tanstack/react-query';
import { queryClient } from '#console/api/query-client.ts';
import { eraseOfflineData } from '#console/session/browser-storage.ts';
import { setSession } from '#console/session/session.ts';
import { applyDensity } from '#console/ui/stored-density.ts';
import { loadQueries, loadSession } from './offline-data.ts';

/** Gives a page that was loaded without the gateway its session, while that lasts, and what was read in it. */
export async function restoreSession(): Promise<void> {
  if (!navigator.onLine) onlineManager.setOnline(false);
  const now = Date.now();
  const stored = loadSession(now);
  if (!stored) return eraseOfflineData();
  const { session, endsAt } = stored;
  const remainingMs = endsAt - now;
  setSession({
    ...session,
    endsInMs: Math.min(session.endsInMs, remainingMs),
    endsAtLatestInMs: remainingMs,
  });
  applyDensity(session.person.id);
  return restoreQueries();
}

export async function restoreQueries(): Promise<void> {
  for (const { queryKey, queryHash, data, updatedAt } of await loadQueries(Date.now())) {
    const query = queryClient.getQueryCache().build(queryClient, { queryKey, queryHash, gcTime: Infinity });
    if (query.state.dataUpdatedAt < updatedAt) query.setData(data, { updatedAt, manual: true });
  }
}
