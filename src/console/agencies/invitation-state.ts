import type { Invitation } from '#contract/desk/invitations.ts';
import { isSameMail } from '#contract/is-same-mail.ts';
import { UNANSWERED_INVITATION_MS } from '#contract/overview.ts';
import type { Agency } from '#console/agency-select/agency-queries.ts';

type Outcome = Pick<Invitation, 'state' | 'registeredAt' | 'sends'>;

export function stateChangedAt({ state, registeredAt, sends }: Outcome): number | null {
  if (state === 'registered') return registeredAt;
  return state === 'refused' ? (sends[0]?.at ?? null) : null;
}

export function isMailRegistered({ state, registeredAt, sends }: Outcome): boolean {
  return (state === 'refused' && sends[0]?.status === 409) || (state === 'ended' && registeredAt !== null);
}

export function isInvitationUnanswered(sentAt: string | number | null | undefined, now: number): boolean {
  return (
    sentAt !== null && sentAt !== undefined && now - new Date(sentAt).getTime() >= UNANSWERED_INVITATION_MS
  );
}

export function isUnanswered({ state, sends }: Outcome, now: number): boolean {
  return (state === 'sending' || state === 'sent') && isInvitationUnanswered(sends[0]?.at, now);
}

/**
 * - `associated`: the service would refuse the invitation; `invited`: not registered yet, it would send the mail again.
 * - `unconfirmed`: the service did not reply; `refused`: it refused the last one; `ended`: was associated before.
 */
export type Duplicate =
  | { kind: 'associated'; agency: Agency }
  | { kind: 'invited'; agency: Agency | undefined; invitation: Invitation | undefined }
  | { kind: 'unconfirmed' | 'refused' | 'ended'; invitation: Invitation };

export function findDuplicate(
  adminMail: string,
  agencies: readonly Agency[],
  invitations: readonly Invitation[],
): Duplicate | undefined {
  const agency = agencies.find(({ AdminMail }) => isSameMail(AdminMail, adminMail));
  const invitation = invitations.find((other) => isSameMail(other.adminMail, adminMail));
  if (agency && agency.Estado !== 'Invitada') return { kind: 'associated', agency };
  if (agency || invitation?.state === 'sent') return { kind: 'invited', agency, invitation };
  if (invitation?.state === 'sending') return { kind: 'unconfirmed', invitation };
  if (invitation?.state === 'refused' || invitation?.state === 'ended')
    return { kind: invitation.state, invitation };
  return undefined;
}
