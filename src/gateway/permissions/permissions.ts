import type { Role } from '#contract/desk/sessions.ts';
import { type V3Name, v3 } from '#contract/v3.ts';
import { type Person, mailKey } from '#gateway/people/store.ts';
import { refusal } from '#gateway/problems.ts';

type Scope = 'all' | 'own-agencies' | 'no';

const EVERYBODY = { seller: 'all', partner: 'all', support: 'all' } as const;

/** Who may call what. An endpoint that has no row here is nobody's. */
const PERMISSIONS: Partial<Record<string, Record<Role, Scope>>> = {
  listAgencies: { seller: 'no', partner: 'all', support: 'all' },
  viewAgency: { seller: 'own-agencies', partner: 'all', support: 'all' },
  viewPackage: { seller: 'own-agencies', partner: 'all', support: 'all' },
  inviteAgency: { seller: 'no', partner: 'all', support: 'no' },
  editAgency: { seller: 'no', partner: 'all', support: 'no' },
  disassociateAgency: { seller: 'no', partner: 'all', support: 'no' },
  listInquiries: { seller: 'own-agencies', partner: 'all', support: 'all' },
  viewInquiry: { seller: 'own-agencies', partner: 'all', support: 'all' },
  resendInquiry: { seller: 'no', partner: 'all', support: 'all' },
  listWebhooks: { seller: 'no', partner: 'all', support: 'all' },
  viewWebhook: { seller: 'no', partner: 'all', support: 'all' },
  createWebhook: { seller: 'no', partner: 'all', support: 'all' },
  editWebhook: { seller: 'no', partner: 'all', support: 'all' },
  deleteWebhook: { seller: 'no', partner: 'all', support: 'all' },
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
} satisfies Partial<Record<V3Name, Record<Role, Scope>>>;

function scopeOf(role: Role, endpoint: string): Scope {
  return PERMISSIONS[endpoint]?.[role] ?? 'no';
}

/** Names of the v3 endpoints that a role may call, within its scope. */
export function mayCall(role: Role): string[] {
  return Object.keys(v3).filter((name) => scopeOf(role, name) !== 'no');
}

/**
 * Judges a call by the parameter that the router found, decoded once.
 * @throws ProblemError `forbidden`, or `foreign-agency` whether or not that agency exists
 */
export function judge(person: Person, endpoint: string, adminMail: string | undefined): void {
  const scope = scopeOf(person.role, endpoint);
  if (scope === 'all') return;
  if (scope === 'no' || adminMail === undefined) throw refusal('forbidden');
  if (!person.agencies?.includes(mailKey(adminMail))) throw refusal('foreign-agency');
}
