import { expect, it } from 'vitest';
import { getChanges, getPreviousValues, toAgencyFormValues, toInvitation } from './agency-form.ts';

const agency = { AdminMail: 'a@a.example', Nombre: 'Ágil', RazonSocial: null, Telefono: '+54 11 5550 0000' };

it('sends only members that change; null clears', () => {
  const values = {
    ...toAgencyFormValues(agency),
    Nombre: ' Ágil ',
    RazonSocial: 'Ágil S.A.',
    Telefono: '  ',
  };
  const changes = getChanges(values, agency);
  expect(changes).toEqual({ RazonSocial: 'Ágil S.A.', Telefono: null });
  expect(getPreviousValues(changes, agency)).toEqual({ RazonSocial: null, Telefono: '+54 11 5550 0000' });
});

it('changes nothing when nothing was values', () => {
  expect(getChanges(toAgencyFormValues(agency), agency)).toEqual({});
});

it('invites with what was values and nothing else', () => {
  const values = { ...toAgencyFormValues({ Nombre: 'Nueva ', Ciudad: ' ' }), AdminMail: ' nueva@a.example ' };
  expect(toInvitation(values)).toEqual({ AdminMail: 'nueva@a.example', Nombre: 'Nueva' });
});
