import * as z from 'zod/mini';
import { Agencia } from '#contract/agencies.ts';
import { type Invitation, INVITATION_STATES } from '#contract/desk/invitations.ts';
import { Mail } from '#contract/values.ts';
import { containsAllWords } from '#matching/contains-all-words.ts';
import type { Agency } from '#console/agency-select/agency-queries.ts';
import { type UnreadableParameter, searchReader } from '#console/filters/search.ts';
import { isUnanswered } from './invitation-state.ts';

export const AGENCY_STATES = Agencia.shape.Estado.options;

export interface AgenciesAddress {
  q: string;
  operador: string | undefined;
  estado: (typeof AGENCY_STATES)[number] | undefined;
  unreadable: UnreadableParameter[];
}

export function readAgenciesAddress(search: URLSearchParams): AgenciesAddress {
  const { read, unreadable } = searchReader(search);
  return {
    q: search.get('q') ?? '',
    operador: read('operador', (text) => (z.safeParse(Mail, text).success ? text : undefined)),
    estado: read('estado', (text) => AGENCY_STATES.find((state) => state === text)),
    unreadable,
  };
}

export const INVITATION_FILTERS = ['unanswered', ...INVITATION_STATES] as const;

export interface InvitationsAddress {
  q: string;
  state: Invitation['state'] | 'unanswered' | undefined;
  unreadable: UnreadableParameter[];
}

export function readInvitationsAddress(search: URLSearchParams): InvitationsAddress {
  const { read, unreadable } = searchReader(search);
  return {
    q: search.get('q') ?? '',
    state: read('state', (text) => INVITATION_FILTERS.find((state) => state === text)),
    unreadable,
  };
}

export function filterAgencies(agencies: readonly Agency[], search: string): Agency[] {
  return agencies.filter(({ AdminMail, Nombre, RazonSocial, IdentificacionFiscal, Region, Ciudad }) =>
    containsAllWords([AdminMail, Nombre, RazonSocial, IdentificacionFiscal, Region, Ciudad], search),
  );
}

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
