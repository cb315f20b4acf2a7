import type { Invitation } from '#contract/desk/invitations.ts';
import type { Agency } from '#console/agency-select/agencies-queries.ts';
import { sameMail } from './agencies-text.ts';

/**
 * What is known of a mail before it is invited:
 * - `associated`: its agency is the app's, and registered: inviting it can only be refused;
 * - `invited`: it was invited and has not registered: inviting it sends the mail again;
 * - `unconfirmed`: it was sent, and the service did not say what became of it;
 * - `refused`: the service did not accept it the last time;
 * - `ended`: its association ended.
 */
export type Duplicate =
  | { kind: 'associated'; agency: Agency }
  | { kind: 'invited'; agency: Agency | undefined; invitation: Invitation | undefined }
  | { kind: 'unconfirmed' | 'refused' | 'ended'; invitation: Invitation };

export function duplicateOf(
  adminMail: string,
  agencies: readonly Agency[],
  invitations: readonly Invitation[],
): Duplicate | undefined {
  const agency = agencies.find(({ AdminMail }) => sameMail(AdminMail, adminMail));
  const invitation = invitations.find((sent) => sameMail(sent.adminMail, adminMail));
  if (agency && agency.Estado !== 'Invitada') return { kind: 'associated', agency };
  if (agency || invitation?.state === 'sent') return { kind: 'invited', agency, invitation };
  if (invitation?.state === 'sending') return { kind: 'unconfirmed', invitation };
  if (invitation?.state === 'refused' || invitation?.state === 'ended')
    return { kind: invitation.state, invitation };
  return undefined;
}
