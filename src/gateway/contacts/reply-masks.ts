import type { DeskName, desk } from '#contract/desk/desk.ts';
import { VIEW_CONTACTS } from '#contract/desk/rights.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getText, replaceText } from '#contract/follow-up/change-kinds.ts';
import { maskHandover } from '#contract/handover.ts';
import { HIDDEN, maskContactsWithin, maskFullName, maskInquiry } from '#contract/masking.ts';
import type { V3Name } from '#contract/v3.ts';
import { parseExactJson } from '#gateway/forward/exact-json.ts';
import type { Person } from '#gateway/people/store.ts';
import { isAllowed } from '#gateway/permissions/permissions.ts';
import { maskPayload } from './mask-payload.ts';

// Every endpoint stands here once: it is judged for what its reply has of buyers before people without `VIEW_CONTACTS` get it.

/** Replies without data of buyers. They may have names of agencies, colleagues and vehicles, times and counts. */
const REPLIES_WITHOUT_CONTACTS = [
  'signIn',
  'proveSecondFactor',
  'beginOpenIdSignIn',
  'completeOpenIdSignIn',
  'beginPasskeySignIn',
  'completePasskeySignIn',
  'beginPasskeyProof',
  'provePasskey',
  'beginPasskey',
  'addPasskey',
  'viewSession',
  'signOut',
  'listSessions',
  'viewLink',
  'useLink',
  'viewMe',
  'beginSecondFactor',
  'confirmSecondFactor',
  'renewRecoveryCodes',
  'listApiTokens',
  'createPersonalToken',
  'createInstallationToken',
  'viewAgencyCrm',
  'setAgencyCrm',
  'testAgencyCrm',
  'listPeople',
  'invitePerson',
  'viewPerson',
  'editPerson',
  'setAccess',
  'resetPerson',
  'inviteAgain',
  'listAgencyHealth',
  'listAgencyPeople',
  'listInvitations',
  'viewInvitation',
  'editInvitationNote',
  'checkInvitation',
  'inviteAgencies',
  'viewInvitationFunnel',
  'remindAgencies',
  'listFollowUps',
  'listColleagues',
  'listTemplates',
  'addTemplate',
  'editTemplate',
  'viewHours',
  'setHours',
  'compareHours',
  'checkInquiries',
  'countInquiries',
  'viewIndexState',
  'viewOverviewNow',
  'noteLooking',
  // Their store leaves out what others saved and names a contact.
  'listViews',
  'addView',
  'editView',
  'pinView',
  // Their texts are the person's own.
  'exportInquiries',
  'downloadExportManifest',
  'listJobs',
  'viewJob',
  'setJobState',
  'retryJob',
  'undoJob',
  'resendMissed',
  'viewDigest',
  'viewWebhookAlarm',
  'viewLateAlarm',
  'setLateAlarm',
  'listWebhooksDesk',
  'viewWebhookHistory',
  'restoreWebhook',
  'viewCanary',
  'setCanary',
  'listIncidents',
  'countMissed',
  'listRelayTargets',
  'addRelayTarget',
  'editRelayTarget',
  'switchRelayTarget',
  'testRelayTarget',
  'resendRelayed',
  'viewBalance',
  'findDifferingDays',
  'matchValues',
  'listAnswers',
  // The list has the person's own, and answers have entries of catalogs and names of colleagues.
  'listMatchRuns',
  'saveRunAnswers',
  'viewConnection',
  'listFindings',
  'decideFinding',
  'viewDoctor',
  'runChecks',
  'runCheck',
  'ignoreCheck',
  'unignoreCheck',
  // Events have ids alone, the file of the audit no names, and an export is made with the rights of its person.
  'streamEvents',
  'exportAudit',
  'downloadExport',
] as const satisfies DeskName[];

/** Replies with contacts. People without `VIEW_CONTACTS` may not ask for them, or only for a recorded purpose. */
export const REPLIES_WITH_CONTACTS = [
  'revealContacts',
  'revealPayload',
  'changeFollowUp',
  'changeFollowUps',
  'matchImport',
  'importFollowUps',
  'eraseBuyer',
  'findBuyerData',
  'exportBuyerData',
  'eraseBuyerData',
] as const satisfies DeskName[];

type Desk = typeof desk;
/** The reply of an endpoint without a body is `unknown`. */
type NameWithReply = { [Name in DeskName]: unknown extends ReplyOf<Desk[Name]> ? never : Name }[DeskName];
type Masked = Exclude<
  NameWithReply,
  (typeof REPLIES_WITHOUT_CONTACTS)[number] | (typeof REPLIES_WITH_CONTACTS)[number]
>;
type Timeline = ReplyOf<Desk['viewFollowUp']>['timeline'];

const maskPersonIn = <Row extends { person: string | null }>(row: Row): Row => ({
  ...row,
  person: row.person && maskFullName(row.person),
});
const maskInquiryIn = <Row extends { inquiry: Record<string, unknown> }>(row: Row): Row => ({
  ...row,
  inquiry: maskInquiry(row.inquiry),
});
const maskEntry = (entry: Timeline[number]): Timeline[number] => ({
  ...entry,
  change: replaceText(entry.change, maskContactsWithin(getText(entry.change) ?? '')),
});
const maskTrace = (trace: ReplyOf<Desk['traceLead']>): ReplyOf<Desk['traceLead']> => ({
  ...trace,
  lead: trace.lead && maskPersonIn(trace.lead),
  twin: trace.twin && maskPersonIn(trace.twin),
});
const maskValueIn = <Row extends { value: string | null }>(row: Row): Row => ({
  ...row,
  value: row.value && maskContactsWithin(row.value),
});

