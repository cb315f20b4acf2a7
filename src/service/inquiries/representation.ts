import type { Reference } from '#contract/collection.ts';
import { addressOf } from '#contract/endpoint.ts';
import type { Consulta } from '#contract/inquiries.ts';
import { v3 } from '#contract/v3.ts';
import type { AgencyRow } from '#service/tables.ts';
import { type StoredInquiry, responsibleFor } from './store.ts';

function addressOfInquiry(agency: AgencyRow, sid: string): string {
  return addressOf(v3.viewInquiry, { adminMail: agency.mail, sid });
}

/** The whole inquiry, as it is read and as webhooks carry it. */
export function full(agency: AgencyRow, { sid, consulta }: StoredInquiry): Consulta {
  const self = addressOfInquiry(agency, sid);
  return {
    ...consulta,
    // Also of those that were kept without one.
    OperadorResponsable: responsibleFor(agency, consulta),
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

export function reference(
  agency: AgencyRow,
  { sid, consulta: { Interesado, Auto } }: StoredInquiry,
): Reference {
  const title = `${Interesado.Nombre} ${Interesado.Apellido}: ${Auto.Marca} ${Auto.Modelo}`;
  return { href: addressOfInquiry(agency, sid), title };
}
