import type { Session } from '#contract/desk/sessions.ts';
import { getLastAgency } from '#console/agency-select/last-agency.ts';

/** What was sent again is told of like what is new: new is what is not older than this, ms. */
export const NEW_MS = 15 * 60_000;

/** Who sees all agencies is told of the one whose inbox they have. */
export function isOfInterest(session: Session, adminMail: string): boolean {
  return session.agencies !== null || adminMail.toLowerCase() === getLastAgency(session)?.toLowerCase();
}
