import { endpoint } from '#contract/endpoint.ts';
import { agencyDeskRows } from './agencies.ts';
import { auditRows } from './audit.ts';
import { connectionRows } from './connection.ts';
import { deliveryRows } from './deliveries.ts';
import { exportRows } from './export.ts';
import { followUpRows } from './follow-up.ts';
import { hoursRows } from './hours.ts';
import { inquiryIndexRows } from './inquiries.ts';
import { invitationRows } from './invitations.ts';
import { linkRows } from './links.ts';
import { liveRows } from './live.ts';
import { lookingRows } from './looking.ts';
import { meRows } from './me.ts';
import { openSessionRows } from './open-sessions.ts';
import { peopleRows } from './people.ts';
import { sessionRows } from './sessions.ts';
import { signInRows } from './signing-in.ts';
import { templateRows } from './templates.ts';
import { viewRows } from './views.ts';
import { webhookDeskRows } from './webhooks.ts';

/**
 * Every endpoint between console and gateway besides v3, by name. Members are camelCase. An invalid body is 400 with
 * `FieldErrorCode`s in `Errors`, by member.
 */
export const desk = {
  // Signing in and out.
  ...signInRows,
  ...sessionRows,
  ...openSessionRows,

  // Invitation and recovery links.
  ...linkRows,

  // The person's own account.
  ...meRows,

  // People.
  ...peopleRows,

  // Audit log.
  ...auditRows,

  // Agencies and invitations.
  ...agencyDeskRows,
  ...invitationRows,

  // Follow-up of inquiries, reply templates and opening hours.
  ...followUpRows,
  ...templateRows,
  ...hoursRows,

  // The index of the inquiries.
  ...inquiryIndexRows,

  // Live events, presence, saved views and exports.
  ...liveRows,
  ...lookingRows,
  ...viewRows,
  ...exportRows,

  // Webhooks: topics, their history, and deliveries.
  ...webhookDeskRows,
  ...deliveryRows,

  // Connection to the service.
  ...connectionRows,

  // Reports of the content security policy.
  reportPolicy: endpoint({
    method: 'POST',
    path: '/desk/policy-reports',
    success: 204,
    errors: [400, 429],
  }),
} as const;

export type DeskName = keyof typeof desk;
