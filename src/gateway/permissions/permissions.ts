import type { Role } from '#contract/desk/sessions.ts';
import { type DeskName, desk } from '#contract/desk/desk.ts';
import { EXTRA_RIGHTS, type ExtraRight, INSPECT_CALLS, NUDGE, VIEW_CONTACTS } from '#contract/desk/rights.ts';
import { lookUp } from '#contract/look-up.ts';
import { type V3Name, v3 } from '#contract/v3.ts';
import { type Person, mailKey } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';

type AgencyAccess = 'all' | 'own-agencies' | 'no';

/** `anyone`: without a session. `signing-in`: after the password, also before the second factor. */
type Rule = Record<Role, AgencyAccess> | 'anyone' | 'signing-in';

const ALL_ROLES = { seller: 'all', partner: 'all', support: 'all' } as const;
const PARTNER_AND_SUPPORT = { seller: 'no', partner: 'all', support: 'all' } as const;
const SELLER_IN_OWN_AGENCIES = { seller: 'own-agencies', partner: 'all', support: 'all' } as const;
const SELLER_AND_PARTNER = { seller: 'all', partner: 'all', support: 'no' } as const;
const SUPPORT_ONLY = { seller: 'no', partner: 'no', support: 'all' } as const;
const PARTNER_ONLY = { seller: 'no', partner: 'all', support: 'no' } as const;

type Right = V3Name | DeskName | ExtraRight;

