import { isMailAddress, isPhone, listMails, listPhones, toLine } from '#matching/contact-values.ts';
import type { Member } from './members.ts';

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
