import { expect, it } from 'vitest';
import type { Invitation } from '#contract/desk/invitations.ts';
import { UNANSWERED_INVITATION_MS } from '#contract/overview.ts';
import {
  type InvitationsAddress,
  filterAgencies,
  filterInvitations,
  readAgenciesAddress,
  readInvitationsAddress,
} from './agency-filters.ts';

const agencies = [
  { AdminMail: 'hola@nandubay.example', Nombre: 'Ñandubay Motors', Ciudad: 'Paraná', Region: 'Entre Ríos' },
  { AdminMail: 'ventas@cuyo.example', Nombre: null, IdentificacionFiscal: '30-71000005-1' },
];

it.each([
  ['nandubay', 1],
  ['PARANA entre', 1],
  ['entre nadie', 0],
  ['30-71', 1],
  ['@', 2],
  ['  ', 2],
])('the search «%s» finds %i agencies', (q, count) => {
  expect(filterAgencies(agencies, q)).toHaveLength(count);
});

const invitation = (adminMail: string, state: Invitation['state'], at: number): Invitation => ({
  id: adminMail,
  adminMail,
  name: null,
  state,
  location: null,
  sends: [{ at, by: 'Paula', status: 202 }],
  checkedAt: null,
  nextCheckAt: null,
  registeredAt: null,
  note: adminMail.startsWith('b') ? 'llamó por teléfono' : '',
  noteBy: null,
  version: 1,
});

it('invitations of a state are listed, the latest first, and found by their notes', () => {
  const sent = [invitation('a@x.example', 'sent', 1), invitation('b@x.example', 'sent', 2)];
  const all = [...sent, invitation('c@x.example', 'refused', 3)];
  const mails = (q: string, state?: InvitationsAddress['state']) =>
    filterInvitations(all, { q, state }, UNANSWERED_INVITATION_MS + 1).map(({ adminMail }) => adminMail[0]);
  expect(mails('')).toEqual(['c', 'b', 'a']);
  expect(mails('', 'sent')).toEqual(['b', 'a']);
  expect(mails('', 'unanswered')).toEqual(['a']);
  expect(mails('LLAMO')).toEqual(['b']);
});

it('addresses are read, and parameters that cannot be read are named', () => {
  expect(readAgenciesAddress(new URLSearchParams('q=a&operador=ana@x.example&ver=silencio'))).toEqual({
    q: 'a',
    operador: 'ana@x.example',
    need: 'silencio',
    unreadable: [],
  });
  expect(readAgenciesAddress(new URLSearchParams('operador=ana&ver=Otra'))).toEqual({
    q: '',
    operador: undefined,
    need: undefined,
    unreadable: [
      { parameter: 'operador', value: 'ana' },
      { parameter: 'ver', value: 'Otra' },
    ],
  });
  expect(readInvitationsAddress(new URLSearchParams('state=sent')).state).toBe('sent');
  expect(readInvitationsAddress(new URLSearchParams('state=x')).unreadable).toHaveLength(1);
});
