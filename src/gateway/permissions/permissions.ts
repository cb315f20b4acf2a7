import type { Role } from '#contract/desk/sessions.ts';
import { type DeskName, desk } from '#contract/desk/desk.ts';
import { lookUp } from '#contract/look-up.ts';
import { type V3Name, v3 } from '#contract/v3.ts';
import { type Person, mailKey } from '#gateway/people/store.ts';
import { refusal } from '#gateway/problems.ts';

type Scope = 'all' | 'own-agencies' | 'no';

/** `anyone`: without a session. `signing-in`: whoever gave the right password, also before the second factor. */
type Rule = Record<Role, Scope> | 'anyone' | 'signing-in';

const EVERYBODY = { seller: 'all', partner: 'all', support: 'all' } as const;
const NOT_SELLERS = { seller: 'no', partner: 'all', support: 'all' } as const;
const IN_SCOPE = { seller: 'own-agencies', partner: 'all', support: 'all' } as const;
const NOT_SUPPORT = { seller: 'all', partner: 'all', support: 'no' } as const;
const PARTNERS = { seller: 'no', partner: 'all', support: 'no' } as const;

/** Who may call what, for every endpoint of both tables. */
const PERMISSIONS: Record<V3Name | DeskName, Rule> = {
  listAgencies: NOT_SELLERS,
  viewAgency: IN_SCOPE,
  viewPackage: IN_SCOPE,
  inviteAgency: PARTNERS,
  editAgency: PARTNERS,
  disassociateAgency: PARTNERS,
  listInquiries: IN_SCOPE,
  viewInquiry: IN_SCOPE,
  resendInquiry: NOT_SELLERS,
  listWebhooks: NOT_SELLERS,
  viewWebhook: NOT_SELLERS,
  createWebhook: NOT_SELLERS,
  editWebhook: NOT_SELLERS,
  deleteWebhook: NOT_SELLERS,
  entryPoints: EVERYBODY,
  listBodyStyles: EVERYBODY,
  matchBodyStyle: EVERYBODY,
  viewBodyStyle: EVERYBODY,
  listCities: EVERYBODY,
  matchCity: EVERYBODY,
  viewCity: EVERYBODY,
  listColors: EVERYBODY,
  viewColor: EVERYBODY,
  listMakes: EVERYBODY,
  matchMake: EVERYBODY,
  viewMake: EVERYBODY,

  signIn: 'anyone',
  proveSecondFactor: 'signing-in',
  viewSession: EVERYBODY,
  signOut: 'anyone',
  listSessions: EVERYBODY,
  endSession: EVERYBODY,
  askRecovery: 'anyone',
  viewLink: 'anyone',
  useLink: 'anyone',
  viewMe: EVERYBODY,
  changePassword: EVERYBODY,
  beginSecondFactor: 'signing-in',
  confirmSecondFactor: 'signing-in',
  removeSecondFactor: EVERYBODY,
  renewRecoveryCodes: EVERYBODY,
  listPeople: PARTNERS,
  invitePerson: PARTNERS,
  viewPerson: PARTNERS,
  editPerson: PARTNERS,
  setAccess: PARTNERS,
  resetPerson: PARTNERS,
  inviteAgain: PARTNERS,
  listAudit: NOT_SELLERS,
  exportAudit: NOT_SELLERS,
  viewAgencySummary: IN_SCOPE,
  listAgencyPeople: PARTNERS,
  listInvitations: NOT_SELLERS,
  viewInvitation: NOT_SELLERS,
  editInvitationNote: PARTNERS,
  checkInvitation: NOT_SELLERS,
  // Each is asked within the person's scope.
  findInquiries: EVERYBODY,
  checkInquiries: EVERYBODY,
  countInquiries: EVERYBODY,
  listFacets: EVERYBODY,
  viewIndexState: EVERYBODY,
  exportInquiries: EVERYBODY,
  viewIndexedInquiry: IN_SCOPE,
  listOfBuyer: IN_SCOPE,
  eraseBuyer: PARTNERS,
  listFollowUps: IN_SCOPE,
  viewFollowUp: IN_SCOPE,
  changeFollowUp: { seller: 'own-agencies', partner: 'all', support: 'no' },
  // decided: a mark of the person's own, also for who only reads.
  noteSeen: IN_SCOPE,
  listColleagues: IN_SCOPE,
  listTemplates: EVERYBODY,
  addTemplate: NOT_SUPPORT,
  editTemplate: NOT_SUPPORT,
  deleteTemplate: NOT_SUPPORT,
  viewHours: IN_SCOPE,
  setHours: PARTNERS,
  listWebhooksDesk: NOT_SELLERS,
  viewWebhookHistory: NOT_SELLERS,
  restoreWebhook: NOT_SELLERS,
  listDeliveries: NOT_SELLERS,
  viewDelivery: NOT_SELLERS,
  viewConnection: NOT_SELLERS,
  streamEvents: EVERYBODY,
  // decided: also of who only reads: a colleague may want to know.
  noteLooking: IN_SCOPE,
  endLooking: IN_SCOPE,
  listViews: EVERYBODY,
  addView: EVERYBODY,
  editView: EVERYBODY,
  pinView: EVERYBODY,
  deleteView: EVERYBODY,
  reportPolicy: 'anyone',
};

type Name = V3Name | DeskName;

/** An endpoint without a row is nobody's. */
function scopeOf(role: Role, endpoint: string): Scope {
  const rule = lookUp<Rule>(PERMISSIONS, endpoint);
  return typeof rule === 'string' ? 'all' : (rule?.[role] ?? 'no');
}

/** Whether an endpoint is called without a session, or with one that is not whole yet. */
export function opensTo(endpoint: Name): 'anyone' | 'signing-in' | 'signed-in' {
  const rule = PERMISSIONS[endpoint];
  return typeof rule === 'string' ? rule : 'signed-in';
}

/** Names of the endpoints of both tables that a role may call, within its scope. */
export function mayCall(role: Role): string[] {
  return [...Object.keys(v3), ...Object.keys(desk)].filter((name) => scopeOf(role, name) !== 'no');
}

/**
 * Judges a call by the parameter that the router found, decoded once.
 * @throws ProblemError `forbidden`, or `foreign-agency` whether or not that agency exists
 */
export function judge(person: Person, endpoint: string, adminMail: string | undefined): void {
  const reason = reasonAgainst(person, endpoint, adminMail);
  if (reason) throw refusal(reason);
}

/** The same judgement of what nobody called: whether a person may be told what an endpoint would tell them. */
export function isAllowed(person: Person, endpoint: Name, adminMail: string | undefined): boolean {
  return reasonAgainst(person, endpoint, adminMail) === undefined;
}

function reasonAgainst(
  person: Person,
  endpoint: string,
  adminMail: string | undefined,
): 'forbidden' | 'foreign-agency' | undefined {
  const scope = scopeOf(person.role, endpoint);
  if (scope === 'all') return undefined;
  if (scope === 'no' || adminMail === undefined) return 'forbidden';
  return person.agencies?.includes(mailKey(adminMail)) ? undefined : 'foreign-agency';
}
