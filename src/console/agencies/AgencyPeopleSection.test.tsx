import { expect, it } from 'vitest';
import { mergePeople } from './AgencyPeopleSection.tsx';

it('operators of the service and people of the console are listed once, with what they see', () => {
  const operator = (Email: string | null, Nombre: string) => ({ Email, Nombre, Apellido: 'Paz' });
  expect(
    mergePeople(
      [operator('Ana@x.example', 'Ana'), operator(null, 'Luz')],
      [
        { mail: 'ana@x.example', name: 'Ana María', role: 'seller', ownInquiriesOnly: true },
        { mail: 'bea@x.example', name: 'Bea', role: 'seller', ownInquiriesOnly: false },
      ],
    ).map(({ name, isOperator, access }) => [name, isOperator, access]),
  ).toEqual([
    ['Ana Paz', true, 'own'],
    ['Luz Paz', true, undefined],
    ['Bea', false, 'all'],
  ]);
});
