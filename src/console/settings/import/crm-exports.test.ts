import { describe, expect, it } from 'vitest';
import { EXPORT_LABELS } from '#contract/desk/export-labels.ts';
import { EXPORT_COLUMNS, type ExportColumn } from '#contract/desk/export.ts';
import { findHeader, toTable } from '#console/table-file/header.ts';
import { parseTable } from '#console/table-file/parse-table.ts';
import { readImportRows } from './import-rows.ts';
import { type ImportField, hasAnswerDates, suggestImportColumns } from './import-columns.ts';

type Columns = Record<string, readonly [cell: string, field?: ImportField]>;

const PHONE = '+54 9 341 555-0001';
const MAIL = 'ana@x.example';
const DAY = '2026-03-02 10:15';

const FILES: Record<string, Columns> = {
  HubSpot: {
    'Record ID': ['51'],
    'First Name': ['Ana'],
    'Last Name': ['Paz'],
    Email: [MAIL, 'mail'],
    'Phone Number': [PHONE, 'phone'],
    'Contact owner': ['Valeria Sosa'],
    'Lead Status': ['Attempted to contact', 'status'],
    'Marketing contact status': ['Non-marketing contact'],
    'Create Date': [DAY, 'date'],
  },
  'HubSpot in Spanish': {
    'ID de registro': ['51'],
    Nombre: ['Ana'],
    Apellidos: ['Paz'],
    Correo: [MAIL, 'mail'],
    'Número de teléfono': [PHONE, 'phone'],
    'Propietario del contacto': ['Valeria Sosa'],
    'Estado del lead': ['Nuevo', 'status'],
    'Estado o región': ['Santa Fe'],
    'Fecha de creación': [DAY, 'date'],
  },
  Salesforce: {
    'First Name': ['Ana'],
    'Last Name': ['Paz'],
    'Company / Account': ['—'],
    Email: [MAIL, 'mail'],
    Phone: [PHONE, 'phone'],
    'Lead Status': ['Working - Contacted', 'status'],
    'State/Province': ['Santa Fe'],
    'Lead Owner': ['Valeria Sosa'],
    'Create Date': [DAY, 'date'],
  },
  'Salesforce data loader': {
    Id: ['00Q5g00000A1b2c'],
    FirstName: ['Ana'],
    MobilePhone: [PHONE, 'phone'],
    Email: [MAIL, 'mail'],
    Status: ['Closed - Converted', 'status'],
    State: ['Santa Fe'],
    Description: ['pidió que la llamen', 'note'],
    LastModifiedDate: [DAY, 'date'],
  },
  'Zoho CRM': {
    'Record Id': ['zcrm_51'],
    'Lead Owner': ['Valeria Sosa'],
    'Lead Name': ['Ana Paz'],
    Email: [MAIL, 'mail'],
    Phone: [PHONE, 'phone'],
    'Lead Status': ['Junk Lead', 'status'],
    'Created Time': [DAY, 'date'],
    Description: ['no le interesa', 'note'],
    State: ['Santa Fe'],
  },
  'Zoho CRM in Spanish': {
    'Propietario de Posible cliente': ['Valeria Sosa'],
    'Correo electrónico': [MAIL, 'mail'],
    Teléfono: [PHONE, 'phone'],
    'Estado de Posible cliente': ['Contactado', 'status'],
    'Hora de creación': [DAY, 'date'],
    Descripción: ['vuelve el lunes', 'note'],
  },
  Pipedrive: {
    'Deal - Title': ['Ford Ka'],
    'Deal - Status': ['Lost', 'status'],
    'Deal - Lost reason': ['Precio', 'lostReason'],
    'Deal - Deal created': [DAY, 'date'],
    'Deal - Owner': ['Valeria Sosa'],
    'Person - Name': ['Ana Paz'],
    'Person - Phone - Work': [PHONE, 'phone'],
    'Person - Email - Work': [MAIL, 'mail'],
  },
  'Pipedrive in Spanish': {
    'Trato - Título': ['Ford Ka'],
    'Trato - Estado': ['Ganado', 'status'],
    'Trato - Motivo de pérdida': ['', 'lostReason'],
    'Trato - Fecha de cierre': [DAY, 'date'],
    'Persona - Teléfono': [PHONE, 'phone'],
    'Persona - Correo electrónico': [MAIL, 'mail'],
  },
  Kommo: {
    ID: ['51'],
    'Lead title': ['Lead #51'],
    'Main contact': ['Ana Paz'],
    'Responsible user': ['Valeria Sosa'],
    'Lead stage': ['Initial contact', 'status'],
    Pipeline: ['Ventas'],
    'Created at': [DAY, 'date'],
    'Work phone': [PHONE, 'phone'],
    'Work email': [MAIL, 'mail'],
    'Note 1': ['pasa el sábado', 'note'],
  },
  'Kommo in Spanish': {
    'Nombre del lead': ['Lead #51'],
    'Contacto principal': ['Ana Paz'],
    'Usuario responsable': ['Valeria Sosa'],
    'Etapa del lead': ['Negociación', 'status'],
    'Embudo de ventas': ['Ventas'],
    'Fecha de Creación': [DAY, 'date'],
    'Teléfono celular (contacto)': [PHONE, 'phone'],
    'Correo (contacto)': [MAIL, 'mail'],
    'Nota 1': ['pasa el sábado', 'note'],
  },
  Bitrix24: {
    ID: ['51'],
    Stage: ['In progress', 'status'],
    'Lead name': ['Ana'],
    'Responsible person': ['Valeria Sosa'],
    'Work phone': [PHONE, 'phone'],
    'Work e-mail': [MAIL, 'mail'],
    'Created on': [DAY, 'date'],
    Comment: ['llamar a la tarde', 'note'],
  },
  'Bitrix24 in Spanish': {
    ID: ['51'],
    Etapa: ['En proceso', 'status'],
    'Persona responsable': ['Valeria Sosa'],
    'Teléfono del trabajo': [PHONE, 'phone'],
    'E-mail del trabajo': [MAIL, 'mail'],
    Creado: [DAY, 'date'],
    Comentario: ['llamar a la tarde', 'note'],
  },
  Tecnom: {
    'Nro. Lead': ['51'],
    'Fecha Ingreso': [DAY, 'date'],
    Cliente: ['Ana Paz'],
    Celular: [PHONE, 'phone'],
    Email: [MAIL, 'mail'],
    Estado: ['En gestión', 'status'],
    Vendedor: ['Valeria Sosa'],
    'Motivo de pérdida': ['Precio', 'lostReason'],
    Observaciones: ['ok', 'note'],
  },
  Pilot: {
    'Fecha de alta': [DAY, 'date'],
    'Apellido y nombre': ['Paz, Ana'],
    'E-mail': [MAIL, 'mail'],
    Teléfono: [PHONE, 'phone'],
    Estado: ['Contactado', 'status'],
    'Motivo de baja': ['', 'lostReason'],
    Comentarios: ['ok', 'note'],
    'Vendedor asignado': ['Valeria Sosa'],
    Localidad: ['Rosario'],
  },
  Odoo: {
    Opportunity: ['Ford Ka'],
    'Contact Name': ['Ana Paz'],
    Email: [MAIL, 'mail'],
    Phone: [PHONE, 'phone'],
    Stage: ['Won', 'status'],
    Salesperson: ['Valeria Sosa'],
    State: ['Santa Fe'],
    'Lost Reason': ['', 'lostReason'],
    'Created on': [DAY, 'date'],
    Notes: ['ok', 'note'],
  },
  'Odoo for its own import': {
    id: ['__export__.crm_lead_51'],
    contact_name: ['Ana Paz'],
    email_from: [MAIL, 'mail'],
    phone: [PHONE, 'phone'],
    stage_id: ['New', 'status'],
    lost_reason_id: ['', 'lostReason'],
    create_date: [DAY, 'date'],
    description: ['ok', 'note'],
  },
  Monday: {
    Name: ['Ana Paz'],
    Subitems: [''],
    Status: ['Contacted', 'status'],
    Person: ['Valeria Sosa'],
    Email: [MAIL, 'mail'],
    Phone: [PHONE, 'phone'],
    'Last interaction': [DAY, 'date'],
  },
  'Google Contacts': {
    'First Name': ['Ana'],
    'Last Name': ['Paz'],
    'Organization Name': [''],
    Birthday: ['1980-01-01'],
    Notes: ['pasa el sábado', 'note'],
    Labels: ['* myContacts'],
    'E-mail 1 - Label': ['* Work'],
    'E-mail 1 - Value': [MAIL, 'mail'],
    'Phone 1 - Label': ['Mobile'],
    'Phone 1 - Value': [PHONE, 'phone'],
  },
};

