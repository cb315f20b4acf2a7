import { hasLongNumber, replaceContacts } from './contacts.ts';

// Masks show enough to recognize a buyer whom one already knows, and not enough to write or call.

/** Replaces what is hidden as a whole. */
export const HIDDEN = '•••';

/** `+54 9 11 •••• 1234`: from eight digits the last four, and of what precedes the last eight at most five. */
export function maskPhone(text: string): string {
  const count = text.match(/\d/g)?.length ?? 0;
  const tail = count >= 8 ? 4 : 0;
  const head = Math.min(5, Math.max(0, count - 8));
  let at = 0;
  return text.replace(/./gsu, (character) => {
    if (/\d/.test(character)) {
      at += 1;
      return at <= head || at > count - tail ? character : '•';
    }
    return /[\s+()./-]/.test(character) ? character : '•';
  });
}

/** `a•••@mail.example`: decided: the domain stays, as it rarely names a person. */
export function maskMail(text: string): string {
  const [, first = '', rest, domain] =
    /^(.)(.*)@([\w-]+(?:\.[\w-]+)*\.[a-z]{2,})$/isu.exec(text.trim()) ?? [];
  if (domain === undefined || hasLongNumber(domain)) return HIDDEN;
  return `${rest ? first : ''}${HIDDEN}@${domain}`;
}

/** `•••678`: the last three of seven digits or more. */
export function maskDocument(text: string): string {
  const digits = text.replace(/\D/g, '');
  return HIDDEN + (digits.length >= 7 ? digits.slice(-3) : '');
}

/** `P•••` */
export function maskSurname(text: string): string {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => (/^\p{L}(?=[\p{L}\p{M}])/u.exec(word)?.[0] ?? '') + HIDDEN)
    .join(' ');
}

/** First name as it is; people also write their surname, number or mail into its field. */
export function maskName(text: string): string {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  const shown = /^[\p{L}\p{M}'’.-]+$/u.test(first) ? first : HIDDEN;
  return rest.length > 0 ? `${shown} ${maskSurname(rest.join(' '))}` : shown;
}

/** Hides mails and runs of six digits or more in free text. decided: names in it stay. */
export function maskContactsWithin(text: string): string {
  return replaceContacts(text, HIDDEN);
}
