import { queryOptions } from '@tanstack/react-query';
import { inquiryRows } from '#contract/inquiries.ts';
import { call } from '#console/api/call.ts';
import { BY_ITSELF } from '#console/api/query-client.ts';
import type { InboxRequest } from '#console/inquiries/address.ts';
import { arrivalsHeard } from './live.ts';

/**
 * A page of a list as it is now, beside what is shown of it: what several ask for at once is read once, unless an inquiry
 * arrived in between.
 */
export const pageBeside = (adminMail: string, asked: Partial<InboxRequest>) =>
  queryOptions({
    queryKey: ['inquiries', 'beside', adminMail.toLowerCase(), asked, arrivalsHeard()],
    queryFn: ({ signal }) =>
      call(inquiryRows.listInquiries, { params: { adminMail }, query: asked, signal, byItself: true }),
    meta: BY_ITSELF,
    staleTime: 0,
    gcTime: 0,
  });
