import { API_SCOPES, type ApiScope } from './api-tokens.ts';
import type { DeskName } from './desk.ts';

/**
 * The endpoints that tokens may call, by scope; all others are refused.
 * decided: what an integration reads, and changes of one inquiry. Never people, sessions, tokens, files of contacts, the
 * audit, erasures, settings, or jobs, which go on without the token.
 */
export const SCOPE_ENDPOINTS: Readonly<Record<ApiScope, readonly DeskName[]>> = {
  'inquiries:read': [
    'findInquiries',
    'checkInquiries',
    'countInquiries',
    'listFacets',
    'viewIndexState',
    'viewIndexedInquiry',
    'listOfBuyer',
  ],
  'follow-up:read': ['listFollowUps', 'viewFollowUp', 'listColleagues'],
  'follow-up:write': ['changeFollowUp'],
  'agencies:read': ['listAgencyHealth', 'viewHours', 'listInvitations', 'viewInvitation'],
  'overview:read': ['viewOverviewNow', 'viewOverview'],
  'webhooks:read': ['listWebhooksDesk', 'viewWebhookHistory'],
  'deliveries:read': [
    'listDeliveries',
    'viewDelivery',
    'listAttempts',
    'listIncidents',
    'countMissed',
    'findTraces',
    'traceAgency',
    'traceLead',
  ],
  'connection:read': ['viewConnection', 'viewBalance', 'viewDoctor'],
};

/** The scope that an endpoint needs; undefined: it is not for tokens. */
export function findScope(endpoint: string): ApiScope | undefined {
  return API_SCOPES.find((scope) => (SCOPE_ENDPOINTS[scope] as readonly string[]).includes(endpoint));
}
