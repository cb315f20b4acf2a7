/**
 * Values of `Errors` for bodies of `desk` endpoints; the console translates them.
 */
export const FIELD_ERROR_CODES = [
  'invalid',
  'wrong-password',
  'common-password',
  'personal-password',
  'unlimited-admin',
  'agency-needed',
  'agencies-not-wanted',
  'twice',
  'too-many',
  'own-receiver',
  'private-address',
  'names-buyer',
  'has-contact',
] as const;
export type FieldErrorCode = (typeof FIELD_ERROR_CODES)[number];
