import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Session, sessionEndpoints } from '#contract/desk/sessions.ts';
import { call } from '#console/api/call.ts';
import { endpointKey } from '#console/api/endpoint-query.ts';
import { BACKGROUND } from '#console/api/query-client.ts';
import { sessionSignals } from '#console/api/session-signals.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { onTabMessage, postTabMessage } from './tab-messages.ts';

export interface SessionExpiry {
  endsAt: number;
  endsAtLatest: number;
  idleTimeoutMs: number;
  isEnding: boolean;
  isEstimate: boolean;
}

const WARNING_MS = 2 * MINUTE_MS;
/** The gateway records activity this seldom: a session may end so much earlier than estimated here. */
const RECORD_INTERVAL_MS = MINUTE_MS;
const KEEP_ALIVE_INTERVAL_MS = 5 * MINUTE_MS;
const CHECK_RETRY_MS = 10_000;
const MIN_CHECK_INTERVAL_MS = 1000;

/** Activity in any tab extends the estimate; before the person is warned, the gateway is asked. */
export function useSessionExpiry(session: Session, startedAt: number) {
  const client = useQueryClient();
  const [endedSession, setEndedSession] = useState<number>();
  const isEnded = endedSession === startedAt;
  const { queryKey, ...options } = expiryQuery(session, startedAt);
  const { data: expiry } = useQuery({ ...options, queryKey, enabled: !isEnded });
  const { mutate: keepAlive } = useMutation({
    meta: BACKGROUND,
    mutationFn: () => call(sessionEndpoints.viewSession),
    onSuccess: (session) =>
      client.setQueryData(queryKey, (expiry) => toExpiry(session, expiry?.idleTimeoutMs)),
  });

  useEffect(() => {
    if (isEnded) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const key = expiryKey(startedAt);
    let activeAt = Date.now();
    const extend = () => {
      activeAt = Date.now();
      client.setQueryData(key, (expiry?: SessionExpiry) => expiry && extendExpiry(expiry));
    };
    const onInput = () => {
      const { idleTimeoutMs = 0 } = client.getQueryData<SessionExpiry>(key) ?? {};
      if (Date.now() - activeAt < Math.min(KEEP_ALIVE_INTERVAL_MS, idleTimeoutMs / 3)) return;
      activeAt = Date.now();
      keepAlive();
    };
    const onActivity = () => {
      extend();
      postTabMessage({ type: 'activity' });
    };
    for (const event of ['pointerdown', 'keydown']) addEventListener(event, onInput, { signal });
    sessionSignals.addEventListener('activity', onActivity, { signal });
    sessionSignals.addEventListener('ended', () => setEndedSession(startedAt), { signal });
    const unsubscribe = onTabMessage(({ type }) => type === 'activity' && extend());
    return () => {
      controller.abort();
      unsubscribe();
    };
  }, [client, isEnded, keepAlive, startedAt]);

  return { expiry, isEnded, keepAlive, end: () => setEndedSession(startedAt) };
}

const expiryKey = (startedAt: number) => endpointKey('viewSession', {}, `expiry ${startedAt}`);

const expiryQuery = (session: Session, startedAt: number) =>
  queryOptions({
    queryKey: expiryKey(startedAt),
    queryFn: async ({ client, queryKey, signal }) => {
      const session = await call(sessionEndpoints.viewSession, { signal, isBackground: true });
      return toExpiry(session, client.getQueryData<SessionExpiry>(queryKey)?.idleTimeoutMs);
    },
    initialData: () => toExpiry(session),
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.error || !state.data ? CHECK_RETRY_MS : nextCheckMs(state.data)),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: ({ state }) => {
      const { data } = state;
      return data !== undefined && Date.now() > data.endsAt - warningMs(data) && 'always';
    },
  });

function toExpiry({ endsInMs, endsAtLatestInMs }: Session, idleTimeoutMs = 0): SessionExpiry {
  const now = Date.now();
  const expiry = {
    endsAt: now + endsInMs,
    endsAtLatest: now + endsAtLatestInMs,
    idleTimeoutMs: Math.max(idleTimeoutMs, endsInMs),
  };
  return { ...expiry, isEnding: endsInMs <= warningMs(expiry), isEstimate: false };
}

function extendExpiry(expiry: SessionExpiry): SessionExpiry {
  const endsAt = Math.min(Date.now() + expiry.idleTimeoutMs, expiry.endsAtLatest);
  const isEnding = expiry.isEnding && endsAt - Date.now() <= warningMs(expiry);
  return { ...expiry, endsAt, isEnding, isEstimate: true };
}

function warningMs({ idleTimeoutMs }: Pick<SessionExpiry, 'idleTimeoutMs'>): number {
  return idleTimeoutMs > WARNING_MS ? WARNING_MS : idleTimeoutMs / 2;
}

function nextCheckMs(expiry: SessionExpiry): number {
  const margin = expiry.isEstimate ? Math.min(RECORD_INTERVAL_MS, expiry.idleTimeoutMs / 10) : 0;
  const checkAt = expiry.isEnding ? expiry.endsAt : expiry.endsAt - warningMs(expiry) - margin;
  return Math.max(checkAt - Date.now(), MIN_CHECK_INTERVAL_MS);
}
