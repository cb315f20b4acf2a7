/** Mails are equal in any case, and people type blanks around them. */
export function isSameMail(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
