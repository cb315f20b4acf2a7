import { useEffect } from 'react';
import { getLastAgency } from '#console/agency-select/last-agency.ts';
import { loadCode } from '#console/api/load-code.ts';
import { queryClient } from '#console/api/query-client.ts';
import { snoozedFollowUpsQuery } from '#console/follow-up/follow-up-queries.ts';
import { LiveEventEffects, type LiveEventEffectsDependencies } from '#console/live/LiveEventEffects.tsx';
import { storedChangeKeys } from '#console/session/browser-storage.ts';
import { sessionQuery } from '#console/session/session.ts';
import { startPageLatencyReports } from './page-latency-reports.ts';

const DEPENDENCIES: LiveEventEffectsDependencies = {
  snoozedFollowUpsQuery,
  getCurrentAgency: () => {
    const session = queryClient.getQueryData(sessionQuery().queryKey);
    return session ? getLastAgency(session) : undefined;
  },
  onConnect: resumePendingChanges,
};

export function LiveConnection() {
  useEffect(startPageLatencyReports, []);
  useEffect(() => {
    resumePendingChanges();
    addEventListener('online', resumePendingChanges);
    return () => removeEventListener('online', resumePendingChanges);
  }, []);
  return <LiveEventEffects dependencies={DEPENDENCIES} />;
}

/** Loads the queue only where changes are pending, so that other pages are spared its code. */
function resumePendingChanges(): void {
  if (storedChangeKeys().length === 0) return;
  loadCode(() => import('#console/follow-up/change-store.ts'))
    .then(({ changeStore }) => changeStore.retryUnanswered())
    .catch(() => {
      // The changes stay stored; parts of the page that need the same code show that it failed to load.
    });
}
