import { expect, it } from 'vitest';
import { splitColumns } from './split-columns.ts';

const split = (name: string, cell: string) =>
  splitColumns({ columns: ['x', name], rows: [['1', cell]] }).table;

it.each([
  ['Localidad y provincia', 'Rosario, Santa Fe', { Localidad: 'Rosario', provincia: 'Santa Fe' }],
  ['Ciudad/Provincia', 'Villa María - Córdoba', { Ciudad: 'Villa María', Provincia: 'Córdoba' }],
  ['Localidad - Provincia', 'Rosario (Santa Fe)', { Localidad: 'Rosario', Provincia: 'Santa Fe' }],
  ['City, State', 'Rosario, Santa Fe, Argentina', { City: 'Rosario', State: 'Santa Fe' }],
  ['Provincia y ciudad', 'Salta / Salta', { Provincia: 'Salta', ciudad: 'Salta' }],
  ['Localidad y provincia', 'Rosario', { Localidad: 'Rosario', provincia: '' }],
  ['Localidad y provincia', '', { Localidad: '', provincia: '' }],
  [
    'Dirección, localidad y provincia',
    'Mitre 100, piso 2, Rosario, Santa Fe',
    { Dirección: 'Mitre 100, piso 2', localidad: 'Rosario', provincia: 'Santa Fe' },
  ],
  ['Teléfono y mail', '0341 555-0001 / ana@x.example', { Teléfono: '0341 555-0001', mail: 'ana@x.example' }],
  ['Mail / Teléfono', 'ana@x.example', { Mail: 'ana@x.example', Teléfono: '' }],
  ['Mail / Teléfono', '341 555 0001', { Mail: '', Teléfono: '341 555 0001' }],
  ['Mail / Teléfono', 'no tiene', { Mail: 'no tiene', Teléfono: '' }],
])('a column is split by its name, %s: «%s»', (name, cell, expected) => {
  expect(split(name, cell)).toEqual({
    columns: ['x', ...Object.keys(expected)],
    rows: [['1', ...Object.values(expected)]],
  });
});

it.each([
  'Localidad',
  'Ciudad/Partido',
  'Nombre y apellido',
  'Teléfono / Celular',
  'Marca y modelo',
  'Estado',
])('the column «%s» is not split', (name) => {
  expect(split(name, 'a, b').columns).toEqual(['x', name]);
});

it('a new column whose name is taken gets a number', () => {
  const table = { columns: ['Localidad', 'Localidad y provincia'], rows: [['a', 'b, c']] };
  expect(splitColumns(table)).toEqual({
    table: { columns: ['Localidad', 'Localidad (2)', 'provincia'], rows: [['a', 'b', 'c']] },
    split: ['Localidad y provincia'],
  });
});
