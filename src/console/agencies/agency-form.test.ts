import { expect, it } from 'vitest';
import { getChanges, getPreviousValues, toAgencyFormValues, toInvitation } from './agency-form.ts';

const agency = { AdminMail: 'a@a.example', Nombre: 'Ágil', RazonSocial: null, Telefono: '+54 11 5550 0000' };

it('an edit sends only changed members, and null for cleared ones', () => {
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

it('an edit of empty fields that stay empty sends nothing', () => {
  expect(getChanges(toAgencyFormValues(agency), agency)).toEqual({});
});

it('an invitation sends only the members that were filled in', () => {
  const values = { ...toAgencyFormValues({ Nombre: 'Nueva ', Ciudad: ' ' }), AdminMail: ' nueva@a.example ' };
  expect(toInvitation(values)).toEqual({ AdminMail: 'nueva@a.example', Nombre: 'Nueva' });
});
