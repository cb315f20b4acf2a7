import { expect, it } from 'vitest';
import { resolvePlace } from './resolve-place.ts';

const OWN = 'https://avisos.example';

it.each([
  ['Santa Fe', 'Rosario'],
  ['santa fe', 'rosario'],
  ['17', '1833'],
  ['AR-S', '/v3/ciudades/1833'],
  ['ar-s', `${OWN}/v3/ciudades/1833`],
  ['/v3/regiones/17', 'ROSARIO '],
  [`${OWN}/v3/regiones/17/`, 'Rosario'],
])('a place is resolved from %j and %j', (Region, Ciudad) => {
  expect(resolvePlace({ Region, Ciudad }, OWN)).toEqual({ Region: 'Santa Fe', Ciudad: 'Rosario' });
});

it.each([
  [{}, { Region: null, Ciudad: null }],
  [{ Region: 'Bs. As.' }, { Region: 'Buenos Aires', Ciudad: null }],
  [
    { Region: 'Cdad. Aut. de Bs As', Ciudad: null },
    { Region: 'Ciudad Autónoma de Buenos Aires', Ciudad: null },
  ],
  [
    { Region: '', Ciudad: '' },
    { Region: null, Ciudad: null },
  ],
])('a resolved place reads back: %j', (given, names) => {
  expect(resolvePlace(given, OWN)).toEqual(names);
});

it.each([
  [{ Ciudad: 'Rosario' }, 'Ciudad'],
  [{ Region: null, Ciudad: 'Rosario' }, 'Ciudad'],
  [{ Region: 'Narnia' }, 'Region'],
  [{ Region: '99' }, 'Region'],
  [{ Region: '/v3/ciudades/1833' }, 'Region'],
  [{ Region: 'https://otro.example/v3/regiones/17' }, 'Region'],
  [{ Region: 'Santa' }, 'Region'],
  [{ Region: 'Santa Fe', Ciudad: 'Mendoza' }, 'Ciudad'],
  [{ Region: 'Santa Fe', Ciudad: 'Rosar' }, 'Ciudad'],
  [{ Region: 'Córdoba', Ciudad: '1833' }, 'Ciudad'],
])('a place is refused: %j', (given, field) => {
  expect(resolvePlace(given, OWN)).toEqual({ errors: { [field]: [expect.any(String)] } });
});
