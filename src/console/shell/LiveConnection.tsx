import { useEffect } from 'react';
import { getLastAgency } from '#console/agency-select/last-agency.ts';
import { queryClient } from '#console/api/query-client.ts';
import { snoozedFollowUpsQuery } from '#console/follow-up/follow-up-queries.ts';
import { resumePendingChanges } from '#console/follow-up/resume-changes.ts';
import { LiveEventEffects, type LiveEventEffectsDependencies } from '#console/live/LiveEventEffects.tsx';
import { sessionQuery } from '#console/session/session.ts';

const DEPENDENCIES: LiveEventEffectsDependencies = {
  snoozedFollowUpsQuery,
  getCurrentAgency: () => {
    const session = queryClient.getQueryData(sessionQuery().queryKey);
    return session ? getLastAgency(session) : undefined;
  },
  onConnect: resumePendingChanges,
};

export function LiveConnection() {
  useEffect(() => {
    resumePendingChanges();
    addEventListener('online', resumePendingChanges);
    return () => removeEventListener('online', resumePendingChanges);
  }, []);
  return <LiveEventEffects dependencies={DEPENDENCIES} />;
}
