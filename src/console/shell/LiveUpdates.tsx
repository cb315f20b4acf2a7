import { getLastAgency } from '#console/agency-select/last-agency.ts';
import { queryClient } from '#console/api/query-client.ts';
import { followUpOf, snoozedOf } from '#console/follow-up/follow-up-queries.ts';
import { sendUnsent } from '#console/follow-up/unsent.ts';
import type { InquiryKey } from '#console/inquiries/inquiries-queries.ts';
import { LiveEvents } from '#console/live/LiveEvents.tsx';
import { signedInSession } from '#console/session/session.ts';
import { useEffect } from 'react';
import { MISSABLE_KEYS, getInvalidatedKeys } from './live-invalidation.ts';

const getFollowUpVersion = ({ adminMail, sid }: InquiryKey) =>
  queryClient.getQueryData(followUpOf(adminMail, sid).queryKey)?.followUp.version;
const getCurrentAgency = () => getLastAgency(signedInSession());

/** Live events, with what they need of the rooms that know nothing of them; sends pending changes on. */
export function LiveUpdates() {
  useEffect(() => {
    sendUnsent();
    addEventListener('online', sendUnsent);
    return () => removeEventListener('online', sendUnsent);
  }, []);
  return (
    <LiveEvents
      getInvalidatedKeys={getInvalidatedKeys}
      missableKeys={MISSABLE_KEYS}
      getFollowUpVersion={getFollowUpVersion}
      snoozedFollowUpsQuery={snoozedOf}
      getCurrentAgency={getCurrentAgency}
      onConnect={sendUnsent}
    />
  );
}
