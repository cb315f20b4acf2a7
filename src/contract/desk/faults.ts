/**
 * What the gateway says of a field of a desk body, in `Errors`: a word, for which the console has a sentence in the
 * person's language.
 */
export const FIELD_FAULTS = [
  'invalid',
  'wrong-password',
  'common-password',
  'personal-password',
  'unlimited-admin',
  'agency-needed',
  'agencies-not-wanted',
  'twice',
] as const;
export type FieldFault = (typeof FIELD_FAULTS)[number];
