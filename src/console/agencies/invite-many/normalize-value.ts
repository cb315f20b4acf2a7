import { isMail, isPhone, listMails, listPhones, toLine } from '#matching/contact-values.ts';
import type { Member } from './members.ts';

/** What can be put right without asking: spaces, and what stands around a mail or a phone number. */
export function normalizeValue(member: Member, text: string): string {
  const line = toLine(text);
  const [value = '', ...others] = listContacts(member, line) ?? [line];
  return others.length > 0 ? line : value;
}

/** The mails or numbers of a cell that has several: which one is meant must be asked. */
export function listAlternatives(member: Member, text: string): string[] {
  const values = listContacts(member, text) ?? [];
  return values.length > 1 && values.every(member === 'AdminMail' ? isMail : isPhone) ? values : [];
}

function listContacts(member: Member, text: string): string[] | undefined {
  if (member === 'AdminMail') return listMails(text);
  return member === 'Telefono' || member === 'WhatsApp' ? listPhones(text) : undefined;
}
