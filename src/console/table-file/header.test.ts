import { expect, it } from 'vitest';
import { formatCsv } from './format-csv.ts';
import { hasHeader, toTable } from './header.ts';

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
])('%j has a header: %j', (rows, expected) => expect(hasHeader(rows)).toBe(expected));

it('names columns that have no name, or one that is taken', () => {
  const rows = [
    ['Marca', '', 'Marca'],
    ['Ford', 'x', 'VW'],
  ];
  const formatNumber = (number: number) => `Columna ${number}`;
  expect(toTable(rows, true, formatNumber)).toEqual({
    columns: ['Marca', 'Columna 2', 'Marca (2)'],
    rows: [['Ford', 'x', 'VW']],
  });
  expect(toTable(rows, false, formatNumber)).toEqual({
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
