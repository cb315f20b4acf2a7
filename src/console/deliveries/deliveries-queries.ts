import { queryOptions } from '@tanstack/react-query';
import {
  type Deliveries,
  type DeliveriesQuery,
  type DeliveryDetail,
  deliveryRows,
} from '#contract/desk/deliveries.ts';
import { inquiryRows } from '#contract/inquiries.ts';
import { webhookRows } from '#contract/webhooks.ts';
import { call } from '#console/api/call.ts';
import { PREFETCH_STALE_MS, isBackground } from '#console/api/query-client.ts';

/** What arrived and what was caused, newest first: a part of it. */
export const deliveryPage = (query: DeliveriesQuery) =>
  queryOptions({
    queryKey: ['deliveries', 'page', query],
    queryFn: ({ signal, meta }) =>
      call(deliveryRows.listDeliveries, {
        query: { ...query },
        signal,
        isBackground: isBackground(meta),
      }) as Promise<Deliveries>,
    // Whoever looks waits for something to arrive.
    staleTime: PREFETCH_STALE_MS,
  });

export const delivery = (id: string) =>
  queryOptions({
    queryKey: ['deliveries', 'one', id],
    queryFn: ({ signal }) =>
      call(deliveryRows.viewDelivery, { params: { id }, signal }) as Promise<DeliveryDetail>,
    staleTime: PREFETCH_STALE_MS,
  });

/** The inquiry of a delivery as it reads now, past what lists hold of it. */
export const inquiryNow = (adminMail: string, sid: string) =>
  queryOptions({
    queryKey: ['deliveries', 'inquiry-now', adminMail.toLowerCase(), sid],
    queryFn: ({ signal }) => call(inquiryRows.viewInquiry, { params: { adminMail, sid }, signal }),
    staleTime: 0,
  });

/** Names of the service's topics, to choose from. */
export const topicNames = () =>
  queryOptions({
    queryKey: ['deliveries', 'topics'],
    queryFn: async ({ signal }) =>
      (await call(webhookRows.listWebhooks, { signal }))._entries.map(({ Topic }) => Topic).toSorted(),
    staleTime: 300_000,
  });

/** Asks the service to send the webhook of an inquiry again: it answers before it sends. */
export async function resendInquiry(adminMail: string, sid: string): Promise<void> {
  await call(inquiryRows.resendInquiry, { params: { adminMail, sid } });
}