describe.each(Object.entries(FILES))('an export of %s', (_, columns) => {
  const names = Object.keys(columns);
  const row = Object.values(columns).map(([cell]) => cell);

  it('has its columns recognized', () => {
    const found = suggestImportColumns({ columns: names, rows: [row] });
    const fields = Object.entries(found).flatMap(([field, column]) =>
      column === undefined ? [] : [[names[column], field]],
    );
    const expected = Object.entries(columns).flatMap(([name, [, field]]) => (field ? [[name, field]] : []));
    expect(Object.fromEntries(fields)).toEqual(Object.fromEntries(expected));
  });

  it('has its header found, also below a title', () => {
    expect(findHeader([names, row, row])).toEqual({ row: 0, isSure: true });
    const title = names.map((__, at) => (at === 0 ? 'Listado de clientes de marzo' : ''));
    expect(findHeader([title, names, row, row])).toEqual({ row: 1, isSure: true });
  });
});

describe('our own export', () => {
  const CELLS: Partial<Record<ExportColumn, string>> = {
    sid: '01JABCDEFGHJKMNPQRSTVWXYZ0',
    Momento: '2026-03-01 09:00:00',
    'Interesado.Telefono': PHONE,
    'Interesado.Email': MAIL,
    'Interesado.Comentario': 'Hola, quisiera saber si sigue disponible',
    'Seguimiento.Estado': 'contactada',
    'Seguimiento.Notas': '2',
    'Reloj.Respondida': '2026-03-01 10:00:00',
  };
  const row = EXPORT_COLUMNS.map((column) => CELLS[column] ?? '');
  const toNames = (format: 'es' | 'en' | 'interface') =>
    EXPORT_COLUMNS.map((column) => {
      const name = format === 'interface' ? column : EXPORT_LABELS[column][format];
      return /^\d{4}-/.test(CELLS[column] ?? '') ? `${name} (America/Argentina/Cordoba)` : name;
    });
  const at = (column: ExportColumn) => EXPORT_COLUMNS.indexOf(column);

  it.each(['es', 'en', 'interface'] as const)(
    'in %s comes back without the comment of the buyer',
    (format) => {
      const columns = toNames(format);
      expect(findHeader([columns, row])).toEqual({ row: 0, isSure: true });
      expect(suggestImportColumns({ columns, rows: [row] })).toEqual({
        sid: at('sid'),
        phone: at('Interesado.Telefono'),
        mail: at('Interesado.Email'),
        status: at('Seguimiento.Estado'),
        lostReason: at('Seguimiento.Motivo'),
        note: undefined,
        date: at('Reloj.Respondida'),
      });
      expect(hasAnswerDates(columns[at('Reloj.Respondida')] ?? '')).toBe(true);
    },
  );

  it.each(['es', 'en'] as const)('in %s comes back after a spreadsheet saved it', async (format) => {
    const local = row.map((cell) => cell.replace(/^2026-03-01 (\d\d:\d\d):00$/, '01/03/2026 $1'));
    const note = ['PARCIAL: ventas@ruta9.example: pueden faltar consultas', ...row.slice(1).map(() => '')];
    const content = `\uFEFF${[toNames(format), local, note].map((cells) => cells.join(';')).join('\r\n')}\r\n`;
    const rows = await parseTable({ content, separator: 'auto' });
    const table = toTable(rows, { header: findHeader(rows).row, firstRow: 1 }, String);
    const columns = suggestImportColumns(table);
    expect(columns).toMatchObject({ sid: at('sid'), status: at('Seguimiento.Estado') });
    expect(columns.note).toBeUndefined();
    expect(readImportRows(table, columns)).toMatchObject([
      { clue: { sid: CELLS.sid }, status: 'contactada', note: '', day: '2026-03-01' },
    ]);
  });

  it('has its note in a column that somebody added', () => {
    const { note } = suggestImportColumns({ columns: [...toNames('es'), 'Notas'], rows: [[...row, 'ok']] });
    expect(note).toBe(EXPORT_COLUMNS.length);
  });
});

it.each([
  ['Fecha', true],
  ['Fecha de contacto', true],
  ['Fecha de respuesta', true],
  ['Fecha de creación', false],
  ['Fecha Ingreso', false],
  ['Fecha de cierre', false],
  ['Created on', false],
  ['LastModifiedDate', false],
])('the dates of «%s» are of the answer: %s', (name, expected) =>
  expect(hasAnswerDates(name)).toBe(expected),
);
