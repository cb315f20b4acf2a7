import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { agencyDeskEndpoints } from './agencies.ts';
import { apiTokenEndpoints } from './api-tokens.ts';
import { attemptEndpoints } from './attempts.ts';
import { relayEndpoints } from './relay.ts';
import { auditEndpoints } from './audit.ts';
import { balanceEndpoints } from './balance.ts';
import { buyerEndpoints } from './buyers.ts';
import { canaryEndpoints } from './canary.ts';
import { contactEndpoints } from './contacts.ts';
import { demoFaultEndpoints } from './demo-faults.ts';
import { doctorEndpoints } from './doctor.ts';
import { connectionEndpoints } from './connection.ts';
import { findingEndpoints } from './findings.ts';
import { deliveryEndpoints } from './deliveries.ts';
import { exportEndpoints } from './export.ts';
import { followUpImportEndpoints } from './follow-up-import.ts';
import { followUpEndpoints } from './follow-up.ts';
import { crmEndpoints } from './crm.ts';
import { handoverEndpoints } from './handover.ts';
import { hoursEndpoints } from './hours.ts';
import { inquiryIndexEndpoints } from './inquiries.ts';
import { invitationEndpoints } from './invitations.ts';
import { bulkFollowUpEndpoints } from './bulk-follow-up.ts';
import { bulkInvitationEndpoints } from './bulk-invitations.ts';
import { jobEndpoints } from './jobs.ts';
import { linkEndpoints } from './links.ts';
import { liveEndpoints } from './live.ts';
import { lookingEndpoints } from './looking.ts';
import { matchRunEndpoints } from './match-runs.ts';
import { matchingEndpoints } from './matching.ts';
import { meEndpoints } from './me.ts';
import { notificationEndpoints } from './notifications.ts';
import { incidentEndpoints } from './incidents.ts';
import { missedEndpoints } from './missed.ts';
import { openIdEndpoints } from './openid.ts';
import { openSessionEndpoints } from './open-sessions.ts';
import { overviewEndpoints } from './overview.ts';
import { pageLatencyEndpoints } from './page-latencies.ts';
import { passkeyEndpoints } from './passkeys.ts';
import { peopleEndpoints } from './people.ts';
import { sessionEndpoints } from './sessions.ts';
import { signInEndpoints } from './signing-in.ts';
import { signatureTestEndpoints } from './signature-tests.ts';
import { templateEndpoints } from './templates.ts';
import { traceEndpoints } from './trace.ts';
import { viewEndpoints } from './views.ts';
import { webhookDeskEndpoints } from './webhooks.ts';

/**
 * Every endpoint between console and gateway besides v3, by name. Members are camelCase. An invalid body is 400 with
 * `FieldErrorCode`s in `Errors`, by member.
 */
export const desk = {
  // Signing in and out.
  ...signInEndpoints,
  ...openIdEndpoints,
  ...passkeyEndpoints,
  ...sessionEndpoints,
  ...openSessionEndpoints,

  // Invitation and recovery links.
  ...linkEndpoints,

  // The person's own account, and tokens for programs.
  ...meEndpoints,
  ...apiTokenEndpoints,

  // People.
  ...peopleEndpoints,

  // Audit log.
  ...auditEndpoints,

  // Agencies and invitations.
  ...agencyDeskEndpoints,
  ...invitationEndpoints,
  ...bulkInvitationEndpoints,

  // Follow-up of inquiries, reply templates and opening hours.
  ...followUpEndpoints,
  ...bulkFollowUpEndpoints,
  ...followUpImportEndpoints,
  ...templateEndpoints,
  ...crmEndpoints,
  ...hoursEndpoints,
  ...handoverEndpoints,

  // The index of the inquiries.
  ...inquiryIndexEndpoints,

  // Data of one buyer.
  ...buyerEndpoints,
  ...contactEndpoints,

  // Figures of the overview.
  ...overviewEndpoints,

  // Live events, presence, saved views and exports.
  ...liveEndpoints,
  ...lookingEndpoints,
  ...viewEndpoints,
  ...exportEndpoints,

  // Jobs: work on many rows.
  ...jobEndpoints,

  // Daily digest and late alarm.
  ...notificationEndpoints,

  // Webhooks: topics, their history, deliveries, the service's attempts, and addresses that messages are relayed to.
  ...webhookDeskEndpoints,
  ...traceEndpoints,
  ...canaryEndpoints,
  ...deliveryEndpoints,
  ...incidentEndpoints,
  ...missedEndpoints,
  ...attemptEndpoints,
  ...relayEndpoints,
  ...signatureTestEndpoints,

  // The service's inquiries compared with the index.
  ...balanceEndpoints,

  // Columns of values matched against catalogs.
  ...matchingEndpoints,
  ...matchRunEndpoints,

  // Connection to the service.
  ...connectionEndpoints,
  ...findingEndpoints,
  ...demoFaultEndpoints,
  ...doctorEndpoints,
  ...pageLatencyEndpoints,

  // Reports of the content security policy.
  ...deskEndpoints({
    reportPolicy: endpoint({
      method: 'POST',
      path: '/desk/policy-reports',
      success: 204,
      errors: [400, 429],
    }),
  }),
} as const;

export type DeskName = keyof typeof desk;
