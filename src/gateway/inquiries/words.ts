import { createHash } from 'node:crypto';

/** A token that all inquiries of an agency have and no word is: it makes a search within the agency selective. */
export function agencyToken(agencyKey: string): string {
  return `0agency${createHash('sha256').update(agencyKey).digest('hex').slice(0, 16)}`;
}
