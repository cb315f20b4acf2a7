import { AGENCY_MARK } from '#contract/search.ts';
import { sha256 } from '#signing/sha256.ts';

/** Full-text token of all inquiries of an agency; makes searches within the agency selective. */
export function agencyToken(agencyKey: string): string {
  return AGENCY_MARK + hashAgencyKey(agencyKey);
}

/**
 * The token of rows whose words were not rewritten yet (`word-rewrite.ts`). decided: searches accept it as well, since an earlier
 * version may still write beside this one; lists show their agencies alone all the same.
 */
export function formerAgencyToken(agencyKey: string): string {
  return `0agency${hashAgencyKey(agencyKey)}`;
}

function hashAgencyKey(agencyKey: string): string {
  return sha256(agencyKey).slice(0, 16);
}
