import type { AgencyData } from '#service/agencies/store.ts';

// Demo agencies, on reserved mail domains. `perDay` is the mean number of inquiries per day.

export interface DemoAgency extends Partial<AgencyData> {
  mail: string;
  region: string;
  city: string;
  /** First and last name of the administrator, then of each collaborator with their mail. */
  administrator: readonly [string, string];
  collaborators?: readonly (readonly [first: string, last: string, mail: string])[];
  /** It has not completed its registration. */
  isInvited?: true;
  perDay: number;
  /** It receives nothing from so many days before the first start on. */
  silentDays?: number;
}

/** Has more inquiries than 99 pages hold. */
export const BUSY_AGENCY = 'ventas@delplata.example';
/** Has 24 inquiries in total. */
export const SMALL_AGENCY = 'hola@lapuna.example';
export const SMALL_AGENCY_INQUIRIES = 24;
export const AGENCY_WITHOUT_INQUIRIES = 'contacto@finisterre.example';
/** Has received nothing for two weeks at the first start. */
export const SILENT_AGENCY = 'ventas@puntasur.example';
/** Its package is nearly spent. */
export const AGENCY_WITH_SPENT_PACKAGE = 'ventas@cuyoautos.example';
/** Has not completed its registration. */
export const INVITED_AGENCY = 'direccion@litoralusados.example';

export const DEMO_AGENCIES: readonly DemoAgency[] = [
  {
    mail: BUSY_AGENCY,
    name: 'Automotores del Plata',
    legal_name: 'Automotores del Plata S.A.',
    tax_id: '30-71000001-9',
    phone: '+54 11 5555-0101',
    whatsapp: '+54 9 11 5555-0102',
    region: 'Ciudad Autónoma de Buenos Aires',
    city: 'Buenos Aires',
    street: 'Av. del Libertador 7120',
    administrator: ['Lucía', 'Ferreyra'],
    collaborators: [
      ['Martín', 'Ocampo', 'martin.ocampo@delplata.example'],
      ['Carla', 'Benítez', 'carla.benitez@delplata.example'],
      ['Joaquín', 'Sosa', 'joaquin.sosa@delplata.example'],
      ['Noelia', 'Núñez', 'noelia.nunez@delplata.example'],
    ],
    perDay: 31,
  },
  {
    mail: 'ventas@docta.example',
    name: 'Docta Automóviles',
    legal_name: 'Docta Automóviles S.R.L.',
    tax_id: '30-71000002-7',
    phone: '+54 351 555-0110',
    whatsapp: '+54 9 351 555-0111',
    region: 'Córdoba',
    city: 'Córdoba',
    street: 'Bv. San Juan 845',
    administrator: ['Gastón', 'Arce'],
    collaborators: [
      ['Romina', 'Villagra', 'romina.villagra@docta.example'],
      ['Ezequiel', 'Luna', 'ezequiel.luna@docta.example'],
    ],
    perDay: 9,
  },
  {
    mail: 'consultas@pampeana.example',
    name: 'La Pampeana Usados',
    phone: '+54 2954 55-0120',
    region: 'La Pampa',
    city: 'Santa Rosa',
    street: 'Av. Spinetto 1310',
    administrator: ['Héctor', 'Gaitán'],
    perDay: 1.2,
  },
  {
    mail: 'info@rosariomotor.example',
    name: 'Rosario Motor',
    legal_name: 'Grupo Rosario Motor S.A.',
    tax_id: '30-71000004-3',
    phone: '+54 341 555-0130',
    whatsapp: '+54 9 341 555-0131',
    region: 'Santa Fe',
    city: 'Rosario',
    street: 'Bv. Oroño 2040',
    administrator: ['Valeria', 'Giménez'],
    collaborators: [
      ['Pablo', 'Ríos', 'pablo.rios@rosariomotor.example'],
      ['Agustina', 'Peralta', 'agustina.peralta@rosariomotor.example'],
      ['Nicolás', 'Bianchi', 'nicolas.bianchi@rosariomotor.example'],
    ],
    perDay: 7,
  },
  {
    mail: AGENCY_WITH_SPENT_PACKAGE,
    name: 'Cuyo Autos',
    legal_name: 'Cuyo Autos S.A.S.',
    tax_id: '30-71000005-1',
    phone: '+54 261 555-0140',
    whatsapp: '+54 9 261 555-0141',
    region: 'Mendoza',
    city: 'Mendoza',
    street: 'San Martín Sur 455',
    administrator: ['Ramiro', 'Quiroga'],
    collaborators: [['Florencia', 'Videla', 'florencia.videla@cuyoautos.example']],
    perDay: 6,
  },
  {
    mail: 'hola@nortecamionetas.example',
    name: 'Norte Camionetas',
    legal_name: 'Norte Camionetas S.R.L.',
    tax_id: '30-71000006-0',
    whatsapp: '+54 9 381 555-0151',
    region: 'Tucumán',
    city: 'San Miguel de Tucumán',
    street: 'Av. Mate de Luna 2310',
    administrator: ['Cecilia', 'Paz'],
    collaborators: [['Álvaro', 'Nader', 'alvaro.nader@nortecamionetas.example']],
    perDay: 5,
  },
  {
    mail: SILENT_AGENCY,
    name: 'Punta Sur Automotores',
    legal_name: 'Punta Sur S.A.',
    tax_id: '30-71000007-8',
    phone: '+54 223 555-0160',
    whatsapp: '+54 9 223 555-0161',
    region: 'Buenos Aires',
    city: 'Mar del Plata',
    street: 'Av. Constitución 5890',
    administrator: ['Ignacio', 'Urquiza'],
    perDay: 3.5,
    silentDays: 14,
  },
  {
    mail: 'contacto@comahue.example',
    name: 'Comahue 4x4',
    tax_id: '20-27000008-4',
    phone: '+54 299 555-0170',
    whatsapp: '+54 9 299 555-0171',
    region: 'Neuquén',
    city: 'Neuquén',
    administrator: ['Mariana', 'Huenchumán'],
    perDay: 2,
  },
  {
    mail: 'taller.y.ventas@nandubay.example',
    name: 'Ñandubay Motors',
    legal_name: 'Ñandubay Motors S.H.',
    phone: '+54 343 555-0180',
    region: 'Entre Ríos',
    city: 'Paraná',
    street: 'Av. Almafuerte 1275',
    administrator: ['Óscar', 'Müller'],
    perDay: 0.6,
  },
  {
    mail: SMALL_AGENCY,
    name: 'La Puna',
    phone: '+54 387 555-0190',
    region: 'Salta',
    city: 'Salta',
    administrator: ['Inés', 'Mamaní'],
    perDay: 0,
  },
  {
    mail: AGENCY_WITHOUT_INQUIRIES,
    name: 'Finisterre Autos',
    region: 'Tierra del Fuego',
    city: 'Ushuaia',
    street: 'Maipú 1003',
    administrator: ['Tomás', 'Oyarzún'],
    perDay: 0,
  },
  {
    mail: INVITED_AGENCY,
    region: 'Corrientes',
    city: 'Corrientes',
    administrator: ['Delfina', 'Aguirre'],
    isInvited: true,
    perDay: 0,
  },
];
