import { fold } from '#contract/search.ts';
import { escapeHtml } from '#mail/escape-html.ts';
import type { Lead } from './lead.ts';

// ADF 1.0 (Auto-lead Data Format): elements in the order of its DTD. CRMs read it as the plain text of a mail.

interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  content: string | readonly Element[];
}

const element = (
  name: string,
  content: Element['content'],
  attributes: Element['attributes'] = {},
): Element => ({ name, attributes, content });

/** An element that is left out without a text. */
const optional = (name: string, text: string, attributes?: Element['attributes']): Element[] =>
  text === '' ? [] : [element(name, text, attributes)];

const VIN = /^[A-HJ-NPR-Z\d]{17}$/i;

/** The ADF document of a lead. */
export function renderAdf(lead: Lead): string {
  const prospect = element(
    'prospect',
    [
      element('id', lead.sid, { sequence: '1', source: 'Vitrina' }),
      element('requestdate', lead.at),
      toVehicle(lead),
      ...toTradeIn(lead),
      toCustomer(lead),
      toVendor(lead),
      element('provider', [
        element('name', 'Vitrina', { part: 'full', type: 'business' }),
        ...optional('service', lead.origin),
      ]),
    ],
    { status: 'new' },
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<?adf version="1.0"?>\n${renderElement(element('adf', [prospect]))}\n`;
}

function toVehicle({ vehicle, interest, finance }: Lead): Element {
  const isVin = VIN.test(vehicle.stock);
  const amounts = [
    { type: 'downpayment', money: finance?.downPayment },
    { type: 'monthly', money: finance?.monthly },
  ].flatMap(({ type, money }) =>
    money ? [element('amount', money.amount, { type, currency: money.currency })] : [],
  );
  return element(
    'vehicle',
    [
      ...optional('id', vehicle.id, { sequence: '1', source: 'ExternalId' }),
      element('year', vehicle.year),
      element('make', vehicle.make),
      element('model', vehicle.model),
      ...optional(isVin ? 'vin' : 'stock', vehicle.stock),
      ...optional('trim', vehicle.trim),
      ...optional('bodystyle', vehicle.bodyStyle),
      ...optional('odometer', vehicle.kilometres, { units: 'km' }),
      ...(vehicle.color === ''
        ? []
        : [
            element('colorcombination', [
              element('exteriorcolor', vehicle.color),
              element('preference', '1'),
            ]),
          ]),
      ...(vehicle.price
        ? [element('price', vehicle.price.amount, { type: 'asking', currency: vehicle.price.currency })]
        : []),
      ...(finance ? [element('finance', [element('method', 'finance'), ...amounts])] : []),
    ],
    {
      interest: fold(interest) === 'pruebademanejo' ? 'test-drive' : 'buy',
      status: vehicle.isNew ? 'new' : 'used',
    },
  );
}

function toTradeIn({ tradeIn }: Lead): Element[] {
  if (!tradeIn) return [];
  const { year, make, model } = tradeIn;
  const members = [element('year', year), element('make', make), element('model', model)];
  return [element('vehicle', members, { interest: 'trade-in', status: 'used' })];
}

function toCustomer(lead: Lead): Element {
  const { firstName, lastName, email, phone, document, province, city } = lead;
  const names = [
    ...optional('name', firstName, { part: 'first', type: 'individual' }),
    ...optional('name', lastName, { part: 'last', type: 'individual' }),
  ];
  const places = [...optional('city', city), ...optional('regioncode', province)];
  const notes = [lead.comment, lead.wantsInsurance ? 'Quiere cotización de seguro.' : ''].filter(Boolean);
  return element('customer', [
    element('contact', [
      ...(names.length > 0 ? names : [element('name', '', { part: 'full', type: 'individual' })]),
      ...optional('email', email),
      ...optional('phone', phone, { type: 'voice' }),
      ...(places.length > 0
        ? [element('address', [element('street', '', { line: '1' }), ...places], { type: 'home' })]
        : []),
    ]),
    ...optional('id', document, { sequence: '1', source: 'DocIdentidad' }),
    ...optional('comments', notes.join('\n')),
  ]);
}

function toVendor({ agency, operator }: Lead): Element {
  const name = agency.name || agency.mail;
  return element('vendor', [
    element('id', agency.mail, { sequence: '1', source: 'AdminMail' }),
    element('vendorname', name),
    element('contact', [
      element('name', name, { part: 'full', type: 'business' }),
      element('email', operator || agency.mail),
    ]),
  ]);
}

function renderElement({ name, attributes, content }: Element, indent = ''): string {
  const opening = [
    name,
    ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeHtml(value)}"`),
  ];
  const body =
    typeof content === 'string'
      ? escapeHtml(content)
      : `\n${content.map((child) => `${renderElement(child, `${indent} `)}\n`).join('')}${indent}`;
  return `${indent}<${opening.join(' ')}>${body}</${name}>`;
}
