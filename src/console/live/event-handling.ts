import { type Query, type QueryKey, hashKey } from '@tanstack/react-query';
import type { FollowUpDetail } from '#contract/desk/follow-up.ts';
import type { LiveData, LiveEvent, Looking } from '#contract/desk/live.ts';
import { sessionEndpoints } from '#contract/desk/sessions.ts';
import { type EndpointKey, endpointKey, endpointQuery } from '#console/api/endpoint-query.ts';
import { createBatch } from '#console/api/batch.ts';
import { isRetryable } from '#console/api/failure.ts';
import { BACKGROUND, queryClient } from '#console/api/query-client.ts';
import { createStore, useStore } from '#console/api/store.ts';
import { type InquiryKey, NEW_INQUIRIES_KEY } from '#console/inquiries/inquiry-queries.ts';
import { refreshRows } from '#console/inquiries/refresh-rows.ts';
import { eraseStoredQueries } from '#console/session/browser-storage.ts';
import { CATCH_UP_KEYS, THROTTLED_KEYS, getInvalidatedKeys } from './live-invalidation.ts';
import { subscribeToSharedStream } from './shared-stream.ts';
import { DISCONNECTED, type StreamStatus, isStreamLive } from './stream-state.ts';

const REFETCH_BATCH_MS = 80;
const MIN_REFETCH_INTERVAL_MS = 1000;
const MIN_THROTTLED_INTERVAL_MS = 30_000;
/** A page that becomes visible also gets the focus: within this time one catch-up is enough, ms. */
const CATCH_UP_INTERVAL_MS = 2000;
/** The gateway sends the event of this tab's own change within this time, ms. */
const OWN_EVENT_MS = 3000;

interface Handlers {
  onConnect: () => void;
  onArrival: (inquiry: InquiryKey, isLeader: boolean) => void;
  onLate: (inquiry: InquiryKey, isLeader: boolean) => void;
  onColleagueNotice: (notice: Extract<LiveEvent, { kind: 'mention' | 'nudge' }>, isLeader: boolean) => void;
  onWebhookAlarm: (alarm: Extract<LiveEvent, { kind: 'missed' | 'canary' }>) => void;
  onFollowUpChange: (inquiry: InquiryKey) => void;
}

const liveStore = createStore(false);

export const useIsLive = (): boolean => useStore(liveStore);

export const presenceKey = (adminMail: string, sid: string) =>
  endpointKey('noteLooking', { params: { adminMail, sid } });

