import { expect, it } from 'vitest';
import { changesOf, formerOf, inputsOf, invitationOf } from './agency-form.ts';

const agency = { AdminMail: 'a@a.example', Nombre: 'Ágil', RazonSocial: null, Telefono: '+54 11 5550 0000' };

it('sends only members that change; null clears', () => {
  const typed = { ...inputsOf(agency), Nombre: ' Ágil ', RazonSocial: 'Ágil S.A.', Telefono: '  ' };
  const changes = changesOf(typed, agency);
  expect(changes).toEqual({ RazonSocial: 'Ágil S.A.', Telefono: null });
  expect(formerOf(changes, agency)).toEqual({ RazonSocial: null, Telefono: '+54 11 5550 0000' });
});

it('changes nothing when nothing was typed', () => {
  expect(changesOf(inputsOf(agency), agency)).toEqual({});
});

it('invites with what was typed and nothing else', () => {
  const typed = { ...inputsOf({ Nombre: 'Nueva ', Ciudad: ' ' }), AdminMail: ' nueva@a.example ' };
  expect(invitationOf(typed)).toEqual({ AdminMail: 'nueva@a.example', Nombre: 'Nueva' });
});
