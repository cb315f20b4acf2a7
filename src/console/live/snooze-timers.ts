import { QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import type { FollowUp, FollowUps } from '#contract/desk/follow-up.ts';
import { isSnoozeExpired, isSnoozed } from '#contract/follow-up/follow-up-state.ts';
import type { EndpointKey } from '#console/api/endpoint-query.ts';
import { BACKGROUND, queryClient } from '#console/api/query-client.ts';
import type { InquiryKey } from '#console/inquiries/inquiry-queries.ts';
import { unreadBadge } from './unread-badge.ts';

// The gateway sends no event when a snooze expires: the page sets timers.

const START_DELAY_MS = 3000;
const MAX_TIMEOUT_MS = 2_147_483_647;

export type SnoozedFollowUpsQuery = (
  adminMail: string,
) => Pick<QueryObserverOptions<FollowUps, Error, FollowUps, FollowUps, EndpointKey>, 'queryKey' | 'queryFn'>;

interface Options {
  personId: string;
  getAgencies: () => readonly string[];
  snoozedFollowUpsQuery: SnoozedFollowUpsQuery;
  /** `key` is the same in all tabs, and differs between snoozes of an inquiry. */
  onExpired: (inquiry: InquiryKey, key: string) => void;
}

export function startSnoozeTimers({ getAgencies, ...options }: Options): () => void {
  let stops: (() => void)[] = [];
  const timer = setTimeout(() => {
    stops = getAgencies().map((adminMail) => watchSnoozes(adminMail, options));
  }, START_DELAY_MS);
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

function watchSnoozes(
  adminMail: string,
  { personId, snoozedFollowUpsQuery, onExpired }: Omit<Options, 'getAgencies'>,
): () => void {
  const observer = new QueryObserver(queryClient, { ...snoozedFollowUpsQuery(adminMail), meta: BACKGROUND });
  const startedAt = Date.now();
  const reportedKeys = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    clearTimeout(timer);
    const now = Date.now();
    const { data } = observer.getCurrentResult();
    if (!data) return;
    const own = data.followUps.filter(
      (followUp) => isSnoozed(followUp, now) && (followUp.claimedBy?.id ?? personId) === personId,
    );
    const expired = own.filter((followUp) => isSnoozeExpired(followUp, now));
    for (const { sid, snoozedUntil } of expired) {
      const key = `${sid} ${snoozedUntil}`;
      if ((snoozedUntil ?? 0) < startedAt || reportedKeys.has(key)) continue;
      reportedKeys.add(key);
      unreadBadge.add(adminMail, sid, { isSnoozeExpired: true });
      onExpired({ adminMail, sid }, key);
    }
    unreadBadge.retainExpiredSnoozes(adminMail, new Set(expired.map(({ sid }) => sid.toUpperCase())));
    const nextAt = findNextExpiry(own, now);
    if (nextAt !== undefined) timer = setTimeout(check, Math.min(nextAt - now + 1, MAX_TIMEOUT_MS));
  };
  const unsubscribe = observer.subscribe(check);
  check();
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

function findNextExpiry(followUps: readonly FollowUp[], now: number): number | undefined {
  const times = followUps.map(({ snoozedUntil }) => snoozedUntil ?? 0).filter((at) => at > now);
  return times.length > 0 ? Math.min(...times) : undefined;
}
