import { useEffect } from 'react';
import { getLastAgency } from '#console/agency-select/last-agency.ts';
import { queryClient } from '#console/api/query-client.ts';
import { followUpQuery, snoozedFollowUpsQuery } from '#console/follow-up/follow-up-queries.ts';
import { resumePendingChanges } from '#console/follow-up/resume-changes.ts';
import { LiveEvents, type LiveEventsDependencies } from '#console/live/LiveEvents.tsx';
import { getSession } from '#console/session/session.ts';
import { MISSABLE_KEYS, getInvalidatedKeys } from './live-invalidation.ts';

const DEPENDENCIES: LiveEventsDependencies = {
  getInvalidatedKeys,
  missableKeys: MISSABLE_KEYS,
  getFollowUpVersion: ({ adminMail, sid }) =>
    queryClient.getQueryData(followUpQuery({ adminMail, sid }).queryKey)?.followUp.version,
  snoozedFollowUpsQuery,
  getCurrentAgency: () => getLastAgency(getSession()),
  onConnect: resumePendingChanges,
};

/** Live events, with what they need of other rooms. Pending changes are sent whenever the gateway may be reachable. */
export function LiveUpdates() {
  useEffect(() => {
    resumePendingChanges();
    addEventListener('online', resumePendingChanges);
    return () => removeEventListener('online', resumePendingChanges);
  }, []);
  return <LiveEvents dependencies={DEPENDENCIES} />;
}
