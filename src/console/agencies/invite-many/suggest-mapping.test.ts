import { expect, it } from 'vitest';
import { rememberMapping, suggestMapping } from './suggest-mapping.ts';

const ROW = [
  'ventas@ruta9.example',
  'Ruta 9',
  '+54 11 5555 0101',
  '30-50001091-2',
  'Córdoba',
  'Villa María',
  'San Martín 100',
];
const table = (columns: string[], rows = [ROW]) => ({ columns, rows });
const nothing = new Map<string, never[]>();

it.each([
  [['Correo', 'Agencia', 'Teléfono', 'CUIT', 'Provincia', 'Localidad', 'Domicilio']],
  [['E-mail', 'Dealership name', 'Phone number', 'Tax ID', 'State', 'City', 'Street address']],
  [['AdminMail', 'Nombre', 'Telefono', 'IdentificacionFiscal', 'Region', 'Ciudad', 'Direccion']],
  [
    [
      'Mail del administrador',
      'Nombre de fantasía',
      'Tel.',
      'Nº de CUIT',
      'Prov.',
      'Ciudad/Partido',
      'Dirección',
    ],
  ],
])('columns are recognized by their names: %j', (columns) => {
  expect(suggestMapping(table(columns), nothing)).toEqual({
    AdminMail: 0,
    Nombre: 1,
    Telefono: 2,
    IdentificacionFiscal: 3,
    Region: 4,
    Ciudad: 5,
    Direccion: 6,
  });
});

it('columns without names are recognized by their cells', () => {
  const columns = ROW.map((_, at) => `Columna ${at + 1}`);
  expect(suggestMapping(table(columns), nothing)).toEqual({
    AdminMail: 0,
    Telefono: 2,
    IdentificacionFiscal: 3,
    Region: 4,
  });
});

it('the mail is not taken for the address, nor a person for the agency', () => {
  const columns = ['Dirección de correo', 'Nombre del contacto', 'Concesionaria', 'Celular', 'Dirección'];
  const rows = [['a@b.example', 'Ana', 'Ruta 9', '351 555 0101', 'Mitre 1']];
  expect(suggestMapping({ columns, rows }, nothing)).toEqual({
    AdminMail: 0,
    Nombre: 2,
    WhatsApp: 3,
    Direccion: 4,
  });
});

it('the column with more mails is chosen of two with the same name', () => {
  const rows = [
    ['-', 'a@b.example'],
    ['x', 'c@d.example'],
  ];
  expect(suggestMapping({ columns: ['Mail', 'Correo'], rows }, nothing)).toEqual({ AdminMail: 1 });
});

it('the choices of the last file are repeated, also for unused columns', () => {
  const before = table(['Correo', 'Agencia', 'Tel', 'CUIT', 'Zona', 'Localidad', 'Domicilio']);
  const mapping = { AdminMail: 0, Nombre: 1, Telefono: 2, WhatsApp: 2, Region: 4, Ciudad: 5 };
  const remembered = rememberMapping(before, mapping, nothing);
  expect(suggestMapping(table(['TEL', 'cuit', 'correo', 'zona', 'Ciudad']), remembered)).toEqual({
    Telefono: 0,
    WhatsApp: 0,
    AdminMail: 2,
    Region: 3,
    Ciudad: 4,
  });
});
