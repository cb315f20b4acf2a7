import fc from 'fast-check';
import { Window } from 'happy-dom';
import { afterAll, expect, it } from 'vitest';
import { propertyRuns } from '#testing/property-runs.ts';
import { renderAdf } from './adf.ts';
import { renderCrmMail, renderCrmTest } from './crm-mail.ts';
import { type Lead, cleanLine, cleanText, toLead } from './lead.ts';

const window = new Window();
afterAll(() => window.happyDOM.close());

const AT = '2026-03-05T11:30:00-03:00';
const CONTEXT = {
  sid: '01JCXXXXXXXXXXXXXXXXXXXXXX',
  at: AT,
  agency: { mail: 'v@x.example', name: 'Ruta 9' },
};

const INQUIRY = {
  Momento: AT,
  OrigenLead: 'Formulario',
  TipoAnuncio: 'Usado',
  OperadorResponsable: 'ana@x.example',
  Auto: {
    ExternalId: 'A-1',
    RefStock: '8AFBR22B4NJ123456',
    Marca: 'Ford',
    Modelo: 'Ka',
    Version: '1.5 SE',
    VersionYear: 2019,
    Kilometraje: 45_000,
    Color: 'Rojo',
    BodyType: 'Hatchback',
    Estado: 'Usado',
    Precio: { Moneda: 'ARS', Importe: 12_500_000.5 },
  },
  Interesado: {
    Interes: 'Permutar',
    Nombre: 'Ana',
    Apellido: 'Ñandú & Cía <x>',
    Email: 'ana@example.com',
    Telefono: '351 555-0111',
    DocIdentidad: '30111222',
    Provincia: 'Córdoba',
    Ciudad: 'Río Cuarto',
    Comentario: '¿Sigue "disponible"?\r\nSaludos',
    InfoOperacion: {
      EntregaVehiculo: { Marca: 'Fiat', Modelo: 'Uno', VersionYear: 2010 },
      FinanciacionDeseada: { Adelanto: { Moneda: 'USD', Importe: 1000 }, Cuota: null },
      QuiereCotizacionSeguro: true,
    },
  },
  _links: {},
};

