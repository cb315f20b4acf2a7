import { describe, expect, it } from 'vitest';
import { formatCsv } from './format-csv.ts';
import { findHeader, toTable } from './header.ts';

it.each([
  [[['Marca'], ['Ford']], true],
  [
    [
      ['MARCA', 'Modelo', 'Año'],
      ['Ford', 'Ka', '2001'],
    ],
    true,
  ],
  [
    [
      ['Nombre de la marca', 'x'],
      ['Ford', '1'],
    ],
    true,
  ],
  [
    [
      ['E-mail', 'Provincia'],
      ['a@b.example', 'Salta'],
    ],
    true,
  ],
  [[['Ford'], ['Fiat']], false],
  [[['Ciudad de Rosario'], ['Salta']], false],
  [
    [
      ['Ford', '2001'],
      ['Fiat', '1999'],
    ],
    false,
  ],
  [
    [
      ['Marca', '2001'],
      ['Fiat', '1999'],
    ],
    false,
  ],
  [[['Marca']], false],
  [[], false],
])('%j has a header: %j', (rows, expected) =>
  expect(findHeader(rows)).toEqual({ row: expected ? 0 : undefined, isSure: true }),
);

describe('the row with the names', () => {
  const TABLE = [
    ['Mail', 'Agencia', 'Provincia'],
    ['a@x.example', 'Ruta 9', 'Salta'],
    ['b@x.example', 'Ruta 3', 'Chubut'],
    ['c@x.example', 'Ruta 7', 'Mendoza'],
  ];
  const above = (...rows: string[][]) => [...rows, ...TABLE];
  it.each([
    ['below a title', above(['Agencias de la zona', '', '']), 1],
    ['below a title of a known word', above(['Agencias', '', '']), 1],
    ['below a title and a date', above(['Listado', '', ''], ['Fecha:', '12/03/2026', '']), 2],
    ['below a greeting', above(['Hola, te paso la lista que pediste', '', '']), 1],
    ['below groups of columns', above(['Contacto', '', 'Lugar']), 1],
    ['of a single column below a sentence', [['Listado de los autos'], ['Marca'], ['Ford'], ['Fiat']], 1],
  ])('is found %s', (_, rows, row) => expect(findHeader(rows)).toEqual({ row, isSure: true }));

  it.each([
    ['a whole row above it', above(['Hola', 'te paso', 'la lista'])],
    ['a title and words of its own', [['Listado', '', ''], ['Uno', 'Dos', 'Tres'], ...TABLE.slice(1)]],
    ['a title alone', [['Listado de marzo', '', ''], ...TABLE.slice(1)]],
    ['words of its own over values', [['Uno', 'Dos', 'Tres'], ...TABLE.slice(1)]],
  ])('is not guessed with %s', (_, rows) => expect(findHeader(rows)).toMatchObject({ isSure: false }));

  it('is missing where all rows are alike', () => {
    expect(findHeader(TABLE.slice(1))).toEqual({ row: undefined, isSure: true });
    expect(findHeader([['Camioneta'], ['Auto'], ['Moto']])).toEqual({ row: undefined, isSure: true });
  });
});

it('rows above the first one with data are skipped', () => {
  const rows = [['Marca'], ['(como figura)'], ['Ford']];
  expect(toTable(rows, { header: 0, firstRow: 2 }, String)).toEqual({ columns: ['Marca'], rows: [['Ford']] });
});

it('columns without a name, or with one that is taken, get a name', () => {
  const rows = [
    ['Marca', '', 'Marca'],
    ['Ford', 'x', 'VW'],
  ];
  const formatNumber = (number: number) => `Columna ${number}`;
  expect(toTable(rows, { header: 0, firstRow: 1 }, formatNumber)).toEqual({
    columns: ['Marca', 'Columna 2', 'Marca (2)'],
    rows: [['Ford', 'x', 'VW']],
  });
  expect(toTable(rows, { header: undefined, firstRow: 0 }, formatNumber)).toEqual({
    columns: ['Columna 1', 'Columna 2', 'Columna 3'],
    rows,
  });
});

it.each([
  ['es', 'Marca;"a;\'=1"\r\n'],
  ['en', 'Marca,"a;\'=1"\r\n'],
])('a file in %s runs no formula', async (language, text) => {
  expect(await formatCsv([['Marca', 'a;=1']], language)).toBe(text);
  expect(await formatCsv([['=1+1', '"x"']], 'en')).toBe(`'=1+1,"""x"""\r\n`);
});
