import { useEffect } from 'react';
import { getLastAgency } from '#console/agency-select/last-agency.ts';
import { queryClient } from '#console/api/query-client.ts';
import { followUpOf, snoozedOf } from '#console/follow-up/follow-up-queries.ts';
import { sendUnsent } from '#console/follow-up/unsent.ts';
import { LiveEvents, type LiveEventsDependencies } from '#console/live/LiveEvents.tsx';
import { signedInSession } from '#console/session/session.ts';
import { MISSABLE_KEYS, getInvalidatedKeys } from './live-invalidation.ts';

const DEPENDENCIES: LiveEventsDependencies = {
  getInvalidatedKeys,
  missableKeys: MISSABLE_KEYS,
  getFollowUpVersion: ({ adminMail, sid }) =>
    queryClient.getQueryData(followUpOf(adminMail, sid).queryKey)?.followUp.version,
  snoozedFollowUpsQuery: snoozedOf,
  getCurrentAgency: () => getLastAgency(signedInSession()),
  onConnect: sendUnsent,
};

/** Live events, with what they need of other rooms. Pending changes are sent whenever the gateway may be reachable. */
export function LiveUpdates() {
  useEffect(() => {
    sendUnsent();
    addEventListener('online', sendUnsent);
    return () => removeEventListener('online', sendUnsent);
  }, []);
  return <LiveEvents dependencies={DEPENDENCIES} />;
}
