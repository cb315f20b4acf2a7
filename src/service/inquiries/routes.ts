import { isValid } from 'ulid';
import type { Links } from '#contract/collection.ts';
import { addressOf } from '#contract/endpoint.ts';
import type { InquiriesQuery } from '#contract/inquiries.ts';
import { PAGE_SIZE } from '#contract/paging.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import { inquiryWindow, isoInZone } from '#contract/window.ts';
import type { Caller } from '#service/apps/store.ts';
import { type EndpointRoute, defineRoute } from '#service/endpoint.ts';
import { NotFoundError, forbidden, validationFailed } from '#service/problems.ts';
import type { Service } from '#service/service.ts';
import type { AgencyRow } from '#service/tables.ts';
import { enqueueDeliveries } from '#service/webhooks/enqueue-deliveries.ts';
import { formatInquiry, formatInquiryReference, writeInquiries } from './representation.ts';
import { type StoredInquiry, computeLastPage, parseStoredInquiry } from './store.ts';

// decided: an inquiry can be resent for 30 × 24 h.
const MAX_RESEND_AGE_MS = 30 * 24 * 3_600_000;

export function createInquiryRoutes({
  inquiries,
  agencies,
  database,
  config: { timeZone },
  now,
  random,
  wake,
}: Service): EndpointRoute[] {
  const findIfExists = async (
    caller: Caller,
    agency: AgencyRow,
    sid: string,
  ): Promise<StoredInquiry | undefined> =>
    isValid(sid.toUpperCase()) ? inquiries.find(caller, agency, sid) : undefined;
  const find = async (caller: Caller, agency: AgencyRow, sid: string): Promise<StoredInquiry> => {
    const inquiry = await findIfExists(caller, agency, sid);
    if (!inquiry) throw new NotFoundError();
    return inquiry;
  };
  const exists = async (request: { caller: Caller; agency: AgencyRow; params: { sid: string } }) =>
    (await findIfExists(request.caller, request.agency, request.params.sid)) !== undefined;

  return [
    defineRoute(v3.listInquiries, {
      validate(query) {
        const result = inquiryWindow(query, now(), timeZone);
        if ('errors' in result) throw validationFailed(result.errors);
        return result.window;
      },
      async handle({ caller, agency, query, validated: window, form }) {
        const page = query.pagina ?? 1;
        const { total, inquiries: entries } = await inquiries.list(caller, agency, {
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
          _links: formatPageLinks(agency, query, page, total),
        };
        if (form === 'full')
          return { body: { ...wrapper, _entries: [] }, entries: writeInquiries(agency, entries) };
        const _entries = entries.map((inquiry) =>
          formatInquiryReference(agency, parseStoredInquiry(inquiry)),
        );
        return { body: { ...wrapper, _entries } };
      },
    }),
    defineRoute(v3.viewInquiry, {
      exists,
      async handle({ caller, agency, params, form }) {
        const inquiry = await find(caller, agency, params.sid);
        return {
          body: form === 'ref' ? formatInquiryReference(agency, inquiry) : formatInquiry(agency, inquiry),
        };
      },
    }),
    defineRoute(v3.resendInquiry, {
      exists,
      async handle({ caller, agency, params }) {
        const inquiry = await find(caller, agency, params.sid);
        const at = now();
        if (at - Date.parse(inquiry.consulta.Momento) > MAX_RESEND_AGE_MS)
          throw validationFailed({ _: ['la consulta es anterior a los últimos 30 días'] });
        const body = formatInquiry(agency, inquiry);
        const [callback] = await database.db.transaction().execute((transaction) =>
          enqueueDeliveries(transaction, database.engine, {
            topic: INQUIRY_TOPIC,
            agency,
            messages: [{ body }],
            app: caller.key,
            now: at,
            random,
          }),
        );
        if (callback === undefined) {
          if (!(await agencies.find(caller, agency.mail)))
            throw forbidden('La agencia dejó de estar asociada.');
          throw validationFailed({ _: ['la notificación consulta-recibida no está configurada y activa'] });
        }
        wake('deliveries');
        return { body, headers: { location: callback } };
      },
    }),
  ];
}

function formatPageLinks(agency: AgencyRow, query: InquiriesQuery, page: number, total: number): Links {
  const list = addressOf(v3.listInquiries, { adminMail: agency.mail });
  const at = (pagina: number) => ({
    href: addressOf(v3.listInquiries, { adminMail: agency.mail }, { ...query, pagina }),
  });
  const last = computeLastPage(total);
  return {
    self: { href: addressOf(v3.listInquiries, { adminMail: agency.mail }, query) },
    first: at(1),
    ...(page > 1 && { prev: at(Math.min(page - 1, last)) }),
    ...(page < last && { next: at(page + 1) }),
    last: at(last),
    find: { href: `${list}{?operador,externalid,desde,hasta,pagina}`, templated: true },
  };
}
