import { expect, it } from 'vitest';
import { listAlternatives, normalizeValue } from './members.ts';

it.each([
  ['AdminMail', 'Ana Paz <ana@x.example>', 'ana@x.example'],
  ['AdminMail', 'ana@x.example,', 'ana@x.example'],
  ['AdminMail', 'ana@x.example / no tiene otro', 'ana@x.example'],
  ['AdminMail', 'ana@x.example / beto@x.example', 'ana@x.example / beto@x.example'],
  ['Telefono', 'Tel: (0341) 4555-0001 int. 12', '0341 4555-0001'],
  ['Telefono', '0341 4555-0001 / 4555-0002', '0341 4555-0001 / 4555-0002'],
  ['WhatsApp', 'wsp 341 555 0001.', '341 555 0001'],
  ['Nombre', 'Ruta  9 / Sur.', 'Ruta 9 / Sur.'],
] as const)('a value of %s is normalized: «%s» to «%s»', (member, text, value) =>
  expect(normalizeValue(member, text)).toBe(value),
);

it('each of several mails or numbers can be chosen', () => {
  expect(listAlternatives('AdminMail', 'ana@x.example / beto@x.example')).toEqual([
    'ana@x.example',
    'beto@x.example',
  ]);
  expect(listAlternatives('Telefono', '0341 4555-0001 o 0341 4555-0002')).toHaveLength(2);
  expect(listAlternatives('Telefono', 'consultar')).toEqual([]);
  expect(listAlternatives('Nombre', 'a / b')).toEqual([]);
});
