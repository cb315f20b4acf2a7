import type { QueryKey } from '@tanstack/react-query';
import { FUNNEL_KEY, invitationListQuery } from '#console/agencies/invitation-queries.ts';
import { AGENCIES_KEY, AGENCY_LISTS_KEY, agencyQuery } from '#console/agency-select/agencies-queries.ts';
import { connectionQuery } from '#console/connection/connection-query.ts';
import { followUpQuery, snoozedFollowUpsQuery } from '#console/follow-up/follow-up-queries.ts';
import {
  AGGREGATE_KEYS,
  INQUIRY_CATCH_UP_KEYS,
  inquiryChecksKey,
} from '#console/inquiries/inquiries-queries.ts';
import { JOBS_KEY } from '#console/jobs/job-queries.ts';
import type { LiveEvent } from '#console/live/event-stream.ts';
import { OVERVIEW_KEY } from '#console/overview/overview-queries.ts';
import { gatewayTopicsQuery, topicListQuery, webhookQuery } from '#console/webhooks/webhooks-queries.ts';

/** The common prefix of the keys of a query with parameters. */
const prefixOf = (queryKey: QueryKey) => queryKey.slice(0, 2);

const SNOOZED_KEY = prefixOf(snoozedFollowUpsQuery('').queryKey);
const AGENCY_KEYS: readonly QueryKey[] = [AGENCY_LISTS_KEY, invitationListQuery().queryKey, FUNNEL_KEY];
const WEBHOOK_KEYS: readonly QueryKey[] = [
  topicListQuery().queryKey,
  gatewayTopicsQuery().queryKey,
  connectionQuery().queryKey,
];

/** What counts much: refetched at most twice a minute. */
export const THROTTLED_KEYS: readonly QueryKey[] = [OVERVIEW_KEY];

/** Invalidated when events may have been missed: the page was hidden, the machine slept, the stream was lost. */
export const CATCH_UP_KEYS: readonly QueryKey[] = [
  ...INQUIRY_CATCH_UP_KEYS,
  SNOOZED_KEY,
  prefixOf(followUpQuery({ adminMail: '', sid: '' }).queryKey),
  ...THROTTLED_KEYS,
];

/** Lists of inquiries keep their rows: new ones wait behind a button. */
export function getInvalidatedKeys(event: LiveEvent): readonly QueryKey[] {
  switch (event.kind) {
    case 'follow-up': {
      const { adminMail, sid } = event.data;
      return [
        followUpQuery({ adminMail, sid }).queryKey,
        SNOOZED_KEY,
        inquiryChecksKey(adminMail),
        ...AGGREGATE_KEYS,
        OVERVIEW_KEY,
      ];
    }
    case 'follow-ups':
      return CATCH_UP_KEYS;
    case 'inquiry':
      return [...AGGREGATE_KEYS, OVERVIEW_KEY, FUNNEL_KEY];
    case 'late':
      return [...AGGREGATE_KEYS, OVERVIEW_KEY];
    case 'agency':
      return [agencyQuery(event.data.adminMail).queryKey, ...AGENCY_KEYS, OVERVIEW_KEY];
    case 'webhook':
      return [webhookQuery(event.data.topic).queryKey, ...WEBHOOK_KEYS, OVERVIEW_KEY];
    case 'job':
      return [JOBS_KEY, FUNNEL_KEY];
    case 'reset':
      return [
        ...CATCH_UP_KEYS,
        AGENCIES_KEY,
        JOBS_KEY,
        ...AGENCY_KEYS,
        prefixOf(webhookQuery('').queryKey),
        ...WEBHOOK_KEYS,
      ];
    default:
      event.kind satisfies 'looking' | 'pulse';
      return [];
  }
}
