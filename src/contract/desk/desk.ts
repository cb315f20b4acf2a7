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
 * The second table: what console and gateway say to each other beside v3. Members are camelCase. A body that cannot be
 * used is 400 with `Errors` of `FieldFault`s by its members.
 */
export const desk = {
  // Signing in and out.
  ...signInRows,
  ...sessionRows,
  ...openSessionRows,

  // Invitations and recovery: for whoever has the link.
  ...linkRows,

  // Oneself.
  ...meRows,

  // People.
  ...peopleRows,

  // Who did what.
  ...auditRows,

  // Agencies, and those invited from here.
  ...agencyDeskRows,
  ...invitationRows,

  // Follow-up: what people do about inquiries, with what, and when.
  ...followUpRows,
  ...templateRows,
  ...hoursRows,

  // The index of the inquiries.
  ...inquiryIndexRows,

  // The inbox as it happens, its views, and inquiries as a file.
  ...liveRows,
  ...lookingRows,
  ...viewRows,
  ...exportRows,

  // Webhooks: topics, their changes, and what arrived.
  ...webhookDeskRows,
  ...deliveryRows,

  // How the service is.
  ...connectionRows,

  // What browsers report of the content security policy.
  reportPolicy: endpoint({
    method: 'POST',
    path: '/desk/policy-reports',
    success: 204,
    errors: [400, 429],
  }),
} as const;

export type DeskName = keyof typeof desk;
