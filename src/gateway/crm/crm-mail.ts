import type { CrmFormat } from '#contract/desk/crm.ts';
import type { Message } from '#mail/mailer.ts';
import { renderAdf } from './adf.ts';
import { type Lead, cleanLine } from './lead.ts';

const MAX_SUBJECT_LENGTH = 150;
const TEST_NOTICE = 'PRUEBA de Vitrina: esta consulta no existe, no hay que responderla.';

/** The mail of a lead. Nothing of the buyer is in its headers. */
export function renderCrmMail(lead: Lead, format: CrmFormat): Pick<Message, 'subject' | 'text' | 'html'> {
  const subject = `Consulta nueva: ${[lead.vehicleName, lead.sid].filter(Boolean).join(' · ')}`;
  return {
    subject: subject.slice(0, MAX_SUBJECT_LENGTH).toWellFormed(),
    text: format === 'adf' ? renderAdf(lead) : renderLines(lead),
    // CRMs read mails without parts.
    html: '',
  };
}

/** The mail of an invented lead, marked as a test. */
export function renderCrmTest(
  { agency, at, id }: Pick<Lead, 'agency' | 'at'> & { id: string },
  format: CrmFormat,
): Pick<Message, 'subject' | 'text' | 'html'> {
  const lead: Lead = {
    sid: `PRUEBA-${id}`,
    at,
    agency: { mail: cleanLine(agency.mail), name: cleanLine(agency.name) },
    origin: 'Prueba',
    interest: 'Comprar',
    operator: '',
    firstName: 'PRUEBA',
    lastName: 'Vitrina',
    email: 'prueba@vitrina.invalid',
    phone: '',
    document: '',
    province: 'Córdoba',
    city: '',
    comment: TEST_NOTICE,
    vehicle: {
      id: 'PRUEBA',
      stock: '',
      make: 'Ford',
      model: 'Ka',
      trim: '1.5 SE',
      year: '2020',
      kilometres: '45000',
      color: 'Blanco',
      bodyStyle: 'Hatchback',
      isNew: false,
      price: { amount: '12500000', currency: 'ARS' },
    },
    vehicleName: 'Ford Ka 2020',
    tradeIn: null,
    finance: null,
    wantsInsurance: false,
  };
  const { subject, ...body } = renderCrmMail(lead, format);
  return { subject: `PRUEBA · ${subject}`, ...body };
}

/** A line for each value; names of lines stay as they are, so that programs can read them. */
function renderLines(lead: Lead): string {
  const { vehicle, tradeIn, finance } = lead;
  const formatMoney = (money: { amount: string; currency: string } | null | undefined) =>
    money ? `${money.amount} ${money.currency}`.trim() : '';
  const lines: [name: string, value: string][] = [
    ['Lead-Id', lead.sid],
    ['Received-At', lead.at],
    ['Agency', lead.agency.mail],
    ['Agency-Name', lead.agency.name],
    ['Operator', lead.operator],
    ['Source', lead.origin],
    ['Interest', lead.interest],
    ['First-Name', lead.firstName],
    ['Last-Name', lead.lastName],
    ['Phone', lead.phone],
    ['Email', lead.email],
    ['Document', lead.document],
    ['Province', lead.province],
    ['City', lead.city],
    ['Vehicle-Id', vehicle.id],
    ['Vehicle-Stock', vehicle.stock],
    ['Vehicle-Make', vehicle.make],
    ['Vehicle-Model', vehicle.model],
    ['Vehicle-Trim', vehicle.trim],
    ['Vehicle-Year', vehicle.year],
    ['Vehicle-Kilometres', vehicle.kilometres],
    ['Vehicle-Color', vehicle.color],
    ['Vehicle-Body-Style', vehicle.bodyStyle],
    ['Vehicle-Condition', vehicle.isNew ? 'new' : 'used'],
    ['Vehicle-Price', formatMoney(vehicle.price)],
    ['Trade-In-Make', tradeIn?.make ?? ''],
    ['Trade-In-Model', tradeIn?.model ?? ''],
    ['Trade-In-Year', tradeIn?.year ?? ''],
    ['Finance', finance ? 'yes' : ''],
    ['Finance-Down-Payment', formatMoney(finance?.downPayment)],
    ['Finance-Monthly', formatMoney(finance?.monthly)],
    ['Insurance', lead.wantsInsurance ? 'yes' : ''],
    ['Comment', cleanLine(lead.comment)],
  ];
  return lines.map(([name, value]) => (value === '' ? '' : `${name}: ${value}\n`)).join('');
}
