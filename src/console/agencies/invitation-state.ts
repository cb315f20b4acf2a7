import type { Invitation } from '#contract/desk/invitations.ts';
import { UNANSWERED_INVITATION_MS } from '#contract/overview.ts';

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
