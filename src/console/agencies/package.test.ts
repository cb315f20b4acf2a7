import { expect, it } from 'vitest';
import { endingOf, readPackage, usedOf } from './package.ts';

it('adds up what the service told, and nothing else', () => {
  expect(
    usedOf([
      { Exposicion: 'Alta', Contratadas: 10, Utilizadas: 4, Disponibles: 6 },
      { Exposicion: 'Media', Contratadas: 10, Utilizadas: null },
      { Exposicion: 'Baja', Contratadas: 10, Utilizadas: 6 },
    ]),
  ).toEqual({ used: 10, contracted: 20, level: 'free' });
});

it.each([
  [9, 10, 'ending'],
  [8, 10, 'free'],
  [10, 10, 'over'],
  [12, 10, 'over'],
])('%i of %i is %s', (Utilizadas, Contratadas, level) => {
  expect(usedOf([{ Utilizadas, Contratadas }])?.level).toBe(level);
});

it('has no gauge without a contract', () => {
  expect(usedOf([])).toBeUndefined();
  expect(usedOf(null)).toBeUndefined();
  expect(usedOf([{ Contratadas: 0, Utilizadas: 0 }])).toBeUndefined();
});

it.each([
  ['2026-11-20', 'ended'],
  ['2026-11-21', 'soon'],
  ['2026-12-21', 'soon'],
  ['2026-12-22', 'later'],
  [null, undefined],
  ['pronto', undefined],
])('a package until %s is %s on 21 November 2026', (day, ending) => {
  expect(endingOf(day, '2026-11-21')).toBe(ending);
});

it('keeps what it does not know of a package, and refuses what is none', () => {
  expect(readPackage({ Paquete: 'Oro', Productos: [], Cupones: 3 })).toMatchObject({ Cupones: 3 });
  expect(readPackage({ Productos: 'muchos' })).toBeUndefined();
  expect(readPackage(null)).toBeUndefined();
});