export function startLiveUpdates(
  personId: string,
  { onConnect, onArrival, onLate, onColleagueNotice, onWebhookAlarm, onFollowUpChange }: Handlers,
): () => void {
  let wasConnected = false;
  let caughtUpAt = 0;
  const batch = createRefetchBatch(MIN_REFETCH_INTERVAL_MS);
  const throttledBatch = createRefetchBatch(MIN_THROTTLED_INTERVAL_MS);
  const throttledHashes = new Set(THROTTLED_KEYS.map(hashKey));
  const invalidate = (keys: readonly EndpointKey[]) => {
    for (const key of keys) (throttledHashes.has(hashKey(key)) ? throttledBatch : batch).add(key);
  };

  const catchUp = () => {
    if (document.visibilityState === 'hidden' || Date.now() - caughtUpAt < CATCH_UP_INTERVAL_MS) return;
    caughtUpAt = Date.now();
    invalidate(CATCH_UP_KEYS);
    refreshRows();
  };
  const handleStatusChange = (status: StreamStatus) => {
    const isLive = isStreamLive(status, Date.now());
    if (isLive !== liveStore.get()) {
      liveStore.set(isLive);
      if (isLive) catchUp();
      else invalidate([NEW_INQUIRIES_KEY]);
    }
    if (status.connected && !wasConnected) {
      onConnect();
      catchUp();
    }
    wasConnected = status.connected;
  };
  const handleEvent = (event: LiveEvent, isLeader: boolean) => {
    if (event.kind === 'looking') {
      const { adminMail, sid, people } = event.data;
      queryClient.setQueryData<Looking>(presenceKey(adminMail, sid), (presence) => presence && { people });
      return;
    }
    if (event.kind === 'inquiry') onArrival(event.data, isLeader);
    if (event.kind === 'late') onLate(event.data, isLeader);
    if (event.kind === 'mention' || event.kind === 'nudge') onColleagueNotice(event, isLeader);
    if (event.kind === 'missed' || event.kind === 'canary') onWebhookAlarm(event);
    if (event.kind === 'follow-up') {
      onFollowUpChange(event.data);
      if (isOwnChange(event.data)) return;
      refreshRows(event.data);
    }
    if (event.kind === 'follow-ups') {
      for (const inquiry of event.data.inquiries) {
        onFollowUpChange(inquiry);
        refreshRows(inquiry);
      }
    }
    invalidate(getInvalidatedKeys(event));
    if (event.kind === 'reset') {
      void eraseStoredQueries();
      refreshRows();
      void queryClient.refetchQueries({ type: 'active', predicate: isRefused });
    }
  };
  /** The version alone is not enough: notes do not change it. */
  const isOwnChange = ({ adminMail, sid, version, by }: LiveData<'follow-up'>): boolean => {
    if (by !== personId) return false;
    const now = Date.now();
    const mutations = queryClient.getMutationCache().getAll();
    const hasJustWritten = mutations.some(({ state }) => now - state.submittedAt < OWN_EVENT_MS);
    return hasJustWritten && getFollowUpVersion({ adminMail, sid }) >= version;
  };
  const unsubscribe = subscribeToSharedStream(personId, {
    onEvent: handleEvent,
    onStatusChange: handleStatusChange,
    onRefused: checkSession,
    onWake: catchUp,
  });

  const listenersAbort = new AbortController();
  const { signal } = listenersAbort;
  const handleBlur = () => {
    caughtUpAt = 0;
  };
  const handleFocus = () => {
    if (document.visibilityState === 'hidden') {
      handleBlur();
      return;
    }
    catchUp();
    const queries = queryClient.getQueryCache().findAll({ type: 'active', predicate: isStale });
    invalidate(queries.map(({ queryKey }) => queryKey as EndpointKey));
  };
  document.addEventListener('visibilitychange', handleFocus, { signal });
  addEventListener('focus', handleFocus, { signal });
  addEventListener('blur', handleBlur, { signal });
  return () => {
    unsubscribe();
    batch.stop();
    throttledBatch.stop();
    listenersAbort.abort();
    handleStatusChange(DISCONNECTED);
  };
}

function checkSession(): void {
  void queryClient
    .fetchQuery({
      ...endpointQuery(sessionEndpoints.viewSession, {}, { variant: 'check', meta: BACKGROUND }),
      staleTime: 0,
    })
    .catch(() => {});
}

/** Pages of the service's list keep their rows until somebody refreshes them. */
function isStale({ state, queryKey: [name] }: Query): boolean {
  return state.isInvalidated && name !== 'listInquiries';
}

function getFollowUpVersion(inquiry: InquiryKey): number {
  const key = endpointKey('viewFollowUp', { params: { ...inquiry } });
  return queryClient.getQueryData<FollowUpDetail>(key)?.followUp.version ?? -1;
}

function isRefused({ state: { data, error } }: Query): boolean {
  return data === undefined && error !== null && !isRetryable(error);
}

export function createRefetchBatch(minIntervalMs: number) {
  let refetchedAt = 0;
  return createBatch<QueryKey>(
    (keys) => {
      refetchedAt = Date.now();
      const uniqueKeys = new Map([...keys].map((key) => [hashKey(key), key]));
      for (const key of uniqueKeys.values()) refetchInBackground(key);
    },
    () => Math.max(REFETCH_BATCH_MS, refetchedAt + minIntervalMs - Date.now()),
  );
}

function refetchInBackground(queryKey: QueryKey): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    query.invalidate();
    if (!query.isActive() || document.visibilityState === 'hidden' || isRefused(query)) continue;
    query.setOptions({ ...query.options, meta: BACKGROUND });
    void refetchQuery(query.queryKey);
  }
}

async function refetchQuery(queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true });
  await queryClient.refetchQueries({ queryKey, exact: true });
}
