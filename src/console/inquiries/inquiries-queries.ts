import { queryOptions } from '@tanstack/react-query';
import { type Consulta, type Consultas, inquiryRows } from '#contract/inquiries.ts';
import type { Tolerant } from '#contract/reading.ts';
import { call } from '#console/api/call.ts';
import { isByItself } from '#console/api/query-client.ts';
import type { InboxRequest } from './address.ts';

/** An inquiry, and a page of them, as they are read: whatever is not guaranteed may be null or absent. */
export type Inquiry = Tolerant<typeof Consulta>;
export type InquiryPage = Tolerant<typeof Consultas>;

/** One page of an agency's inquiries, in the service's order. */
export const inquiryPage = (adminMail: string, request: InboxRequest) =>
  queryOptions({
    queryKey: ['inquiries', 'page', adminMail.toLowerCase(), request],
    queryFn: ({ signal, meta }) =>
      call(inquiryRows.listInquiries, {
        params: { adminMail },
        query: request,
        signal,
        byItself: isByItself(meta),
      }),
  });

export const inquiry = (adminMail: string, sid: string) =>
  queryOptions({
    queryKey: ['inquiries', 'one', adminMail.toLowerCase(), sid],
    queryFn: ({ signal, meta }) =>
      call(inquiryRows.viewInquiry, { params: { adminMail, sid }, signal, byItself: isByItself(meta) }),
  });
