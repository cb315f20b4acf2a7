import type { Links, Reference } from '#contract/collection.ts';
import { addressOf } from '#contract/endpoint.ts';
import type { Consulta } from '#contract/inquiries.ts';
import { v3 } from '#contract/v3.ts';
import type { AgencyRow } from '#service/tables.ts';
import { type InquiryText, type StoredInquiry, parseStoredInquiry, resolveOperator } from './store.ts';

function inquiryPath(agency: AgencyRow, sid: string): string {
  return addressOf(v3.viewInquiry, { adminMail: agency.mail, sid });
}

/** Full form, as endpoints and webhooks send it. */
export function formatInquiry(agency: AgencyRow, { sid, consulta }: StoredInquiry): Consulta {
  return {
    ...consulta,
    // Early rows were stored without one.
    OperadorResponsable: resolveOperator(agency, consulta),
    _links: formatInquiryLinks(agency, sid),
  };
}

function formatInquiryLinks(agency: AgencyRow, sid: string): Links {
  return {
    self: { href: inquiryPath(agency, sid) },
    agencia: { href: addressOf(v3.viewAgency, { adminMail: agency.mail }) },
    resendwebhook: { href: addressOf(v3.resendInquiry, { adminMail: agency.mail, sid }), method: 'POST' },
  };
}

/**
 * JSON of inquiries in full form. Links are appended to the stored text: it was checked when it was stored, and parsing,
 * checking and writing it again costs most of the time of a page.
 */
export function writeInquiries(agency: AgencyRow, inquiries: readonly InquiryText[]): string[] {
  // A NUL, which is in no mail or sid, marks the place of the sid.
  const links = JSON.stringify(formatInquiryLinks(agency, '\0')).split('%00');
  return inquiries.map((inquiry) =>
    // Early rows were stored without a responsible operator.
    inquiry.operator_key === null
      ? JSON.stringify(formatInquiry(agency, parseStoredInquiry(inquiry)))
      : `${inquiry.body.slice(0, -1)},"_links":${links.join(inquiry.sid)}}`,
  );
}

export function formatInquiryReference(
  agency: AgencyRow,
  { sid, consulta: { Interesado, Auto } }: StoredInquiry,
): Reference {
  const title = `${Interesado.Nombre} ${Interesado.Apellido}: ${Auto.Marca} ${Auto.Modelo}`;
  return { href: inquiryPath(agency, sid), title };
}
