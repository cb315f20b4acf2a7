import type { Invitation } from '#contract/desk/invitations.ts';

type Known = Pick<Invitation, 'state' | 'registeredAt' | 'sends'>;

/** When it came to its state; null: not known, or told by what else is shown of it. */
export function stateAt({ state, registeredAt, sends }: Known): number | null {
  if (state === 'registered') return registeredAt;
  return state === 'refused' ? (sends[0]?.at ?? null) : null;
}

/** Whether its mail has an account at the service, which then refuses every further invitation (brief 3). */
export function isTaken({ state, registeredAt, sends }: Known): boolean {
  return (state === 'refused' && sends[0]?.status === 409) || (state === 'ended' && registeredAt !== null);
}
