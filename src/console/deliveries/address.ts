import { DELIVERY_OUTCOMES, type DeliveriesQuery } from '#contract/desk/deliveries.ts';
import { type LogAddress, parseLogAddress } from '#console/filters/log-address.ts';

export const FILTER_LENGTHS = { topic: 80, agency: 50, id: 64 };

export function parseDeliveriesAddress(search: URLSearchParams): LogAddress<DeliveriesQuery> {
  return parseLogAddress(search, FILTER_LENGTHS, DELIVERY_OUTCOMES);
}
