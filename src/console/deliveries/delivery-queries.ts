import { type AttemptListQuery, attemptEndpoints } from '#contract/desk/attempts.ts';
import { contactEndpoints } from '#contract/desk/contacts.ts';
import { type DeliveriesQuery, deliveryEndpoints } from '#contract/desk/deliveries.ts';
import { type IncidentKey, incidentEndpoints } from '#contract/desk/incidents.ts';
import { type SignatureTest, signatureTestEndpoints } from '#contract/desk/signature-tests.ts';
import { type ResendMissed, missedEndpoints } from '#contract/desk/missed.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { inquiryEndpoints } from '#contract/inquiries.ts';
import { webhookEndpoints } from '#contract/webhooks.ts';
import { call } from '#console/api/call.ts';
import { customMutation, endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { BACKGROUND, PREFETCH_STALE_MS } from '#console/api/query-client.ts';
import { JOB_EFFECTS } from '#console/jobs/job-queries.ts';

export const deliveryPageQuery = (query: DeliveriesQuery) =>
  endpointQuery(deliveryEndpoints.listDeliveries, { query: { ...query } }, { staleTime: PREFETCH_STALE_MS });

export const attemptPageQuery = (query: AttemptListQuery) =>
  endpointQuery(attemptEndpoints.listAttempts, { query: { ...query } }, { staleTime: PREFETCH_STALE_MS });

export const deliveryQuery = (id: string) =>
  endpointQuery(deliveryEndpoints.viewDelivery, { params: { id } }, { staleTime: PREFETCH_STALE_MS });

export const revealPayload = (id: string) =>
  endpointMutation(
    contactEndpoints.revealPayload,
    (purpose: string) => ({ params: { id }, body: { purpose } }),
    { invalidates: ['listAudit'] },
  );

/** The cache of the inbox may be older than what the service has now. */
export const currentInquiryQuery = (adminMail: string, sid: string) =>
  endpointQuery(
    inquiryEndpoints.viewInquiry,
    { params: { adminMail, sid } },
    { variant: 'current', staleTime: 0 },
  );

export const topicNamesQuery = () =>
  endpointQuery(
    webhookEndpoints.listWebhooks,
    {},
    {
      variant: 'names',
      transform: ({ _entries }) => _entries.map(({ Topic }) => Topic).toSorted(),
      staleTime: 300_000,
    },
  );

export const incidentsQuery = () =>
  endpointQuery(
    incidentEndpoints.listIncidents,
    {},
    { staleTime: PREFETCH_STALE_MS, refetchInterval: MINUTE_MS, meta: BACKGROUND },
  );

const ACKNOWLEDGEMENT_EFFECTS = {
  invalidates: ['listIncidents', 'listWebhooksDesk', 'viewOverviewNow'],
  invalidatesOnError: ['listIncidents'],
  awaitsRefetch: true,
} as const;

export const acknowledgeIncident = endpointMutation(
  incidentEndpoints.acknowledgeIncident,
  (body: IncidentKey) => ({ body }),
  ACKNOWLEDGEMENT_EFFECTS,
);

export const unacknowledgeIncident = endpointMutation(
  incidentEndpoints.unacknowledgeIncident,
  (query: IncidentKey) => ({ query }),
  ACKNOWLEDGEMENT_EFFECTS,
);

export const missedCountsQuery = (span: Omit<ResendMissed, 'id' | 'again'>) =>
  endpointQuery(missedEndpoints.countMissed, { query: { ...span } }, { staleTime: 0 });

export const resendMissed = endpointMutation(
  missedEndpoints.resendMissed,
  (body: ResendMissed) => ({ body }),
  JOB_EFFECTS,
);

/** `isTest`: the resend tests the webhook, and is marked so in the log. */
export const resendInquiry = customMutation(
  async ({ isTest, adminMail, sid }: { isTest: boolean; adminMail: string; sid: string }) => {
    const params = { adminMail, sid };
    await (isTest
      ? call(deliveryEndpoints.sendTestDelivery, { params })
      : call(inquiryEndpoints.resendInquiry, { params }));
  },
  {
    invalidates: ['listDeliveries', 'viewDelivery', 'viewFollowUp'],
    invalidatesOnError: ['listDeliveries', 'viewDelivery'],
    awaitsRefetch: true,
  },
);

export const testSignature = endpointMutation(
  signatureTestEndpoints.testSignature,
  (body: SignatureTest) => ({
    body,
  }),
);
