import { isValid } from 'ulid';
import type { Links, Reference } from '#contract/collection.ts';
import { addressOf } from '#contract/endpoint.ts';
import { type Consulta, type InquiriesQuery, PAGE_SIZE } from '#contract/inquiries.ts';
import { v3 } from '#contract/v3.ts';
import { inquiryWindow, isoInZone } from '#contract/window.ts';
import { type Mounted, answering } from '#service/endpoint.ts';
import { NotFound, invalid } from '#service/problems.ts';
import type { AgencyRow } from '#service/tables.ts';
import { type InquiryStore, type StoredInquiry, lastPage } from './store.ts';

export function inquiryEndpoints(
  inquiries: InquiryStore,
  { timeZone, now }: { timeZone: string; now: () => number },
): Mounted[] {
  return [
    answering(v3.listInquiries, {
      judge(query) {
        const read = inquiryWindow(query, now(), timeZone);
        if ('errors' in read) throw invalid(read.errors);
        return read.window;
      },
      async answer({ caller, agency, query, judged: window, form }) {
        const page = query.pagina ?? 1;
        const { total, inquiries: listed } = await inquiries.list(caller, agency, {
          window,
          operator: query.operador,
          externalId: query.externalid,
          page,
        });
        const wrapper = {
          Desde: isoInZone(window.from, timeZone),
          Hasta: isoInZone(window.to, timeZone),
          Pagina: page,
          Total: total,
          PerPagina: PAGE_SIZE,
          _links: pageLinks(agency, query, page, total),
        };
        return form === 'ref'
          ? { body: { ...wrapper, _entries: listed.map((inquiry) => reference(agency, inquiry)) } }
          : { body: { ...wrapper, _entries: listed.map((inquiry) => full(agency, inquiry)) } };
      },
    }),
    answering(v3.viewInquiry, {
      async answer({ caller, agency, params, form }) {
        const inquiry = isValid(params.sid.toUpperCase())
          ? await inquiries.find(caller, agency, params.sid)
          : undefined;
        if (!inquiry) throw new NotFound();
        return { body: form === 'ref' ? reference(agency, inquiry) : full(agency, inquiry) };
      },
    }),
  ];
}

function addressOfInquiry(agency: AgencyRow, sid: string): string {
  return addressOf(v3.viewInquiry, { adminMail: agency.mail, sid });
}

function full(agency: AgencyRow, { sid, consulta }: StoredInquiry): Consulta {
  const self = addressOfInquiry(agency, sid);
  return {
    ...consulta,
    _links: {
      self: { href: self },
      agencia: { href: addressOf(v3.viewAgency, { adminMail: agency.mail }) },
      resendwebhook: { href: `${self}/resendwebhook`, method: 'POST' },
    },
  };
}

function reference(agency: AgencyRow, { sid, consulta: { Interesado, Auto } }: StoredInquiry): Reference {
  const title = `${Interesado.Nombre} ${Interesado.Apellido}: ${Auto.Marca} ${Auto.Modelo}`;
  return { href: addressOfInquiry(agency, sid), title };
}

function pageLinks(agency: AgencyRow, query: InquiriesQuery, page: number, total: number): Links {
  const list = addressOf(v3.listInquiries, { adminMail: agency.mail });
  const at = (pagina: number) => ({
    href: addressOf(v3.listInquiries, { adminMail: agency.mail }, { ...query, pagina }),
  });
  const last = lastPage(total);
  return {
    self: { href: addressOf(v3.listInquiries, { adminMail: agency.mail }, query) },
    first: at(1),
    ...(page > 1 && { prev: at(Math.min(page - 1, last)) }),
    ...(page < last && { next: at(page + 1) }),
    last: at(last),
    find: { href: `${list}{?operador,externalid,desde,hasta,pagina}`, templated: true },
  };
}
