import * as z from 'zod/mini';
import { Agencia } from '#contract/agencies.ts';
import { INVITATION_STATES, type Invitation } from '#contract/desk/invitations.ts';
import { Mail } from '#contract/values.ts';

// The address is the state of the lists. Parameters are named by the wire.

export const AGENCY_STATES = Agencia.shape.Estado.options;

interface Unreadable {
  parameter: string;
  value: string;
}

export interface AgenciesAddress {
  /** Part of a name, a mail, a place or a tax id, as typed. */
  q: string;
  /** Mail of one of the agency's operators; the service answers for it. */
  operador: string | undefined;
  estado: (typeof AGENCY_STATES)[number] | undefined;
  /** Parameters that could not be read: they are left out, and the page says so. */
  unreadable: Unreadable[];
}

export function readAgenciesAddress(search: URLSearchParams): AgenciesAddress {
  const unreadable: Unreadable[] = [];
  const read = reader(search, unreadable);
  return {
    q: search.get('q') ?? '',
    operador: read('operador', (text) => (z.safeParse(Mail, text).success ? text : undefined)),
    estado: read('estado', (text) => AGENCY_STATES.find((state) => state === text)),
    unreadable,
  };
}

export interface InvitationsAddress {
  q: string;
  state: Invitation['state'] | undefined;
  unreadable: Unreadable[];
}

export function readInvitationsAddress(search: URLSearchParams): InvitationsAddress {
  const unreadable: Unreadable[] = [];
  const read = reader(search, unreadable);
  return {
    q: search.get('q') ?? '',
    state: read('state', (text) => INVITATION_STATES.find((state) => state === text)),
    unreadable,
  };
}

function reader(search: URLSearchParams, unreadable: Unreadable[]) {
  return <Value>(parameter: string, meaning: (text: string) => Value | undefined) => {
    const text = search.get(parameter)?.trim();
    if (!text) return undefined;
    const value = meaning(text);
    if (value === undefined) unreadable.push({ parameter, value: text });
    return value;
  };
}

/** The search with some parameters changed; undefined or empty removes one. */
export function changeAgenciesSearch(
  search: URLSearchParams,
  change: Partial<Record<'q' | 'operador' | 'estado' | 'state', string | undefined>>,
): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next.toString();
}
