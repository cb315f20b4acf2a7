import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/**
 * - `received`: it arrived here, was verified and kept;
 * - `refused`: it arrived here and was not believed (`reason`), and nothing of its body is kept;
 * - `caused`: a resend requested here within the last minute, still expected here;
 * - `arrived`: a resend requested here that was received here;
 * - `unseen`: a resend requested here that was not received here within a minute;
 * - `elsewhere`: a resend requested here that the service sent to a callback which is not this console's.
 */
export const DELIVERY_OUTCOMES = ['received', 'refused', 'caused', 'arrived', 'unseen', 'elsewhere'] as const;
export const REFUSED_REASONS = ['signature', 'age', 'topic', 'malformed', 'no-secret'] as const;

/** What arrived here and what was caused from here. Times are milliseconds since 1970. */
export const Delivery = z.object({
  id: z.string(),
  at: z.number(),
  topic: z.string(),
  /** AdminMail, where the payload or the resend names it. */
  agency: z.nullable(z.string()),
  sid: z.nullable(z.string()),
  /** Who wrote the inquiry, as far as a payload about it is still stored. */
  person: z.nullable(z.string()),
  outcome: z.enum(DELIVERY_OUTCOMES),
  /** Why it was refused. */
  reason: z.nullable(z.enum(REFUSED_REASONS)),
  /** `Notification-Hook-ID`; null for a resend that was not received here. */
  hookId: z.nullable(z.string()),
  /** Bytes of the body. */
  size: z.nullable(z.number()),
  /** How often it came: repeats are answered and not kept again. */
  times: z.number(),
  /** Who asked for the resend. */
  by: z.nullable(z.string()),
  /** Where the service said it would send the resend; its query is masked. */
  callback: z.nullable(z.string()),
  /** What the service answered to the resend; null: it is not one, or the answer was lost. */
  status: z.nullable(z.number()),
  /** The message of a resend that arrived, and the resend that a message answers. */
  pairedId: z.nullable(z.string()),
  /** Whether a signature covered the body, and not its three headers alone; null: nothing was verified. */
  bodySigned: z.nullable(z.boolean()),
});
export type Delivery = z.infer<typeof Delivery>;

/** Headers without secrets; the payload as it came, null once it was erased or never kept. */
export const DeliveryDetail = z.extend(Delivery, {
  headers: z.record(z.string(), z.string()),
  payload: z.nullable(z.string()),
  /** When the payload will be erased. */
  erasedAt: z.nullable(z.number()),
});
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;

export const DeliveriesQuery = z.strictObject({
  topic: z.optional(z.string().check(z.maxLength(80))),
  /** Part of the AdminMail. */
  agency: z.optional(z.string().check(z.maxLength(50))),
  outcome: z.optional(z.enum(DELIVERY_OUTCOMES)),
  /** First and last day, in SERVICE_TIME_ZONE. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  /** A hook id or sid, whole. */
  id: z.optional(z.string().check(z.maxLength(64))),
  before: z.optional(z.string().check(z.maxLength(26))),
});
export type DeliveriesQuery = z.infer<typeof DeliveriesQuery>;

export const DELIVERIES_PAGE = 50;

export const Deliveries = z.object({ deliveries: z.array(Delivery), more: z.boolean() });
export type Deliveries = z.infer<typeof Deliveries>;

export const DeliveryParams = z.object({ id: z.string().check(z.maxLength(26)) });

export const deliveryRows = {
  listDeliveries: endpoint({
    method: 'GET',
    path: '/desk/deliveries',
    query: DeliveriesQuery,
    reply: Deliveries,
    success: 200,
    errors: [400, 401, 403],
  }),
  viewDelivery: endpoint({
    method: 'GET',
    path: '/desk/deliveries/{id}',
    params: DeliveryParams,
    reply: DeliveryDetail,
    success: 200,
    errors: [400, 401, 403, 404],
  }),
} as const;
