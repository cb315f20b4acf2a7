import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { AgencyParams, AgencyPeople, AgencySummary } from './agencies.ts';
import { AuditExportQuery, AuditPage, AuditQuery } from './audit.ts';
import { Connection } from './connection.ts';
import { Deliveries, DeliveriesQuery, DeliveryDetail, DeliveryParams } from './deliveries.ts';
import { ExportParams, ExportQuery } from './export.ts';
import {
  ChangeFollowUp,
  Colleagues,
  ColleaguesQuery,
  EditTemplate,
  FollowUpAgencyParams,
  FollowUpDetail,
  FollowUpParams,
  FollowUps,
  FollowUpsQuery,
  Template,
  TemplateParams,
  Templates,
  WriteTemplate,
} from './follow-up.ts';
import { AgencyHours, HoursParams, SetHours } from './hours.ts';
import { EditInvitationNote, Invitation, InvitationParams, Invitations } from './invitations.ts';
import { Looking, LookingParams, LiveQuery } from './live.ts';
import { AskRecovery, Link, LinkToken, UseLink } from './links.ts';
import { ChangePassword, Me, NewSecondFactor, ProvePassword, RecoveryCodes } from './me.ts';
import { EditPerson, InvitePerson, People, Person, PersonParams, ResetPerson, SetAccess } from './people.ts';
import { sessionRows } from './session-rows.ts';
import { OpenSessions, SecondFactorProof, SessionParams, SignIn, SignInAnswer } from './sessions.ts';
import { EditView, PinView, View, ViewParams, Views, WriteView } from './views.ts';
import { RestoreWebhook, RestoredWebhook, TopicParams, WebhookHistory, WebhooksDesk } from './webhooks.ts';

/**
 * The second table: what console and gateway say to each other beside v3. Members are camelCase. A body that cannot be
 * used is 400 with `Errors` of `FieldFault`s by its members.
 */
