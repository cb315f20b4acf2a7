import type { Query } from '@tanstack/react-query';
import { MINUTE_MS, SECOND_MS } from '#contract/durations.ts';
import type { Session } from '#contract/desk/sessions.ts';
import { createBatch } from '#console/api/batch.ts';
import { Failure } from '#console/api/failure.ts';
import { queryClient } from '#console/api/query-client.ts';
import { sessionSignals } from '#console/api/session-signals.ts';
import { eraseOfflineData } from '#console/session/browser-storage.ts';
import { pruneQueries, storeQueries, storeSession } from './offline-data.ts';
import { isOffline, reachedStore } from './offline-state.ts';
import { restoreQueries } from './restore.ts';
import { type StoredQuery, isStorable } from './stored-queries.ts';

const PRUNE_INTERVAL_MS = 5 * MINUTE_MS;
const MAX_TIMER_MS = 2 ** 31 - 1;

const toStored = ({ queryKey, queryHash, state }: Query): StoredQuery => ({
  queryKey,
  queryHash,
  data: state.data,
  updatedAt: state.dataUpdatedAt,
});

/** An erasure makes stale what it has not removed. */
function isCurrent({ queryHash, data }: StoredQuery): boolean {
  const state = queryClient.getQueryCache().get(queryHash)?.state;
  return data === undefined || (state?.data !== undefined && !state.isInvalidated);
}

const isRefusal = (error: Error) => error instanceof Failure && [403, 404, 410].includes(error.status);

/** Stores what the person reads while the session lasts, and restores it offline. @returns stops it */
export function recordQueries(session: Session, endsAt: number): () => void {
  const { id } = session.person;
  const controller = new AbortController();
  const { signal } = controller;
  const batch = createBatch<StoredQuery>(
    (queries) => storeQueries(id, [...queries].filter(isCurrent), signal),
    () => SECOND_MS,
  );
  signal.addEventListener('abort', batch.stop);

  const record = (query: Query, isEdit = false) => {
    if (isStorable(query.queryKey, isEdit)) batch.add(toStored(query));
  };

  const cache = queryClient.getQueryCache();
  const unsubscribe = cache.subscribe((event) => {
    const { query } = event;
    // An inquiry that is opened from a list comes with what the list knows.
    if (event.type === 'added' && query.state.data !== undefined) record(query);
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'error' && isRefusal(action.error) && isStorable(query.queryKey, false))
      batch.add({ ...toStored(query), data: undefined });
    if (action.type !== 'success') return;
    const isEdit = action.manual === true;
    if (!(isEdit && isOffline())) record(query, isEdit);
  });
  signal.addEventListener('abort', unsubscribe);
  for (const query of cache.findAll({ predicate: ({ state }) => !state.isInvalidated }))
    if (query.state.data !== undefined) record(query);
  storeSession({ session, endsAt });

  void pruneQueries(Date.now());
  const pruning = setInterval(() => void pruneQueries(Date.now()), PRUNE_INTERVAL_MS);
  signal.addEventListener('abort', () => clearInterval(pruning));

  const end = () => {
    controller.abort();
    void eraseOfflineData();
  };
  sessionSignals.addEventListener('ended', end, { signal });
  const remainingMs = endsAt - Date.now();
  if (remainingMs <= MAX_TIMER_MS) {
    const ending = setTimeout(() => sessionSignals.notify('ended'), remainingMs);
    signal.addEventListener('abort', () => clearTimeout(ending));
  }

  if (!navigator.onLine) void restoreQueries();
  addEventListener('offline', () => void restoreQueries(), { signal });
  addEventListener('online', () => !reachedStore.get() && void queryClient.invalidateQueries(), { signal });
  return () => controller.abort();
}
