import { ROLES, type Role } from '#contract/desk/sessions.ts';

const SALES_ROLES: readonly Role[] = ['seller', 'partner'];
const OFFICE_ROLES: readonly Role[] = ['partner', 'support'];

/** Answers of the help, in the order of their page, and who sees them. A name is also the anchor on the page. */
export const HELP_TOPICS = {
  views: ROLES,
  freshness: ROLES,
  clock: ROLES,
  late: ROLES,
  missing: ROLES,

  touch: SALES_ROLES,
  status: ROLES,
  claim: ROLES,
  snooze: ROLES,
  undo: SALES_ROLES,
  conflict: SALES_ROLES,
  offline: SALES_ROLES,
  bulk: SALES_ROLES,

  figures: ROLES,
  notifications: ROLES,
  export: ROLES,

  invitation: OFFICE_ROLES,
  disassociation: OFFICE_ROLES,
  suspension: OFFICE_ROLES,
  arrival: OFFICE_ROLES,
  balance: OFFICE_ROLES,
  resend: OFFICE_ROLES,
  matching: ROLES,
  comparisons: ROLES,
  import: ['partner'],

  visibility: ROLES,
  people: ['partner'],
  audit: OFFICE_ROLES,
  retention: ROLES,
  erasure: OFFICE_ROLES,
  session: ROLES,
} as const satisfies Record<string, readonly Role[]>;

export type HelpTopic = keyof typeof HELP_TOPICS;

export function isTopicOf(topic: HelpTopic, role: Role): boolean {
  const roles: readonly Role[] = HELP_TOPICS[topic];
  return roles.includes(role);
}