export const desk = {
  // Signing in and out.
  signIn: endpoint({
    method: 'POST',
    path: '/desk/session',
    body: SignIn,
    reply: SignInAnswer,
    success: 200,
    errors: [400, 401, 403, 429],
  }),
  /** After the password, while the cookie says so. 401 `wrong-code`; after five of those the password is asked again. */
  proveSecondFactor: endpoint({
    method: 'POST',
    path: '/desk/session/second-factor',
    body: SecondFactorProof,
    reply: SignInAnswer,
    success: 200,
    errors: [400, 401, 403, 409, 429],
  }),
  ...sessionRows,
  listSessions: endpoint({
    method: 'GET',
    path: '/desk/sessions',
    reply: OpenSessions,
    success: 200,
    errors: [401],
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/desk/sessions/{id}',
    params: SessionParams,
    success: 204,
    errors: [401, 403, 404],
  }),

  // Invitations and recovery: for whoever has the link.
  /** Answers the same, after the same time, whether or not there is such a person. */
  askRecovery: endpoint({
    method: 'POST',
    path: '/desk/recoveries',
    body: AskRecovery,
    success: 202,
    errors: [400, 403, 429],
  }),
  viewLink: endpoint({
    method: 'POST',
    path: '/desk/links/view',
    body: LinkToken,
    reply: Link,
    success: 200,
    errors: [400, 403, 404, 429],
  }),
  /** Sets the password, ends every session of the person and goes on as after a right password. */
  useLink: endpoint({
    method: 'POST',
    path: '/desk/links/use',
    body: UseLink,
    reply: SignInAnswer,
    success: 200,
    errors: [400, 403, 404, 429],
  }),

  // Oneself.
  viewMe: endpoint({ method: 'GET', path: '/desk/me', reply: Me, success: 200, errors: [401] }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/desk/me/password',
    body: ChangePassword,
    success: 204,
    errors: [400, 401, 403, 429],
  }),
  beginSecondFactor: endpoint({
    method: 'POST',
    path: '/desk/me/second-factor',
    body: ProvePassword,
    reply: NewSecondFactor,
    success: 200,
    errors: [400, 401, 403, 409, 429],
  }),
  /** Shows a code of the new one, which holds from now on; the session of somebody signing in is then whole. */
  confirmSecondFactor: endpoint({
    method: 'PUT',
    path: '/desk/me/second-factor',
    body: SecondFactorProof,
    reply: RecoveryCodes,
    success: 200,
    errors: [400, 401, 403, 409, 429],
  }),
  removeSecondFactor: endpoint({
    method: 'POST',
    path: '/desk/me/second-factor/removal',
    body: ProvePassword,
    success: 204,
    errors: [400, 401, 403, 409, 429],
  }),
  /** The former ones are dead. */
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/desk/me/recovery-codes',
    body: ProvePassword,
    reply: RecoveryCodes,
    success: 200,
    errors: [400, 401, 403, 409, 429],
  }),

  // People.
  listPeople: endpoint({
    method: 'GET',
    path: '/desk/people',
    reply: People,
    success: 200,
    errors: [401, 403],
  }),
  /** 409 `mail-taken`. */
  invitePerson: endpoint({
    method: 'POST',
    path: '/desk/people',
    body: InvitePerson,
    reply: Person,
    success: 201,
    errors: [400, 401, 403, 409],
  }),
  viewPerson: endpoint({
    method: 'GET',
    path: '/desk/people/{id}',
    params: PersonParams,
    reply: Person,
    success: 200,
    errors: [401, 403, 404],
  }),
  /**
   * 409 `changed-meanwhile` or `last-partner`. Their sessions go on with the new rights, and end where the role is another.
   */
  editPerson: endpoint({
    method: 'PUT',
    path: '/desk/people/{id}',
    params: PersonParams,
    body: EditPerson,
    reply: Person,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
  /** Disabling ends every session and every link at once. 409 `last-partner`. */
  setAccess: endpoint({
    method: 'PUT',
    path: '/desk/people/{id}/access',
    params: PersonParams,
    body: SetAccess,
    reply: Person,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
  /** 409 `not-active` for somebody who is invited or disabled. */
  resetPerson: endpoint({
    method: 'POST',
    path: '/desk/people/{id}/reset',
    params: PersonParams,
    body: ResetPerson,
    reply: Person,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
  /** The former link is dead. 409 `not-invited` for somebody who accepted already, or is disabled. */
  inviteAgain: endpoint({
    method: 'POST',
    path: '/desk/people/{id}/invitation',
    params: PersonParams,
    reply: Person,
    success: 200,
    errors: [401, 403, 404, 409],
  }),

  // Who did what.
  listAudit: endpoint({
    method: 'GET',
    path: '/desk/audit',
    query: AuditQuery,
    reply: AuditPage,
    success: 200,
    errors: [400, 401, 403],
  }),
  /** `text/csv`, streamed. */
  exportAudit: endpoint({
    method: 'GET',
    path: '/desk/audit/export',
    query: AuditExportQuery,
    reply: z.string(),
    success: 200,
    errors: [400, 401, 403],
  }),

  // Agencies, and those invited from here.
  /** 400 to 404 of the service are members that are null. */
  viewAgencySummary: endpoint({
    method: 'GET',
    path: '/desk/agencies/{adminMail}/summary',
    params: AgencyParams,
    reply: AgencySummary,
    success: 200,
    errors: [400, 401, 403],
  }),
  listAgencyPeople: endpoint({
    method: 'GET',
    path: '/desk/agencies/{adminMail}/people',
    params: AgencyParams,
    reply: AgencyPeople,
    success: 200,
    errors: [400, 401, 403],
  }),
  listInvitations: endpoint({
    method: 'GET',
    path: '/desk/invitations',
    reply: Invitations,
    success: 200,
    errors: [401, 403],
  }),
  viewInvitation: endpoint({
    method: 'GET',
    path: '/desk/invitations/{id}',
    params: InvitationParams,
    reply: Invitation,
    success: 200,
    errors: [401, 403, 404],
  }),
  /** 409 `changed-meanwhile`. */
  editInvitationNote: endpoint({
    method: 'PUT',
    path: '/desk/invitations/{id}/note',
    params: InvitationParams,
    body: EditInvitationNote,
    reply: Invitation,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
  /** Asks the service now what became of it. */
  checkInvitation: endpoint({
    method: 'POST',
    path: '/desk/invitations/{id}/check',
    params: InvitationParams,
    reply: Invitation,
    success: 200,
    errors: [401, 403, 404],
  }),

  // Follow-up: what people do about inquiries, with what, and when.
  /** Of a window or of what rests: what somebody did something about, and what the person opened. 400: no window of the list. */
  listFollowUps: endpoint({
    method: 'GET',
    path: '/desk/follow-up/{adminMail}',
    params: FollowUpAgencyParams,
    query: FollowUpsQuery,
    reply: FollowUps,
    success: 200,
    errors: [400, 401, 403],
  }),
  viewFollowUp: endpoint({
    method: 'GET',
    path: '/desk/follow-up/{adminMail}/{sid}',
    params: FollowUpParams,
    reply: FollowUpDetail,
    success: 200,
    errors: [401, 403, 404],
  }),
  /** 400 `change.to`: somebody who cannot be handed it. 404: the service shows no such inquiry. 409 `changed-meanwhile`. */
  changeFollowUp: endpoint({
    method: 'POST',
    path: '/desk/follow-up/{adminMail}/{sid}/changes',
    params: FollowUpParams,
    body: ChangeFollowUp,
    reply: FollowUpDetail,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
  /** The person opened it; each has their own. */
  noteSeen: endpoint({
    method: 'PUT',
    path: '/desk/follow-up/{adminMail}/{sid}/seen',
    params: FollowUpParams,
    success: 204,
    errors: [401, 403, 404],
  }),
  listColleagues: endpoint({
    method: 'GET',
    path: '/desk/agencies/{adminMail}/colleagues',
    params: FollowUpAgencyParams,
    query: ColleaguesQuery,
    reply: Colleagues,
    success: 200,
    errors: [400, 401, 403],
  }),
  listTemplates: endpoint({
    method: 'GET',
    path: '/desk/templates',
    reply: Templates,
    success: 200,
    errors: [401, 403],
  }),
  /** 409 `changed-meanwhile`: the id is that of another. */
  addTemplate: endpoint({
    method: 'POST',
    path: '/desk/templates',
    body: WriteTemplate,
    reply: Template,
    success: 201,
    errors: [400, 401, 403, 409],
  }),
  editTemplate: endpoint({
    method: 'PUT',
    path: '/desk/templates/{id}',
    params: TemplateParams,
    body: EditTemplate,
    reply: Template,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
  deleteTemplate: endpoint({
    method: 'DELETE',
    path: '/desk/templates/{id}',
    params: TemplateParams,
    success: 204,
    errors: [401, 403, 404],
  }),
  viewHours: endpoint({
    method: 'GET',
    path: '/desk/hours/{adminMail}',
    params: HoursParams,
    reply: AgencyHours,
    success: 200,
    errors: [401, 403, 404],
  }),
  /** 409 `changed-meanwhile`. */
  setHours: endpoint({
    method: 'PUT',
    path: '/desk/hours/{adminMail}',
    params: HoursParams,
    body: SetHours,
    reply: AgencyHours,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),

  // The inbox as it happens, its views, and inquiries as a file.
  /**
   * `text/event-stream` of `LIVE_EVENTS`, from now on or after `Last-Event-ID`. It keeps no session alive and ends with it.
   * 429: the session has many already.
   */
  streamEvents: endpoint({
    method: 'GET',
    path: '/desk/events',
    query: LiveQuery,
    reply: z.string(),
    success: 200,
    errors: [400, 401, 403, 429],
  }),
  /** Says that the person has it open, for a minute at a time; answers who has. */
  noteLooking: endpoint({
    method: 'PUT',
    path: '/desk/follow-up/{adminMail}/{sid}/looking',
    params: LookingParams,
    reply: Looking,
    success: 200,
    errors: [401, 403, 404],
  }),
  endLooking: endpoint({
    method: 'DELETE',
    path: '/desk/follow-up/{adminMail}/{sid}/looking',
    params: LookingParams,
    success: 204,
    errors: [401, 403, 404],
  }),
  listViews: endpoint({
    method: 'GET',
    path: '/desk/views',
    reply: Views,
    success: 200,
    errors: [401, 403],
  }),
  /** 403 also for support, who share nothing. 409 `changed-meanwhile`: the id is that of another. */
  addView: endpoint({
    method: 'POST',
    path: '/desk/views',
    body: WriteView,
    reply: View,
    success: 201,
    errors: [400, 401, 403, 409],
  }),
  editView: endpoint({
    method: 'PUT',
    path: '/desk/views/{id}',
    params: ViewParams,
    body: EditView,
    reply: View,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
  pinView: endpoint({
    method: 'PUT',
    path: '/desk/views/{id}/pin',
    params: ViewParams,
    body: PinView,
    reply: View,
    success: 200,
    errors: [400, 401, 403, 404],
  }),
  deleteView: endpoint({
    method: 'DELETE',
    path: '/desk/views/{id}',
    params: ViewParams,
    success: 204,
    errors: [401, 403, 404],
  }),
  /** `application/x-ndjson` of `ExportLine`s. 400: no window of the list. 429: the session has one going on. */
  exportInquiries: endpoint({
    method: 'GET',
    path: '/desk/agencies/{adminMail}/inquiries/export',
    params: ExportParams,
    query: ExportQuery,
    reply: z.string(),
    success: 200,
    errors: [400, 401, 403, 429],
  }),

  // Webhooks: topics, their changes, and what arrived.
  listWebhooksDesk: endpoint({
    method: 'GET',
    path: '/desk/webhooks',
    reply: WebhooksDesk,
    success: 200,
    errors: [401, 403],
  }),
  viewWebhookHistory: endpoint({
    method: 'GET',
    path: '/desk/webhooks/{topic}/history',
    params: TopicParams,
    reply: WebhookHistory,
    success: 200,
    errors: [400, 401, 403],
  }),
  /** The service's refusal of the settings is passed on as it came. */
  restoreWebhook: endpoint({
    method: 'POST',
    path: '/desk/webhooks/{topic}/restorations',
    params: TopicParams,
    body: RestoreWebhook,
    reply: RestoredWebhook,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
  listDeliveries: endpoint({
    method: 'GET',
    path: '/desk/deliveries',
    query: DeliveriesQuery,
    reply: Deliveries,
    success: 200,
    errors: [400, 401, 403],
  }),
  viewDelivery: endpoint({
    method: 'GET',
    path: '/desk/deliveries/{id}',
    params: DeliveryParams,
    reply: DeliveryDetail,
    success: 200,
    errors: [400, 401, 403, 404],
  }),

  // How the service is.
  viewConnection: endpoint({
    method: 'GET',
    path: '/desk/connection',
    reply: Connection,
    success: 200,
    errors: [401, 403],
  }),

  // What browsers report of the content security policy.
  reportPolicy: endpoint({
    method: 'POST',
    path: '/desk/policy-reports',
    success: 204,
    errors: [400, 429],
  }),
} as const;

export type DeskName = keyof typeof desk;
