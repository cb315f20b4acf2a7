import type { HelpTopic } from './help-topics.ts';

const PAGE_PATTERNS = {
  overview: '/overview',
  handover: '/handover',
  signIn: '/sign-in',
  secondFactor: '/sign-in/second-factor',
  openIdCallback: '/sign-in/openid',
  recover: '/recover',
  recoveryLink: '/recover/:token',
  welcome: '/welcome/:token',
  help: '/help',
  me: '/settings/me',
  templates: '/settings/templates',
  newTemplate: '/settings/templates/new',
  template: '/settings/templates/:id',
  hours: '/settings/hours',
  people: '/settings/people',
  invitePerson: '/settings/people/invite',
  person: '/settings/people/:id',
  apiTokens: '/settings/api-tokens',
  importFollowUp: '/settings/import',
  audit: '/settings/audit',
  buyerData: '/settings/buyer-data',
  doctor: '/settings/doctor',
  agencies: '/agencies',
  inviteAgency: '/agencies/invite',
  inviteMany: '/agencies/invite-many',
  invitationJob: '/agencies/invite-many/:id',
  invitations: '/agencies/invitations',
  agency: '/agencies/:adminMail',
  editAgency: '/agencies/:adminMail/edit',
  disassociateAgency: '/agencies/:adminMail/disassociate',
  webhooks: '/webhooks',
  webhook: '/webhooks/:topic',
  editWebhook: '/webhooks/:topic/edit',
  webhookHistory: '/webhooks/:topic/history',
  catalogs: '/catalogs',
  makes: '/catalogs/makes',
  make: '/catalogs/makes/:id',
  bodyStyles: '/catalogs/body-styles',
  bodyStyle: '/catalogs/body-styles/:id',
  cities: '/catalogs/cities',
  city: '/catalogs/cities/:id',
  colors: '/catalogs/colors',
  color: '/catalogs/colors/:id',
  bestMatch: '/catalogs/best-match',
  column: '/catalogs/column',
  listing: '/catalogs/listing',
  dictionary: '/catalogs/dictionary',
  importDictionary: '/catalogs/dictionary/import',
  connection: '/connection',
  deliveries: '/deliveries',
  attempts: '/deliveries/attempts',
  signatureTest: '/deliveries/signature',
  relay: '/deliveries/copies',
  newRelayTarget: '/deliveries/copies/new',
  relayTarget: '/deliveries/copies/:id',
  balance: '/balance',
  delivery: '/deliveries/:id',
  traces: '/trace',
  agencyTrace: '/trace/:adminMail',
  trace: '/trace/:adminMail/:sid',
  jobs: '/jobs',
  job: '/jobs/:id',
} as const;

/** The inbox is one page with several addresses: opening an inquiry keeps it. */
const INBOX_PATTERNS = { inquiries: '/inquiries', inquiry: '/inquiries/:adminMail/:sid' } as const;

export const patterns = { ...PAGE_PATTERNS, inbox: '/inquiries/:adminMail?/:sid?' } as const;

const ADDRESS_PATTERNS = { ...PAGE_PATTERNS, ...INBOX_PATTERNS };

type PathParameters<Pattern extends string> = Pattern extends `${string}:${string}/${infer Rest}`
  ? [string, ...PathParameters<`/${Rest}`>]
  : Pattern extends `${string}:${string}`
    ? [string]
    : [];

type Path<Pattern extends string> = (...values: [...PathParameters<Pattern>, search?: string]) => string;

const pagePaths = Object.fromEntries(
  Object.entries(ADDRESS_PATTERNS).map(([name, pattern]) => [name, createPath(pattern)]),
) as { [Name in keyof typeof ADDRESS_PATTERNS]: Path<(typeof ADDRESS_PATTERNS)[Name]> };

/** The address of a page takes one argument for each parameter of its pattern, then the search. */
export const paths = {
  ...pagePaths,
  home: () => '/',
  signIn: (next?: string) => pagePaths.signIn(formatParameter('next', next)),
  secondFactor: (next?: string) => pagePaths.secondFactor(formatParameter('next', next)),
  help: (topic?: HelpTopic) => (topic ? `/help#${topic}` : '/help'),
  hours: (adminMail?: string) => pagePaths.hours(formatParameter('agencia', adminMail)),
  inviteAgency: (adminMail?: string) => pagePaths.inviteAgency(formatParameter('AdminMail', adminMail)),
};

function createPath(pattern: string) {
  const count = pattern.split(':').length - 1;
  return (...values: string[]) => {
    const segments = values.slice(0, count).map(encodeSegment);
    const search = values[count] ?? '';
    const pathname = pattern.replace(/:\w+/g, () => segments.shift() ?? '');
    return search && !search.startsWith('?') ? `${pathname}?${search}` : pathname + search;
  };
}

function encodeSegment(text: string): string {
  // `encodeURIComponent` throws on lone surrogates.
  return encodeURIComponent(text.toWellFormed()).replace(/%40/g, '@');
}

const formatParameter = (name: string, value?: string) =>
  value ? `${name}=${encodeURIComponent(value.toWellFormed())}` : '';
