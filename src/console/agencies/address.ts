import * as z from 'zod/mini';
import { Agencia } from '#contract/agencies.ts';
import { INVITATION_STATES, type Invitation } from '#contract/desk/invitations.ts';
import { Mail } from '#contract/values.ts';
import { type UnreadableParameter, searchReader } from '#console/filters/search.ts';

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
