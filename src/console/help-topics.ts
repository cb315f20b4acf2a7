import { ROLES, type Role } from '#contract/desk/sessions.ts';

const SELLER_AND_PARTNER: readonly Role[] = ['seller', 'partner'];
const PARTNER_AND_SUPPORT: readonly Role[] = ['partner', 'support'];

/** Answers of the help, in the order of their page, and who sees them. A name is also the anchor on the page. */
export const HELP_TOPICS = {
  views: ROLES,
  freshness: ROLES,
  clock: ROLES,
  late: ROLES,
  missing: ROLES,

  touch: SELLER_AND_PARTNER,
  status: ROLES,
  claim: ROLES,
  snooze: ROLES,
  undo: SELLER_AND_PARTNER,
  conflict: SELLER_AND_PARTNER,
  offline: SELLER_AND_PARTNER,
  bulk: SELLER_AND_PARTNER,

  figures: ROLES,
  notifications: ROLES,
  export: ROLES,

  invitation: PARTNER_AND_SUPPORT,
  disassociation: PARTNER_AND_SUPPORT,
  suspension: PARTNER_AND_SUPPORT,
  arrival: PARTNER_AND_SUPPORT,
  resend: PARTNER_AND_SUPPORT,
  matching: ROLES,
  import: ['partner'],

  visibility: ROLES,
  people: ['partner'],
  audit: PARTNER_AND_SUPPORT,
  retention: ROLES,
  erasure: PARTNER_AND_SUPPORT,
  session: ROLES,
} as const satisfies Record<string, readonly Role[]>;

export type HelpTopic = keyof typeof HELP_TOPICS;

export function isTopicOf(topic: HelpTopic, role: Role): boolean {
  const roles: readonly Role[] = HELP_TOPICS[topic];
  return roles.includes(role);
}
