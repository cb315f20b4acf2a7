import { expect, it } from 'vitest';
import type { Invitation } from '#contract/desk/invitations.ts';
import type { Agency } from '#console/agency-select/agency-queries.ts';
import { findDuplicate } from './invitation-state.ts';

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
])('%s', (_case, agencies, invitations, kind) => {
  expect(findDuplicate(' NUEVA@a.example', agencies, invitations)?.kind).toBe(kind);
});

it('somebody new', () => {
  expect(findDuplicate('otra@a.example', [agency('Registrada')], [invitation('sent')])).toBeUndefined();
});
