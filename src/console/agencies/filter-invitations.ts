import type { Invitation } from '#contract/desk/invitations.ts';
import { containsAllWords } from '#matching/contains-all-words.ts';
import type { InvitationsAddress } from './address.ts';
import { isUnanswered } from './invitation-state.ts';

export function filterInvitations(
  invitations: readonly Invitation[],
  { q, state }: Pick<InvitationsAddress, 'q' | 'state'>,
  now: number,
  shown: ReadonlySet<string> = new Set(),
): Invitation[] {
  return invitations
    .filter(
      (invitation) =>
        !state ||
        shown.has(invitation.id) ||
        (state === 'unanswered' ? isUnanswered(invitation, now) : invitation.state === state),
    )
    .filter(({ adminMail, name, note }) => containsAllWords([adminMail, name, note], q))
    .toSorted((a, b) => (b.sends[0]?.at ?? 0) - (a.sends[0]?.at ?? 0));
}
