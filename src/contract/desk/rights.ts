/** A right without an endpoint of its own: to see contact data of buyers as it is, in replies and in exports. */
export const VIEW_CONTACTS = 'viewContacts';
