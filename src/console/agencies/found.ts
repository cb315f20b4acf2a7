import type { Invitation } from '#contract/desk/invitations.ts';
import { fold } from '#matching/normalize.ts';
import type { InvitationsAddress } from './address.ts';
import type { Agency } from '#console/agency-select/agencies-queries.ts';

/** Those with every word somewhere in what names them, in the service's order; case and accents do not count. */
export function agenciesFound(q: string, agencies: readonly Agency[]): readonly Agency[] {
  return agencies.filter(({ AdminMail, Nombre, RazonSocial, IdentificacionFiscal, Region, Ciudad }) =>
    contains([AdminMail, Nombre, RazonSocial, IdentificacionFiscal, Region, Ciudad], q),
  );
}

/** The latest sent first. */
export function invitationsAt(
  { q, state }: Pick<InvitationsAddress, 'q' | 'state'>,
  invitations: readonly Invitation[],
): Invitation[] {
  return invitations
    .filter((invitation) => !state || invitation.state === state)
    .filter(({ adminMail, name, note }) => contains([adminMail, name, note], q))
    .toSorted((a, b) => (b.sends[0]?.at ?? 0) - (a.sends[0]?.at ?? 0));
}

function contains(texts: (string | null | undefined)[], q: string): boolean {
  const where = fold(texts.filter(Boolean).join(' '));
  return fold(q)
    .split(/\s+/)
    .every((word) => where.includes(word));
}
