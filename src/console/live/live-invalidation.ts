import { type EndpointKey, endpointKey } from '#console/api/endpoint-query.ts';
import {
  AGGREGATE_KEYS,
  INQUIRY_CATCH_UP_KEYS,
  inquiryChecksKey,
} from '#console/inquiries/inquiry-queries.ts';
import type { LiveEvent } from '#contract/desk/live.ts';

const keysOf = (...names: Parameters<typeof endpointKey>[0][]) => names.map((name) => endpointKey(name));

/** The figures of the overview cost so much that they are refetched at most twice a minute. */
export const THROTTLED_KEYS: readonly EndpointKey[] = keysOf('viewOverviewNow', 'viewOverview');

const INVITATION_KEYS = keysOf('viewInvitationFunnel');
const AGENCY_KEYS = [...keysOf('listAgencies', 'listAgencyHealth', 'listInvitations'), ...INVITATION_KEYS];
const WEBHOOK_KEYS = keysOf('listWebhooks', 'listWebhooksDesk', 'viewConnection');
const JOB_KEYS = keysOf('listJobs', 'viewJob', 'listJobRows');

/** These are invalidated when events may have been missed, as on a page that was hidden. */
export const CATCH_UP_KEYS: readonly EndpointKey[] = [
  ...INQUIRY_CATCH_UP_KEYS,
  ...keysOf('listFollowUps', 'viewFollowUp'),
  ...THROTTLED_KEYS,
];

/** Lists of inquiries keep their rows: new ones wait behind a button. */
export function getInvalidatedKeys(event: LiveEvent): readonly EndpointKey[] {
  switch (event.kind) {
    case 'follow-up': {
      const { adminMail, sid } = event.data;
      return [
        endpointKey('viewFollowUp', { params: { adminMail, sid } }),
        endpointKey('listFollowUps'),
        inquiryChecksKey(adminMail),
        ...AGGREGATE_KEYS,
        ...THROTTLED_KEYS,
      ];
    }
    case 'follow-ups':
      return CATCH_UP_KEYS;
    case 'inquiry':
      return [
        endpointKey('viewFollowUp', { params: { ...event.data } }),
        ...AGGREGATE_KEYS,
        ...THROTTLED_KEYS,
        ...INVITATION_KEYS,
      ];
    case 'late':
      return [...AGGREGATE_KEYS, ...THROTTLED_KEYS];
    case 'agency': {
      const { adminMail } = event.data;
      return [endpointKey('viewAgency', { params: { adminMail } }), ...AGENCY_KEYS, ...THROTTLED_KEYS];
    }
    case 'webhook': {
      const { topic } = event.data;
      return [endpointKey('viewWebhook', { params: { topic } }), ...WEBHOOK_KEYS, ...THROTTLED_KEYS];
    }
    case 'canary':
      return keysOf('viewCanary');
    case 'missed':
      return keysOf('viewBalance', 'listWebhooksDesk');
    case 'incident':
      return [...keysOf('listIncidents', 'listWebhooksDesk'), ...THROTTLED_KEYS];
    case 'job':
      return [...JOB_KEYS, ...INVITATION_KEYS];
    case 'reset':
      return [
        ...CATCH_UP_KEYS,
        ...JOB_KEYS,
        ...keysOf('viewAgency', 'viewWebhook', 'listIncidents'),
        ...AGENCY_KEYS,
        ...WEBHOOK_KEYS,
      ];
    default:
      event.kind satisfies 'looking' | 'mention' | 'nudge' | 'pulse';
      return [];
  }
}
