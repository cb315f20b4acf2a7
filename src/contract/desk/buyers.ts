import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';

// Data that the gateway holds of one buyer, who may ask to see it or to have it erased (law 25.326 of Argentina). Keys of a
// buyer are sent in bodies only, because paths are logged.

const MAX_KEY_LENGTH = 254;
const BuyerKey = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_KEY_LENGTH)));

export const MAX_REFERENCE_LENGTH = 60;

/** Inquiries are the buyer's that have one of the three. */
export const BuyerRequest = z.strictObject({
  phone: BuyerKey,
  mail: BuyerKey,
  document: BuyerKey,
  /** Case number or reason of the request, for the audit; refused where it names the buyer. */
  reference: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_REFERENCE_LENGTH))),
});
export type BuyerRequest = z.infer<typeof BuyerRequest>;

/** Kinds of data of a buyer. */
export const BUYER_COUNTS = [
  /** Inquiries of the index. */
  'inquiries',
  /** Inquiries that are not in the index, of which there are notes or payloads. */
  'departed',
  'notes',
  /** Payloads of webhook messages. */
  'payloads',
  /** Rows and texts of jobs. */
  'jobRows',
  /** Saved searches, templates and notes about agencies that name the buyer. */
  'texts',
  /** Files of exports, of anybody: an erasure deletes all, since what is in them is not known. */
  'files',
] as const;

const BuyerCounts = z.record(z.enum(BUYER_COUNTS), z.number());
export type BuyerCounts = z.infer<typeof BuyerCounts>;

export const MAX_LISTED_INQUIRIES = 200;

export const BuyerData = z.object({
  counts: BuyerCounts,
  /** The first inquiries, newest first. */
  inquiries: z.array(
    z.object({
      adminMail: z.string(),
      sid: z.string(),
      /** ms since 1970; null: it is not known. */
      at: z.nullable(z.number()),
      isIndexed: z.boolean(),
    }),
  ),
  /** Audit entries whose changes name the buyer. They cannot be erased, and are deleted after `AUDIT_DAYS`. */
  auditEntries: z.number(),
  auditDays: z.number(),
  /** Inquiries with notes whose buyer is not known. */
  unreachable: z.number(),
});
export type BuyerData = z.infer<typeof BuyerData>;

/** 400 of all: `_` without a phone, mail or document. */
export const buyerEndpoints = deskEndpoints({
  findBuyerData: endpoint({
    method: 'POST',
    path: '/desk/buyers/searches',
    body: BuyerRequest,
    reply: BuyerData,
    success: 200,
    errors: [400, 401, 403],
  }),
  /** Everything that is held of the buyer, as one file to hand out. Its names are those of the interface, or Spanish. */
  exportBuyerData: endpoint({
    method: 'POST',
    path: '/desk/buyers/exports',
    body: BuyerRequest,
    reply: z.record(z.string(), z.unknown()),
    success: 200,
    errors: [400, 401, 403],
  }),
  /** Erases it, and keeps what was written until now from coming back. decided: not the service's data. */
  eraseBuyerData: endpoint({
    method: 'POST',
    path: '/desk/buyers/erasures',
    body: BuyerRequest,
    reply: BuyerCounts,
    success: 200,
    errors: [400, 401, 403],
  }),
});
