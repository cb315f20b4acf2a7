import { expect, it } from 'vitest';
import type { Member } from './members.ts';
import { suggestMapping } from './suggest-mapping.ts';

type Columns = Record<string, readonly [cell: string, member?: Member]>;

const PHONE = '+54 341 555-0001';
const MAIL = 'ventas@ruta9.example';

const FILES: Record<string, Columns> = {
  HubSpot: {
    'First Name': ['Ana'],
    'Last Name': ['Paz'],
    Email: [MAIL, 'AdminMail'],
    'Phone Number': [PHONE, 'Telefono'],
    'Mobile Phone Number': [PHONE, 'WhatsApp'],
    'Company name': ['Ruta 9', 'Nombre'],
    'State/Region': ['Santa Fe', 'Region'],
    City: ['Rosario', 'Ciudad'],
    'Street Address': ['Mitre 100', 'Direccion'],
    'Lead Status': ['New'],
  },
  'HubSpot in Spanish': {
    Nombre: ['Ana'],
    Apellidos: ['Paz'],
    Correo: [MAIL, 'AdminMail'],
    'Número de teléfono': [PHONE, 'Telefono'],
    'Nombre de la empresa': ['Ruta 9', 'Nombre'],
    'Estado o región': ['Santa Fe', 'Region'],
    Ciudad: ['Rosario', 'Ciudad'],
  },
  Salesforce: {
    'Account Name': ['Ruta 9', 'Nombre'],
    'First Name': ['Ana'],
    'Last Name': ['Paz'],
    Email: [MAIL, 'AdminMail'],
    Phone: [PHONE, 'Telefono'],
    'Billing Street': ['Mitre 100', 'Direccion'],
    'Billing City': ['Rosario', 'Ciudad'],
    'Billing State/Province': ['Santa Fe', 'Region'],
  },
  'Zoho CRM': {
    'Record Id': ['zcrm_1'],
    'Lead Owner': ['Valeria Sosa'],
    Company: ['Ruta 9', 'Nombre'],
    'Last Name': ['Paz'],
    Email: [MAIL, 'AdminMail'],
    Phone: [PHONE, 'Telefono'],
    Mobile: [PHONE, 'WhatsApp'],
    Street: ['Mitre 100', 'Direccion'],
    City: ['Rosario', 'Ciudad'],
    State: ['Santa Fe', 'Region'],
  },
  Pipedrive: {
    'Person - Name': ['Ana Paz'],
    'Person - Email - Work': [MAIL, 'AdminMail'],
    'Person - Phone - Work': [PHONE, 'Telefono'],
    'Organization - Name': ['Ruta 9', 'Nombre'],
    'Organization - Address': ['Mitre 100', 'Direccion'],
  },
  Odoo: {
    Name: ['Ruta 9', 'Nombre'],
    Email: [MAIL, 'AdminMail'],
    Phone: [PHONE, 'Telefono'],
    'Tax ID': ['30-50001091-2', 'IdentificacionFiscal'],
    Street: ['Mitre 100', 'Direccion'],
    City: ['Rosario', 'Ciudad'],
    State: ['Santa Fe', 'Region'],
  },
  'Google Contacts': {
    'First Name': ['Ana'],
    'Last Name': ['Paz'],
    'Organization Name': ['Ruta 9', 'Nombre'],
    'Organization Title': [''],
    'E-mail 1 - Label': ['* Work'],
    'E-mail 1 - Value': [MAIL, 'AdminMail'],
    'Phone 1 - Label': ['Work'],
    'Phone 1 - Value': [PHONE, 'Telefono'],
    'Address 1 - Label': ['Work'],
    'Address 1 - Street': ['Mitre 100', 'Direccion'],
    'Address 1 - City': ['Rosario', 'Ciudad'],
    'Address 1 - Region': ['Santa Fe', 'Region'],
  },
};

it.each(Object.entries(FILES))('an export of %s has its columns recognized', (_, columns) => {
  const names = Object.keys(columns);
  const row = Object.values(columns).map(([cell]) => cell);
  const found = suggestMapping({ columns: names, rows: [row] }, new Map());
  const members = Object.entries(found).map(([member, column]) => [names[column ?? -1], member]);
  const expected = Object.entries(columns).flatMap(([name, [, member]]) => (member ? [[name, member]] : []));
  expect(Object.fromEntries(members)).toEqual(Object.fromEntries(expected));
});
