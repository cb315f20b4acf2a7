import { createHash } from 'node:crypto';

/** Full-text token of all inquiries of an agency, never a word; makes searches within the agency selective. */
export function agencyToken(agencyKey: string): string {
  return `0agency${createHash('sha256').update(agencyKey).digest('hex').slice(0, 16)}`;
}