/** Permissions of every endpoint of both contract tables, and other rights. */
const PERMISSIONS: Record<Right, Rule> = {
  listAgencies: PARTNER_AND_SUPPORT,
  viewAgency: SELLER_IN_OWN_AGENCIES,
  viewPackage: SELLER_IN_OWN_AGENCIES,
  inviteAgency: PARTNER_ONLY,
  editAgency: PARTNER_ONLY,
  disassociateAgency: PARTNER_ONLY,
  listInquiries: SELLER_IN_OWN_AGENCIES,
  viewInquiry: SELLER_IN_OWN_AGENCIES,
  resendInquiry: PARTNER_AND_SUPPORT,
  listWebhooks: PARTNER_AND_SUPPORT,
  viewWebhook: PARTNER_AND_SUPPORT,
  createWebhook: PARTNER_AND_SUPPORT,
  editWebhook: PARTNER_AND_SUPPORT,
  deleteWebhook: PARTNER_AND_SUPPORT,
  entryPoints: ALL_ROLES,
  listBodyStyles: ALL_ROLES,
  matchBodyStyle: ALL_ROLES,
  viewBodyStyle: ALL_ROLES,
  listCities: ALL_ROLES,
  matchCity: ALL_ROLES,
  viewCity: ALL_ROLES,
  listColors: ALL_ROLES,
  viewColor: ALL_ROLES,
  listMakes: ALL_ROLES,
  matchMake: ALL_ROLES,
  viewMake: ALL_ROLES,

  signIn: 'anyone',
  beginOpenIdSignIn: 'anyone',
  completeOpenIdSignIn: 'anyone',
  proveSecondFactor: 'signing-in',
  beginPasskeySignIn: 'anyone',
  completePasskeySignIn: 'anyone',
  beginPasskeyProof: 'signing-in',
  provePasskey: 'signing-in',
  beginPasskey: 'signing-in',
  addPasskey: 'signing-in',
  removePasskey: ALL_ROLES,
  viewSession: ALL_ROLES,
  signOut: 'anyone',
  listSessions: ALL_ROLES,
  endSession: ALL_ROLES,
  requestRecovery: 'anyone',
  viewLink: 'anyone',
  useLink: 'anyone',
  viewMe: ALL_ROLES,
  changePassword: ALL_ROLES,
  beginSecondFactor: 'signing-in',
  confirmSecondFactor: 'signing-in',
  removeSecondFactor: ALL_ROLES,
  renewRecoveryCodes: ALL_ROLES,
  // Filtered by person: their own, and everybody's for partners.
  listApiTokens: ALL_ROLES,
  createPersonalToken: ALL_ROLES,
  createInstallationToken: PARTNER_ONLY,
  revokeApiToken: ALL_ROLES,
  listPeople: PARTNER_ONLY,
  invitePerson: PARTNER_ONLY,
  viewPerson: PARTNER_ONLY,
  editPerson: PARTNER_ONLY,
  setAccess: PARTNER_ONLY,
  resetPerson: PARTNER_ONLY,
  inviteAgain: PARTNER_ONLY,
  listAudit: PARTNER_AND_SUPPORT,
  exportAudit: PARTNER_AND_SUPPORT,
  listAgencyHealth: PARTNER_AND_SUPPORT,
  listAgencyPeople: PARTNER_ONLY,
  listInvitations: PARTNER_AND_SUPPORT,
  viewInvitation: PARTNER_AND_SUPPORT,
  editInvitationNote: PARTNER_ONLY,
  checkInvitation: PARTNER_AND_SUPPORT,
  inviteAgencies: PARTNER_ONLY,
  viewInvitationFunnel: PARTNER_ONLY,
  remindAgencies: PARTNER_ONLY,
  // Filtered by the person's scope.
  findInquiries: ALL_ROLES,
  checkInquiries: ALL_ROLES,
  countInquiries: ALL_ROLES,
  listFacets: ALL_ROLES,
  viewIndexState: ALL_ROLES,
  exportInquiries: ALL_ROLES,
  // decided: one right for screens and exports, of those who call and write to these buyers, in their scope.
  [VIEW_CONTACTS]: SELLER_AND_PARTNER,
  // decided: who sees contacts anyway has nothing to reveal.
  revealContacts: SUPPORT_ONLY,
  revealPayload: SUPPORT_ONLY,
  [INSPECT_CALLS]: PARTNER_AND_SUPPORT,
  viewOverviewNow: ALL_ROLES,
  viewOverview: ALL_ROLES,
  setOverviewSettings: PARTNER_ONLY,
  viewIndexedInquiry: SELLER_IN_OWN_AGENCIES,
  listOfBuyer: SELLER_IN_OWN_AGENCIES,
  eraseBuyer: PARTNER_ONLY,
  findBuyerData: PARTNER_ONLY,
  exportBuyerData: PARTNER_ONLY,
  eraseBuyerData: PARTNER_ONLY,
  listFollowUps: SELLER_IN_OWN_AGENCIES,
  viewFollowUp: SELLER_IN_OWN_AGENCIES,
  changeFollowUp: { seller: 'own-agencies', partner: 'all', support: 'no' },
  // decided: partners manage the work of others; support only reads follow-up.
  [NUDGE]: PARTNER_ONLY,
  // Sellers have this right in their own agencies; it is checked for each inquiry.
  changeFollowUps: SELLER_AND_PARTNER,
  matchImport: PARTNER_ONLY,
  importFollowUps: PARTNER_ONLY,
  // decided: support too, as the mark is the person's own.
  noteSeen: SELLER_IN_OWN_AGENCIES,
  listColleagues: SELLER_IN_OWN_AGENCIES,
  listTemplates: ALL_ROLES,
  addTemplate: SELLER_AND_PARTNER,
  editTemplate: SELLER_AND_PARTNER,
  deleteTemplate: SELLER_AND_PARTNER,
  viewAgencyCrm: PARTNER_AND_SUPPORT,
  setAgencyCrm: PARTNER_ONLY,
  testAgencyCrm: PARTNER_ONLY,
  // Filtered by the person's scope.
  viewHandover: ALL_ROLES,
  sendHandover: { seller: 'own-agencies', partner: 'all', support: 'no' },
  viewHours: SELLER_IN_OWN_AGENCIES,
  setHours: PARTNER_ONLY,
  compareHours: PARTNER_ONLY,
  // Filtered by person.
  listJobs: ALL_ROLES,
  viewJob: ALL_ROLES,
  listJobRows: ALL_ROLES,
  setJobState: ALL_ROLES,
  retryJob: ALL_ROLES,
  undoJob: SELLER_AND_PARTNER,
  // The person's own, with the rights that its making needs.
  downloadExport: ALL_ROLES,
  downloadExportManifest: ALL_ROLES,
  viewDigest: ALL_ROLES,
  setDigest: ALL_ROLES,
  viewWebhookAlarm: PARTNER_AND_SUPPORT,
  setWebhookAlarm: PARTNER_AND_SUPPORT,
  viewLateAlarm: PARTNER_ONLY,
  setLateAlarm: PARTNER_ONLY,
  listWebhooksDesk: PARTNER_AND_SUPPORT,
  viewWebhookHistory: PARTNER_AND_SUPPORT,
  restoreWebhook: PARTNER_AND_SUPPORT,
  listDeliveries: PARTNER_AND_SUPPORT,
  viewDelivery: PARTNER_AND_SUPPORT,
  sendTestDelivery: PARTNER_AND_SUPPORT,
  viewBalance: PARTNER_AND_SUPPORT,
  findDifferingDays: PARTNER_AND_SUPPORT,
  listIncidents: PARTNER_AND_SUPPORT,
  acknowledgeIncident: PARTNER_AND_SUPPORT,
  unacknowledgeIncident: PARTNER_AND_SUPPORT,
  countMissed: PARTNER_AND_SUPPORT,
  resendMissed: PARTNER_AND_SUPPORT,
  findTraces: PARTNER_AND_SUPPORT,
  traceAgency: PARTNER_AND_SUPPORT,
  traceLead: PARTNER_AND_SUPPORT,
  listAttempts: PARTNER_AND_SUPPORT,
  // decided: relayed messages have the buyers' contacts, so partners decide who gets them.
  listRelayTargets: PARTNER_AND_SUPPORT,
  addRelayTarget: PARTNER_ONLY,
  editRelayTarget: PARTNER_ONLY,
  switchRelayTarget: PARTNER_AND_SUPPORT,
  deleteRelayTarget: PARTNER_ONLY,
  testRelayTarget: PARTNER_AND_SUPPORT,
  resendRelayed: PARTNER_AND_SUPPORT,
  listRelayAttempts: PARTNER_AND_SUPPORT,
  testSignature: PARTNER_AND_SUPPORT,
  viewCanary: PARTNER_AND_SUPPORT,
  setCanary: PARTNER_ONLY,
  // decided: sellers compare columns, too; only partners and support save answers, which are everybody's.
  matchValues: ALL_ROLES,
  listAnswers: ALL_ROLES,
  saveAnswers: PARTNER_AND_SUPPORT,
  deleteAnswer: PARTNER_AND_SUPPORT,
  // decided: whoever gets the address of a run sees it and answers in it, so that colleagues work through it together.
  listMatchRuns: ALL_ROLES,
  addMatchRun: ALL_ROLES,
  viewMatchRun: ALL_ROLES,
  saveRunAnswers: ALL_ROLES,
  viewConnection: PARTNER_AND_SUPPORT,
  listFindings: PARTNER_AND_SUPPORT,
  decideFinding: PARTNER_AND_SUPPORT,
  setDemoFault: PARTNER_AND_SUPPORT,
  viewDoctor: PARTNER_AND_SUPPORT,
  runChecks: PARTNER_ONLY,
  runCheck: PARTNER_ONLY,
  ignoreCheck: PARTNER_ONLY,
  unignoreCheck: PARTNER_ONLY,
  sendTestMail: PARTNER_ONLY,
  streamEvents: ALL_ROLES,
  // decided: support too, as colleagues may want to know who is looking.
  noteLooking: SELLER_IN_OWN_AGENCIES,
  endLooking: SELLER_IN_OWN_AGENCIES,
  listViews: ALL_ROLES,
  addView: ALL_ROLES,
  editView: ALL_ROLES,
  pinView: ALL_ROLES,
  deleteView: ALL_ROLES,
  reportPageLatencies: ALL_ROLES,
  reportPolicy: 'anyone',
};

