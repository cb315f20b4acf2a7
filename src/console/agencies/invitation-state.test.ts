import { expect, it } from 'vitest';
import type { Invitation } from '#contract/desk/invitations.ts';
import type { Agency } from '#console/agency-select/agency-queries.ts';
import { findDuplicate, isMailRegistered, stateChangedAt } from './invitation-state.ts';

const send = (at: number, status: number | null) => ({ at, by: 'Ana', status });

it.each([
  ['registered', [send(1, 202)], 5, 5],
  ['refused', [send(9, 409), send(1, 202)], 5, 9],
  ['refused', [], 5, null],
  ['ended', [send(1, 202)], 5, null],
  ['sent', [send(1, 202)], null, null],
] as const)('the state %s has the time of its change', (state, sends, registeredAt, at) => {
  expect(stateChangedAt({ state, sends: [...sends], registeredAt })).toBe(at);
});

it.each([
  ['refused', [send(9, 409)], null, true],
  ['refused', [send(9, 400)], null, false],
  ['ended', [send(1, 202)], 5, true],
  ['ended', [send(1, 202)], null, false],
  ['registered', [send(1, 202)], 5, false],
] as const)(
  'a mail whose invitation is %s may have an account',
  (state, sends, registeredAt, isRegistered) => {
    expect(isMailRegistered({ state, sends: [...sends], registeredAt })).toBe(isRegistered);
  },
);

const MAIL = 'nueva@a.example';
const agency = (Estado: 'Registrada' | 'Invitada' | null): Agency => ({
  AdminMail: 'Nueva@A.example',
  Estado,
});
const invitation = (state: Invitation['state']): Invitation => ({
  id: '1',
  adminMail: MAIL,
  name: null,
  state,
  location: null,
  sends: [],
  checkedAt: null,
  nextCheckAt: null,
  registeredAt: null,
  note: '',
  noteBy: null,
  version: 1,
});

it.each([
  ['a registered agency', [agency('Registrada')], [], 'associated'],
  ['an agency whose state is not known', [agency(null)], [], 'associated'],
  ['an agency that was only invited', [agency('Invitada')], [invitation('sent')], 'invited'],
  ['an invitation that the list does not show', [], [invitation('sent')], 'invited'],
  ['an invitation without an answer', [], [invitation('sending')], 'unconfirmed'],
  ['a refused invitation', [], [invitation('refused')], 'refused'],
  ['an association that ended', [], [invitation('ended')], 'ended'],
  [
    'a refused invitation of an agency that is there by now',
    [agency('Registrada')],
    [invitation('refused')],
    'associated',
  ],
])('%s is a duplicate', (_case, agencies, invitations, kind) => {
  expect(findDuplicate(' NUEVA@a.example', agencies, invitations)?.kind).toBe(kind);
});

it('a new mail is no duplicate', () => {
  expect(findDuplicate('otra@a.example', [agency('Registrada')], [invitation('sent')])).toBeUndefined();
});
