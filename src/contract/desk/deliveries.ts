import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { InquiryPath, PlausibleDay } from '#contract/inquiries.ts';
import { Instant } from '#contract/values.ts';

/**
 * - `received`: a message that was verified and stored;
 * - `refused`: a message that failed verification (`reason`); its body is not stored;
 * - `caused`: a resend requested here within the last minute, not received yet;
 * - `arrived`: a resend requested here whose message was received;
 * - `unseen`: a resend requested here whose message was not received within a minute;
 * - `elsewhere`: a resend requested here that the service sent to another callback.
 */
export const DELIVERY_OUTCOMES = ['received', 'refused', 'caused', 'arrived', 'unseen', 'elsewhere'] as const;
export const REFUSAL_REASONS = ['signature', 'age', 'topic', 'malformed', 'no-secret'] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** A received webhook message, or a resend requested here. Times are ms since 1970. */
export const Delivery = z.object({
  id: z.string(),
  at: z.number(),
  topic: z.string(),
  /** AdminMail, if the payload or the resend has it. */
  agency: z.nullable(z.string()),
  sid: z.nullable(z.string()),
  /** Buyer's name, from a stored payload of the inquiry, otherwise from the index. */
  person: z.nullable(z.string()),
  outcome: z.enum(DELIVERY_OUTCOMES),
  reason: z.nullable(z.enum(REFUSAL_REASONS)),
  /** `Notification-Hook-ID`; null for a resend that was not received here. */
  hookId: z.nullable(z.string()),
  /** Bytes of the body. */
  size: z.nullable(z.number()),
  /** Number of times it was received; repeats are acknowledged, but not stored. */
  receivedCount: z.number(),
  /** Name of the person who requested the resend, or the one that caused the message. */
  by: z.nullable(z.string()),
  /** Callback that the service sends the resend to; its query is masked. */
  callback: z.nullable(z.string()),
  /** Status of the service's reply to the resend; null: not a resend, or no reply. */
  status: z.nullable(z.number()),
  /** Id of the message of an `arrived` resend, or of the resend that caused a message. */
  pairedId: z.nullable(z.string()),
  /** True if a signature covered the body, not only the headers; null: not verified. */
  bodySigned: z.nullable(z.boolean()),
  /** It is a test of the webhook: a resend that was sent as one, or its message. */
  isTest: z.boolean(),
});
export type Delivery = z.infer<typeof Delivery>;

/** Headers without secrets; payload as received, null if erased or not stored. */
export const DeliveryDetail = z.extend(Delivery, {
  headers: z.record(z.string(), z.string()),
  payload: z.nullable(z.string()),
  erasedAt: z.nullable(z.number()),
});
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;

export const DeliveriesQuery = z.strictObject({
  topic: z.optional(z.string().check(z.maxLength(80))),
  /** Part of the AdminMail. */
  agency: z.optional(z.string().check(z.maxLength(50))),
  /** Searches the inquiries of the index, as the inbox does. */
  buyer: z.optional(z.string().check(z.maxLength(80))),
  outcome: z.optional(z.enum(DELIVERY_OUTCOMES)),
  /** Reason of refused messages. */
  reason: z.optional(z.enum(REFUSAL_REASONS)),
  /** `1`: tests alone; `0`: without them. */
  test: z.optional(z.enum(['1', '0'])),
  /** First and last day, in SERVICE_TIME_ZONE. */
  from: z.optional(PlausibleDay),
  to: z.optional(PlausibleDay),
  /** First instant, and the one after the last. */
  since: z.optional(Instant),
  until: z.optional(Instant),
  /** A complete hook id or sid. */
  id: z.optional(z.string().check(z.maxLength(64))),
  before: z.optional(z.string().check(z.maxLength(26))),
});
export type DeliveriesQuery = z.infer<typeof DeliveriesQuery>;

export const DELIVERIES_PAGE = 50;

/** Messages of some time, each counted once however often the service sent it. */
export const DeliveryFigures = z.object({
  arrived: z.number(),
  /** Refused, and not accepted in a later attempt. */
  refused: z.number(),
  /** The most frequent reason of them. */
  refusalReason: z.nullable(z.enum(REFUSAL_REASONS)),
  /** Attempts after the first of each message. */
  retries: z.number(),
  /** New inquiries that no message told of while their topic, as configured here, sent to this gateway; null: another topic. */
  missed: z.nullable(z.number()),
});
export type DeliveryFigures = z.infer<typeof DeliveryFigures>;

/** Figures of the time and filters of a list, newest last: by hour up to two days, otherwise by day. */
export const DeliverySummary = z.extend(DeliveryFigures, {
  unit: z.enum(['hour', 'day']),
  /** Every hour or day, also those without messages; `at` is its start, ms since 1970. */
  spans: z.array(z.object({ at: z.number(), arrived: z.number(), refused: z.number() })),
});
export type DeliverySummary = z.infer<typeof DeliverySummary>;

export const Deliveries = z.object({
  deliveries: z.array(Delivery),
  more: z.boolean(),
  /** Figures of the topic, agency and time of the query, without a time of the last 24 hours; null on older pages. */
  summary: z.nullable(DeliverySummary),
});
export type Deliveries = z.infer<typeof Deliveries>;

export const DeliveryParams = z.object({ id: z.string().check(z.maxLength(26)) });

export const deliveryEndpoints = deskEndpoints({
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
  /**
   * Resends an inquiry to test the webhook, and marks it as a test in the log. Errors of the service are passed on unchanged; 429
   * also while another resend of it is pending.
   */
  sendTestDelivery: endpoint({
    method: 'POST',
    path: '/desk/deliveries/tests/{adminMail}/{sid}',
    params: InquiryPath,
    success: 204,
    errors: [400, 401, 403, 404, 409, 429],
  }),
});
