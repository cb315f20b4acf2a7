import { queryOptions } from '@tanstack/react-query';
import { type DeliveriesQuery, deliveryEndpoints } from '#contract/desk/deliveries.ts';
import { inquiryEndpoints } from '#contract/inquiries.ts';
import { webhookEndpoints } from '#contract/webhooks.ts';
import { call } from '#console/api/call.ts';
import { PREFETCH_STALE_MS, isBackground } from '#console/api/query-client.ts';

export const deliveryPageQuery = (query: DeliveriesQuery) =>
  queryOptions({
    queryKey: ['deliveries', 'page', query],
    queryFn: ({ signal, meta }) =>
      call(deliveryEndpoints.listDeliveries, {
        query: { ...query },
        signal,
        isBackground: isBackground(meta),
      }),
    // People open the page to see what has just arrived.
    staleTime: PREFETCH_STALE_MS,
  });

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['deliveries', 'one', id],
    queryFn: ({ signal }) => call(deliveryEndpoints.viewDelivery, { params: { id }, signal }),
    staleTime: PREFETCH_STALE_MS,
  });

/** As the service has it now, not from the cache of the inbox. */
export const currentInquiryQuery = (adminMail: string, sid: string) =>
  queryOptions({
    queryKey: ['deliveries', 'inquiry', adminMail.toLowerCase(), sid],
    queryFn: ({ signal }) => call(inquiryEndpoints.viewInquiry, { params: { adminMail, sid }, signal }),
    staleTime: 0,
  });

export const topicNamesQuery = () =>
  queryOptions({
    queryKey: ['deliveries', 'topics'],
    queryFn: async ({ signal }) =>
      (await call(webhookEndpoints.listWebhooks, { signal }))._entries.map(({ Topic }) => Topic).toSorted(),
    staleTime: 300_000,
  });

/** The service replies before it sends. */
export async function resendInquiry(adminMail: string, sid: string): Promise<void> {
  await call(inquiryEndpoints.resendInquiry, { params: { adminMail, sid } });
}
