// Rights without an endpoint of their own.

/** To see contact data of buyers as it is, in replies and in exports. */
export const VIEW_CONTACTS = 'viewContacts';

/** To see which calls of the service a reply took. */
export const INSPECT_CALLS = 'inspectCalls';

/** To remind the owner of an inquiry. */
export const NUDGE = 'nudge';

export const EXTRA_RIGHTS = [VIEW_CONTACTS, INSPECT_CALLS, NUDGE] as const;
export type ExtraRight = (typeof EXTRA_RIGHTS)[number];
