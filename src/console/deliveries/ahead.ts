import { dayAt } from '#contract/window.ts';
import { queryClient } from '#console/api/query-client.ts';
import { logRequest } from '#console/filters/log-address.ts';
import { readDeliveriesAddress } from './address.ts';
import { delivery, deliveryPage } from './deliveries-queries.ts';

// What the pages of deliveries want at their first render.

export const askDeliveries = (search: URLSearchParams, timeZone: string) =>
  queryClient.prefetchQuery(
    deliveryPage(logRequest(readDeliveriesAddress(search).asked, () => dayAt(Date.now(), timeZone))),
  );

export const askDelivery = (id: string) => queryClient.prefetchQuery(delivery(id));
