import type { AddedAssociationRow } from './tables.ts';

/** Tables that associate apps with agencies: those that an app invited, and those that an operator of the service added. */
export const ASSOCIATIONS = [
  { table: 'agencies', agencyKey: 'mail_key' },
  { table: 'added_associations', agencyKey: 'agency_key' },
] as const;

/** Columns of both tables. */
export type Association = Omit<AddedAssociationRow, 'agency_key'>;
