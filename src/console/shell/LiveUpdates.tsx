import { getLastAgency } from '#console/agency-select/last-agency.ts';
import { queryClient } from '#console/api/query-client.ts';
import { followUpQuery, snoozedFollowUpsQuery } from '#console/follow-up/follow-up-queries.ts';
import { resumePendingChanges } from '#console/follow-up/resume-changes.ts';
import type { InquiryKey } from '#console/inquiries/inquiries-queries.ts';
import { LiveEvents } from '#console/live/LiveEvents.tsx';
import { getSession } from '#console/session/session.ts';
import { useEffect } from 'react';
import { MISSABLE_KEYS, getInvalidatedKeys } from './live-invalidation.ts';

const getFollowUpVersion = ({ adminMail, sid }: InquiryKey) =>
  queryClient.getQueryData(followUpQuery({ adminMail, sid }).queryKey)?.followUp.version;
const getCurrentAgency = () => getLastAgency(getSession());

/** Live events, with what they need of the rooms that know nothing of them; sends pending changes on. */
export function LiveUpdates() {
  useEffect(() => {
    resumePendingChanges();
    addEventListener('online', resumePendingChanges);
    return () => removeEventListener('online', resumePendingChanges);
  }, []);
  return (
    <LiveEvents
      getInvalidatedKeys={getInvalidatedKeys}
      missableKeys={MISSABLE_KEYS}
      getFollowUpVersion={getFollowUpVersion}
      snoozedFollowUpsQuery={snoozedFollowUpsQuery}
      getCurrentAgency={getCurrentAgency}
      onConnect={resumePendingChanges}
    />
  );
}
