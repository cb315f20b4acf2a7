import { DELIVERY_OUTCOMES, type DeliveriesQuery } from '#contract/desk/deliveries.ts';
import { type LogAddress, readLogAddress } from '#console/filters/log-address.ts';

/** The longest that each text of the address may be. */
export const LONGEST = { topic: 80, agency: 50, id: 64 };

/** The deliveries as their address says it: the filters of the contract, with days that may be relative. */
export function readDeliveriesAddress(search: URLSearchParams): LogAddress<DeliveriesQuery> {
  return readLogAddress(search, LONGEST, DELIVERY_OUTCOMES);
}
