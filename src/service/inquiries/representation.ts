import type { Reference } from '#contract/collection.ts';
import { addressOf } from '#contract/endpoint.ts';
import type { Consulta } from '#contract/inquiries.ts';
import { v3 } from '#contract/v3.ts';
import type { AgencyRow } from '#service/tables.ts';
import { type StoredInquiry, resolveOperator } from './store.ts';

function inquiryPath(agency: AgencyRow, sid: string): string {
  return addressOf(v3.viewInquiry, { adminMail: agency.mail, sid });
}

/** Full form, as endpoints and webhooks send it. */
export function formatInquiry(agency: AgencyRow, { sid, consulta }: StoredInquiry): Consulta {
  const self = inquiryPath(agency, sid);
  return {
    ...consulta,
    // Early rows were stored without one.
    OperadorResponsable: resolveOperator(agency, consulta),
    _links: {
      self: { href: self },
      agencia: { href: addressOf(v3.viewAgency, { adminMail: agency.mail }) },
      resendwebhook: {
        href: addressOf(v3.resendInquiry, { adminMail: agency.mail, sid }),
        method: 'POST',
      },
    },
  };
}

export function formatInquiryReference(
  agency: AgencyRow,
  { sid, consulta: { Interesado, Auto } }: StoredInquiry,
): Reference {
  const title = `${Interesado.Nombre} ${Interesado.Apellido}: ${Auto.Marca} ${Auto.Modelo}`;
  return { href: inquiryPath(agency, sid), title };
}