const maskColumn = <Column extends { name: string; cells: string[] }>(column: Column): Column => ({
  ...column,
  name: maskContactsWithin(column.name),
  cells: column.cells.map(maskContactsWithin),
});

/** A new endpoint does not compile until it stands here, or in one of the lists. */
const DESK_MASKS: { readonly [Name in Masked]: (reply: ReplyOf<Desk[Name]>) => ReplyOf<Desk[Name]> } = {
  findInquiries: (page) => ({ ...page, rows: page.rows.map(maskInquiryIn) }),
  viewIndexedInquiry: maskInquiryIn,
  viewHandover: maskHandover,
  listOfBuyer: ({ inquiries }) => ({ inquiries: inquiries.map(maskInquiryIn) }),
  // Other values are of the vehicle.
  listFacets: ({ facets, ...counts }) => ({
    ...counts,
    facets: {
      ...facets,
      interes: (facets.interes ?? []).map(maskValueIn),
      provincia: (facets.provincia ?? []).map(maskValueIn),
    },
  }),
  viewOverview: ({ breakdowns, ...period }) => ({
    ...period,
    breakdowns: {
      ...breakdowns,
      interest: breakdowns.interest.map(maskValueIn),
      province: breakdowns.province.map(maskValueIn),
    },
  }),
  viewFollowUp: (detail) => ({
    ...detail,
    timeline: detail.timeline.map(maskEntry),
    ...(detail.pinned && { pinned: maskEntry(detail.pinned) }),
  }),
  // A file that was imported may have anything.
  listJobRows: (page) => ({
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      name: row.name && maskFullName(row.name),
      cells: row.cells.map(() => HIDDEN),
      detail: row.detail && maskContactsWithin(row.detail),
    })),
  }),
  listDeliveries: (page) => ({ ...page, deliveries: page.deliveries.map(maskPersonIn) }),
  viewDelivery: (delivery) => ({
    ...maskPersonIn(delivery),
    payload: delivery.payload && maskPayload(delivery.topic, delivery.payload),
  }),
  listAttempts: (page) => ({ ...page, attempts: page.attempts.map(maskPersonIn) }),
  listRelayAttempts: (page) => ({ ...page, attempts: page.attempts.map(maskPersonIn) }),
  findTraces: (matches) => ({ ...matches, leads: matches.leads.map(maskPersonIn) }),
  traceAgency: maskTrace,
  traceLead: maskTrace,
  listAudit: (page) => ({
    ...page,
    entries: page.entries.map((entry) =>
      entry.targetName === undefined ? entry : { ...entry, targetName: maskFullName(entry.targetName) },
    ),
  }),
  // A column of a colleague may have been the wrong one of their file.
  viewMatchRun: ({ name, columns, ...run }) => ({
    ...run,
    name: maskContactsWithin(name),
    columns: columns.map(maskColumn),
  }),
  // The first difference between a guess and what arrived would confirm the guess, character by character.
  testSignature: (result) => ({ ...result, difference: null }),
};

/** Endpoints of the service, and if their replies are inquiries. */
const HAS_INQUIRIES: { readonly [Name in V3Name]: boolean } = {
  listInquiries: true,
  viewInquiry: true,
  resendInquiry: true,
  listAgencies: false,
  viewAgency: false,
  viewPackage: false,
  inviteAgency: false,
  editAgency: false,
  disassociateAgency: false,
  listWebhooks: false,
  viewWebhook: false,
  createWebhook: false,
  editWebhook: false,
  deleteWebhook: false,
  entryPoints: false,
  listBodyStyles: false,
  matchBodyStyle: false,
  viewBodyStyle: false,
  listCities: false,
  matchCity: false,
  viewCity: false,
  listColors: false,
  viewColor: false,
  listMakes: false,
  matchMake: false,
  viewMake: false,
};

const seesContacts = (person: Person) => isAllowed(person, VIEW_CONTACTS, undefined);

/** Masks a reply of the desk for a person who may not see contacts; `person` is undefined where nobody is signed in. */
export function maskDeskReply(name: DeskName, reply: unknown, person: Person | undefined): unknown {
  if (!person || seesContacts(person)) return reply;
  const mask = (DESK_MASKS as Partial<Record<DeskName, (reply: never) => unknown>>)[name];
  return mask ? mask(reply as never) : reply;
}

/** Masks the body of a successful reply of v3 likewise. */
export function maskForwardedBody(
  name: V3Name,
  body: string | undefined,
  person: Person,
): string | undefined {
  if (body === undefined || !HAS_INQUIRIES[name] || seesContacts(person)) return body;
  return JSON.stringify(maskInquiries(parseExactJson(body)));
}

/** An inquiry, or a page of them. */
function maskInquiries(reply: unknown): unknown {
  const isPage = typeof reply === 'object' && reply !== null && '_entries' in reply;
  if (!isPage) return maskInquiry(reply);
  const { _entries: entries } = reply;
  return { ...reply, _entries: Array.isArray(entries) ? entries.map(maskInquiry) : maskInquiry(entries) };
}
