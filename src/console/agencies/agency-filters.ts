import * as z from 'zod/mini';
import { runsOutSoon } from '#contract/agency-package.ts';
import type { AgencyHealth } from '#contract/desk/agencies.ts';
import { type Invitation, INVITATION_STATES } from '#contract/desk/invitations.ts';
import { Mail } from '#contract/values.ts';
import { containsAllWords } from '#matching/contains-all-words.ts';
import type { Agency } from '#console/agency-select/agency-queries.ts';
import { type UnreadableParameter, searchReader } from '#console/filters/search.ts';
import { isInvitationUnanswered, isUnanswered } from './invitation-state.ts';

export const AGENCY_NEEDS = ['silencio', 'paquete', 'sin-respuesta'] as const;
export type AgencyNeed = (typeof AGENCY_NEEDS)[number];

export interface AgenciesAddress {
  q: string;
  operador: string | undefined;
  need: AgencyNeed | undefined;
  unreadable: UnreadableParameter[];
}

export function readAgenciesAddress(search: URLSearchParams): AgenciesAddress {
  const { read, unreadable } = searchReader(search);
  return {
    q: search.get('q') ?? '',
    operador: read('operador', (text) => (z.safeParse(Mail, text).success ? text : undefined)),
    need: read('ver', (text) => AGENCY_NEEDS.find((need) => need === text)),
    unreadable,
  };
}

export interface AgencyRow extends Agency {
  /** undefined: not known yet; null: cannot be known now. */
  health: AgencyHealth | null | undefined;
}

export function listNeeds(
  { Estado, FechaInvitacion, health }: AgencyRow,
  { now, today }: { now: number; today: string },
): AgencyNeed[] {
  const usage = health?.package;
  return [
    ...(health?.isSilent ? (['silencio'] as const) : []),
    ...(usage && runsOutSoon({ ...usage, runsOutOn: usage.forecast?.runsOutOn ?? null }, today)
      ? (['paquete'] as const)
      : []),
    ...(Estado === 'Invitada' && isInvitationUnanswered(FechaInvitacion, now)
      ? (['sin-respuesta'] as const)
      : []),
  ];
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

export function filterAgencies<Row extends Agency>(agencies: readonly Row[], search: string): Row[] {
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