/** Denies what has no row. */
function getAgencyAccess(role: Role, right: string): AgencyAccess {
  const rule = lookUp<Rule>(PERMISSIONS, right);
  return typeof rule === 'string' ? 'all' : (rule?.[role] ?? 'no');
}

/** The kind of session that an endpoint requires. */
export function getRequiredAccess(endpoint: V3Name | DeskName): 'anyone' | 'signing-in' | 'signed-in' {
  const rule = PERMISSIONS[endpoint];
  return typeof rule === 'string' ? rule : 'signed-in';
}

/** Names of the endpoints that a role may call, at least in its own agencies, and of its other rights. */
export function listRights(role: Role): string[] {
  const names = [...Object.keys(v3), ...Object.keys(desk), ...EXTRA_RIGHTS];
  return names.filter((name) => getAgencyAccess(role, name) !== 'no');
}

/**
 * Authorizes a call or another right; `adminMail` is the path parameter as the router decoded it.
 * @throws ProblemError `forbidden`, or `foreign-agency` whether or not that agency exists
 */
export function authorize(person: Person, right: string, adminMail: string | undefined): void {
  const reason = findDenialReason(person, right, adminMail);
  if (reason) throw createProblem(reason);
}

/** Returns true if a person has a right, without throwing; used to filter events. */
export function isAllowed(person: Person, right: Right, adminMail: string | undefined): boolean {
  return findDenialReason(person, right, adminMail) === undefined;
}

function findDenialReason(person: Person, right: string, adminMail: string | undefined) {
  const access = getAgencyAccess(person.role, right);
  if (access === 'all') return undefined;
  if (access === 'no' || adminMail === undefined) return 'forbidden';
  return person.agencies?.includes(mailKey(adminMail)) ? undefined : 'foreign-agency';
}
