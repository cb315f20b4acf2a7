import type { Member } from './members.ts';

/** What can be changed without changing what it says: spaces, and signs between the digits of phone numbers. */
export function normalizeValue(member: Member, text: string): string {
  const line = text.replaceAll(/[\s\u200B-\u200D\uFEFF]+/gu, ' ').trim();
  if (member === 'AdminMail') return line.replace(/^mailto:/i, '').replace(/^<(.+)>$/, '$1');
  if (member !== 'Telefono' && member !== 'WhatsApp') return line;
  const spaced = line.replaceAll(/[‐‑–—]/g, '-').replaceAll(/[().]+/g, ' ');
  return spaced.replaceAll(/ +/g, ' ').trim();
}
