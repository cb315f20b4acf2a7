import type { MatchCandidate } from '#contract/desk/matching.ts';
import { isMailAddress, isPhone, listMails, listPhones, toLine } from '#matching/contact-values.ts';
import { EDITABLE_FIELDS } from '#contract/agencies.ts';

export const MEMBERS = ['AdminMail', ...EDITABLE_FIELDS] as const;
export type Member = (typeof MEMBERS)[number];

/** `rounded` was a number in a spreadsheet; `unknown` is not in the catalog of places; `no-region` is a city without its province. */
export type FaultKind = 'missing' | 'short' | 'long' | 'format' | 'rounded' | 'unknown' | 'no-region';

export type Values = Partial<Record<Member, string>>;

export type Mends = ReadonlyMap<string, Values>;

export interface CheckedValue {
  key: string;
  member: Member;
  original: string;
  value: string;
  isMended: boolean;
  kind?: FaultKind | undefined;
  originalKind?: FaultKind | undefined;
  province?: string;
  candidates?: readonly MatchCandidate[] | undefined;
}

export function normalizeValue(member: Member, text: string): string {
  const line = toLine(text);
  const [value = '', ...others] = listContacts(member, line) ?? [line];
  return others.length > 0 ? line : value;
}

/** A cell with several mails or numbers does not say which one is meant, so the person is asked. */
export function listAlternatives(member: Member, text: string): string[] {
  const values = listContacts(member, text) ?? [];
  return values.length > 1 && values.every(member === 'AdminMail' ? isMailAddress : isPhone) ? values : [];
}

function listContacts(member: Member, text: string): string[] | undefined {
  if (member === 'AdminMail') return listMails(text);
  return member === 'Telefono' || member === 'WhatsApp' ? listPhones(text) : undefined;
}