/** Characters that XML 1.0 allows, and references to five of them alone. */
const WELL_FORMED =
  /^(?:[\t\n\r\u{20}-\u{25}\u{27}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]|&(?:amp|lt|gt|quot|#39);)*$/u;

function parse(xml: string) {
  const document = new window.DOMParser().parseFromString(xml, 'application/xml');
  expect(document.querySelector('parsererror')).toBeNull();
  expect(xml).toMatch(WELL_FORMED);
  const read = (selector: string) => document.querySelector(selector)?.textContent ?? '';
  const list = (selector: string) =>
    [...(document.querySelector(selector)?.children ?? [])].map(({ localName }) => localName);
  return { read, list, find: (selector: string) => document.querySelector(selector) };
}

const readLead = (inquiry: unknown): Lead => {
  const lead = toLead(inquiry, CONTEXT);
  if (!lead) throw new Error('The inquiry cannot be read');
  return lead;
};

it('an inquiry is a prospect with its elements in the order of the DTD', () => {
  const { read, list, find } = parse(renderAdf(readLead(INQUIRY)));
  expect(find('prospect')?.getAttribute('status')).toBe('new');
  expect(list('prospect')).toEqual([
    'id',
    'requestdate',
    'vehicle',
    'vehicle',
    'customer',
    'vendor',
    'provider',
  ]);
  expect(list('vehicle[interest="buy"]')).toEqual([
    'id',
    'year',
    'make',
    'model',
    'vin',
    'trim',
    'bodystyle',
    'odometer',
    'colorcombination',
    'price',
    'finance',
  ]);
  expect(find('vehicle[interest="buy"]')?.getAttribute('status')).toBe('used');
  expect([read('vin'), read('price'), find('price')?.getAttribute('currency')]).toEqual([
    '8AFBR22B4NJ123456',
    '12500000.5',
    'ARS',
  ]);
  expect(find('amount')?.getAttribute('type')).toBe('downpayment');
  expect(read('vehicle[interest="trade-in"] make')).toBe('Fiat');
  expect(list('customer')).toEqual(['contact', 'id', 'comments']);
  expect(list('contact')).toEqual(['name', 'name', 'email', 'phone', 'address']);
  expect([read('name[part="first"]'), read('name[part="last"]')]).toEqual(['Ana', 'Ñandú & Cía <x>']);
  expect(read('comments')).toBe('¿Sigue "disponible"?\nSaludos\nQuiere cotización de seguro.');
  expect([read('city'), read('regioncode')]).toEqual(['Río Cuarto', 'Córdoba']);
  expect([read('vendorname'), read('provider name')]).toEqual(['Ruta 9', 'Vitrina']);
  expect([read('requestdate'), read('prospect > id')]).toEqual([AT, CONTEXT.sid]);
});

it.each([
  [{ Interes: 'PruebaDeManejo' }, {}, 'test-drive', 'used'],
  [{ Interes: 'Comprar' }, { Estado: 'Nuevo' }, 'buy', 'new'],
  [{}, {}, 'buy', 'used'],
])('the interest %j in %j is %s, of a vehicle that is %s', (person, vehicle, interest, status) => {
  const { find } = parse(renderAdf(readLead({ Momento: AT, Interesado: person, Auto: vehicle, _links: {} })));
  expect(find('vehicle')?.getAttribute('interest')).toBe(interest);
  expect(find('vehicle')?.getAttribute('status')).toBe(status);
});

it('any text of an inquiry gives well-formed XML that has it again', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom(
        '&',
        '<',
        '>',
        '"',
        "'",
        ']]>',
        '\n',
        '\r',
        '\t',
        '\0',
        '\x1b',
        '\ufffe',
        '\ud800',
        'ñ',
        '🚗',
      ),
    }),
  );
  const member = fc.oneof(text, fc.constant(null));
  fc.assert(
    fc.property(
      fc.record({
        name: text,
        last: member,
        mail: member,
        phone: fc.oneof(member, fc.integer()),
        comment: member,
      }),
      fc.record({ make: member, model: text, stock: fc.anything(), price: fc.anything(), currency: text }),
      (person, vehicle) => {
        const lead = readLead({
          Momento: AT,
          Auto: {
            Marca: vehicle.make,
            Modelo: vehicle.model,
            RefStock: vehicle.stock,
            Anticipo: vehicle.price,
            Precio: { Moneda: vehicle.currency, Importe: 1 },
          },
          Interesado: {
            Nombre: person.name,
            Apellido: person.last,
            Email: person.mail,
            Telefono: person.phone,
            Comentario: person.comment,
          },
          _links: {},
        });
        const { read, find } = parse(renderAdf(lead));
        expect(read('name[part="first"]')).toBe(cleanLine(person.name));
        expect(read('name[part="last"]')).toBe(cleanLine(person.last));
        expect(read('email')).toBe(cleanLine(person.mail) || 'v@x.example');
        expect(read('phone')).toBe(cleanLine(person.phone));
        expect(read('comments')).toBe(cleanText(person.comment));
        expect(read('model')).toBe(cleanLine(vehicle.model));
        expect(find('price')?.getAttribute('currency')).toBe(cleanLine(vehicle.currency));
        const { subject, text: lines } = renderCrmMail(lead, 'text');
        expect(subject).not.toMatch(/\p{Cc}/u);
        expect(subject.length).toBeLessThanOrEqual(150);
        for (const line of lines.trimEnd().split('\n'))
          expect(line).toMatch(/^[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)*: \S/);
      },
    ),
    { numRuns: propertyRuns(100, 2000) },
  );
});

it('the plain mail has a line for each value, and a name cannot add another one', () => {
  const { subject, text, html } = renderCrmMail(
    readLead({ ...INQUIRY, Interesado: { Nombre: 'Ana\r\nBcc: x@x.example\nPhone: 1', Comentario: 'a\nb' } }),
    'text',
  );
  expect(html).toBe('');
  expect(subject).toBe(`Consulta nueva: Ford Ka 2019 · ${CONTEXT.sid}`);
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'First-Name: Ana Bcc: x@x.example Phone: 1',
      'Comment: a b',
      'Vehicle-Year: 2019',
    ]),
  );
  expect(text).not.toMatch(/^(?:Bcc|Phone):/m);
});

it.each(['adf', 'text'] as const)('a test as %s says that it is one', (format) => {
  const { subject, text } = renderCrmTest({ agency: CONTEXT.agency, at: AT, id: '1' }, format);
  expect(subject).toMatch(/^PRUEBA · /);
  expect(text.match(/PRUEBA/g)?.length).toBeGreaterThan(2);
});

it('an inquiry that cannot be read is no lead', () => {
  expect(toLead({ Momento: 1 }, CONTEXT)).toBeUndefined();
});
