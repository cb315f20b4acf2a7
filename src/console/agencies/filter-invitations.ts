import type { Invitation } from '#contract/desk/invitations.ts';
import { containsAllWords } from '#matching/contains-all-words.ts';
import type { InvitationsAddress } from './address.ts';

export function filterInvitations(
  invitations: readonly Invitation[],
  { q, state }: Pick<InvitationsAddress, 'q' | 'state'>,
): Invitation[] {
  return invitations
    .filter((invitation) => !state || invitation.state === state)
    .filter(({ adminMail, name, note }) => containsAllWords([adminMail, name, note], q))
    .toSorted((a, b) => (b.sends[0]?.at ?? 0) - (a.sends[0]?.at ?? 0));
}
