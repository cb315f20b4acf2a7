import { isValid } from 'ulid';
import type { Links } from '#contract/collection.ts';
import { addressOf } from '#contract/endpoint.ts';
import type { InquiriesQuery } from '#contract/inquiries.ts';
import { PAGE_SIZE } from '#contract/paging.ts';
import { v3 } from '#contract/v3.ts';
import { inquiryWindow, isoInZone } from '#contract/window.ts';
import type { Database } from '#database/database.ts';
import type { AgencyStore } from '#service/agencies/store.ts';
import type { Caller } from '#service/apps/store.ts';
import { type Mounted, answering } from '#service/endpoint.ts';
import { NotFound, forbidden, invalid } from '#service/problems.ts';
import type { AgencyRow, Tables } from '#service/tables.ts';
import { announce } from '#service/webhooks/outbox.ts';
import { full, reference } from './representation.ts';
import { type InquiryStore, type StoredInquiry, lastPage } from './store.ts';

export interface InquiryRooms {
  inquiries: InquiryStore;
  agencies: AgencyStore;
  database: Database<Tables>;
  timeZone: string;
  now: () => number;
  /** A webhook was queued. */
  announced: () => void;
}

// decided: an inquiry is recent enough to be sent again for 30 × 24 h.
const RESEND_MS = 30 * 24 * 3_600_000;

export function inquiryEndpoints({
  inquiries,
  agencies,
  database,
  timeZone,
  now,
  announced,
}: InquiryRooms): Mounted[] {
  const find = async (caller: Caller, agency: AgencyRow, sid: string): Promise<StoredInquiry> => {
    const found = isValid(sid.toUpperCase()) ? await inquiries.find(caller, agency, sid) : undefined;
    if (!found) throw new NotFound();
    return found;
  };

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
        const inquiry = await find(caller, agency, params.sid);
        return { body: form === 'ref' ? reference(agency, inquiry) : full(agency, inquiry) };
      },
    }),
    answering(v3.resendInquiry, {
      async answer({ caller, agency, params }) {
        const inquiry = await find(caller, agency, params.sid);
        const at = now();
        if (at - Date.parse(inquiry.consulta.Momento) > RESEND_MS)
          throw invalid({ _: ['la consulta es anterior a los últimos 30 días'] });
        const body = full(agency, inquiry);
        const callback = await database.db
          .transaction()
          .execute((transaction) =>
            announce(transaction, database.engine, { topic: 'consulta-recibida', agency, body, now: at }),
          );
        if (callback === undefined) {
          if (!(await agencies.find(caller, agency.mail)))
            throw forbidden('La agencia dejó de estar asociada.');
          throw invalid({ _: ['la notificación consulta-recibida no está configurada y activa'] });
        }
        announced();
        return { body, headers: { location: callback } };
      },
    }),
  ];
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
