import { expect, it } from 'vitest';
import { packageExpiry, packageUsage, parsePackage } from './PackageUsage.tsx';

it('products with both figures are added up', () => {
  expect(
    packageUsage([
      { Exposicion: 'Alta', Contratadas: 10, Utilizadas: 4, Disponibles: 6 },
      { Exposicion: 'Media', Contratadas: 10, Utilizadas: null },
      { Exposicion: 'Baja', Contratadas: 10, Utilizadas: 6 },
    ]),
  ).toEqual({ used: 10, contracted: 20, level: 'normal' });
});

it.each([
  [9, 10, 'low'],
  [8, 10, 'normal'],
  [10, 10, 'exhausted'],
  [12, 10, 'exhausted'],
])('a usage of %i of %i is %s', (Utilizadas, Contratadas, level) => {
  expect(packageUsage([{ Utilizadas, Contratadas }])?.level).toBe(level);
});

it('a package without a contract has no usage', () => {
  expect(packageUsage([])).toBeUndefined();
  expect(packageUsage(null)).toBeUndefined();
  expect(packageUsage([{ Contratadas: 0, Utilizadas: 0 }])).toBeUndefined();
});

it.each([
  ['2026-11-20', 'expired'],
  ['2026-11-21', 'soon'],
  ['2026-12-21', 'soon'],
  ['2026-12-22', 'later'],
  [null, undefined],
  ['pronto', undefined],
])('a package that ends on %s is %s on 21 November 2026', (day, expiry) => {
  expect(packageExpiry(day, '2026-11-21')).toBe(expiry);
});

it('a package keeps unknown members, and other values are refused', () => {
  expect(parsePackage({ Paquete: 'Oro', Productos: [], Cupones: 3 })).toMatchObject({ Cupones: 3 });
  expect(parsePackage({ Productos: 'muchos' })).toBeUndefined();
  expect(parsePackage(null)).toBeUndefined();
});
