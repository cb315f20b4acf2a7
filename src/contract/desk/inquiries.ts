import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { InquiriesQuery, InquiryPath } from '#contract/inquiries.ts';
import { NARROWING, type NarrowingName, VIEWS } from '#contract/queue-names.ts';
import { GATEWAY_CODES } from '#contract/problem.ts';
import { Hours } from '#contract/hours.ts';
import { AdminMail } from '#contract/values.ts';
import { FollowUp, Sid } from './follow-up.ts';

// The gateway's index of the inquiries: what the service's list cannot be asked for. The service stays the source of
// truth: every answer says how old it is.

const { operador, externalid, desde, hasta } = InquiriesQuery.shape;

const narrowedBy = z.optional(z.string().check(z.maxLength(200)));
/** Query members for search and facets. */
export const narrowing = Object.fromEntries(NARROWING.map((name) => [name, narrowedBy])) as Record<
  NarrowingName,
  typeof narrowedBy
>;

/** Repeatable; defaults to every agency the person may see. */
const agencia = z.optional(
  z.pipe(
    z.union([AdminMail, z.array(AdminMail).check(z.maxLength(200))]),
    z.transform((one) => [one].flat()),
  ),
);

/** Which inquiries: what the inbox's address says, its days resolved. Left out `desde` and `hasta`: of any age. */
const filters = {
  agencia,
  vista: z.optional(z.enum(VIEWS)),
  operador,
  externalid,
  desde,
  hasta,
  ...narrowing,
};

const limite = z.optional(z.pipe(z.string().check(z.regex(/^(?:[1-9]\d?|100)$/)), z.transform(Number)));

export const FindInquiriesQuery = z.strictObject({
  ...filters,
  /** Left out: the view's order, or the newest first. */
  orden: z.optional(z.enum(['nuevas', 'antiguas'])),
  /** `next` of the page before: it stays right when inquiries arrive or change. */
  cursor: z.optional(z.string().check(z.maxLength(300))),
  /** Rows on a page: 25 unless it is said. */
  limite,
  /** Only what the list has gained since this time, ms since 1970: arrived, returned, became overdue or was changed. */
  novedades: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,14}$/)), z.transform(Number))),
});
export type FindInquiriesQuery = z.infer<typeof FindInquiriesQuery>;

export const FacetsQuery = z.strictObject(filters);
export type FacetsQuery = z.infer<typeof FacetsQuery>;

/** The same list as `FindInquiriesQuery`, and which of its rows are shown. */
export const CheckInquiriesQuery = z.strictObject({
  ...filters,
  sid: z.pipe(
    z.union([Sid, z.array(Sid).check(z.maxLength(100))]),
    z.transform((one) => [one].flat().map((sid) => sid.toUpperCase())),
  ),
});
export type CheckInquiriesQuery = z.infer<typeof CheckInquiriesQuery>;

export const CountsQuery = z.strictObject({ agencia });

/** Age and completeness of an answer. */
const freshness = {
  /** When the oldest of the agencies asked for was last read to its end, ms since 1970; null: one never was. */
  asOf: z.nullable(z.number()),
  /** Whether all their inquiries of the last 90 days are in the index. */
  complete: z.boolean(),
  /** Why one of them cannot be read from the service now; null: all can. */
  failure: z.nullable(z.enum(GATEWAY_CODES)),
};

/** Opening hours of the agencies of the rows, by AdminMail in lower case: what their response clocks run in. */
const hours = { hours: z.record(z.string(), Hours) };

export const InquiryRow = z.object({
  adminMail: z.string(),
  /** As the service sent it. */
  inquiry: z.record(z.string(), z.unknown()),
  followUp: z.nullable(FollowUp),
  seen: z.boolean(),
  /** When it should have been answered by; null: the agency is never open. */
  dueAt: z.nullable(z.number()),
  /** Whether the same buyer asked before, at an agency that the person may see. */
  earlierFromBuyer: z.boolean(),
});
export type InquiryRow = z.infer<typeof InquiryRow>;

export const InquiryPage = z.object({
  rows: z.array(InquiryRow),
  next: z.nullable(z.string()),
  /** How many the list has; null on every page but the first. */
  total: z.nullable(z.number()),
  /** When the page was read, ms since 1970. */
  readAt: z.number(),
  ...hours,
  ...freshness,
});
export type InquiryPage = z.infer<typeof InquiryPage>;

/** An inquiry that is shown, as it is now. */
export const CheckedInquiry = z.object({
  adminMail: z.string(),
  sid: z.string(),
  followUp: z.nullable(FollowUp),
  seen: z.boolean(),
  earlierFromBuyer: z.boolean(),
  /** Whether the list still has it. */
  matches: z.boolean(),
});
export type CheckedInquiry = z.infer<typeof CheckedInquiry>;

export const CheckedInquiries = z.object({
  rows: z.array(CheckedInquiry),
  readAt: z.number(),
  ...hours,
});
export type CheckedInquiries = z.infer<typeof CheckedInquiries>;

/** One inquiry of the index. */
export const IndexedInquiry = z.object({
  /** As the service sent it. */
  inquiry: z.record(z.string(), z.unknown()),
  /** When the service last sent it, ms since 1970. */
  asOf: z.number(),
});
export type IndexedInquiry = z.infer<typeof IndexedInquiry>;

/** Of built-in views by their names, of saved ones by their ids. */
export const Counts = z.object({
  builtIn: z.record(z.enum(VIEWS), z.number()),
  saved: z.record(z.string(), z.number()),
  /** Of the snoozed ones, how many are back. */
  back: z.number(),
  ...freshness,
});
export type Counts = z.infer<typeof Counts>;

const FacetValue = z.object({ value: z.string(), count: z.number() });
export const Facets = z.object({
  facets: z.record(z.string(), z.array(FacetValue)),
  /** How many inquiries match. */
  total: z.number(),
  ...freshness,
});
export type Facets = z.infer<typeof Facets>;

/** Why an inquiry is taken for one of the same buyer. */
export const BUYER_REASONS = ['phone', 'mail', 'document'] as const;

export const BuyerInquiries = z.object({
  inquiries: z.array(
    z.object({
      adminMail: z.string(),
      sid: z.string(),
      inquiry: z.record(z.string(), z.unknown()),
      followUp: z.nullable(FollowUp),
      reasons: z.array(z.enum(BUYER_REASONS)),
    }),
  ),
});
export type BuyerInquiries = z.infer<typeof BuyerInquiries>;

/** How many inquiries had data of the buyer. */
export const ErasedBuyer = z.object({ inquiries: z.number() });
export type ErasedBuyer = z.infer<typeof ErasedBuyer>;

/** Of one agency, how far its inquiries are in the index. */
export const IndexState = z.object({
  agencies: z.array(
    z.object({
      adminMail: z.string(),
      /** As the service listed it last; null: not yet, or it has none. */
      name: z.nullable(z.string()),
      inquiries: z.number(),
      /** When its newest inquiries were last read until nothing was new; null: never yet. */
      sweptAt: z.nullable(z.number()),
      /** All of its inquiries of the last 90 days are in the index. */
      complete: z.boolean(),
      /** Since when it cannot be read, and why. */
      failingSince: z.nullable(z.number()),
      failure: z.nullable(z.string()),
    }),
  ),
});
export type IndexState = z.infer<typeof IndexState>;

export const inquiryIndexRows = {
  /** A page of inquiries with their follow-up, across one or more agencies. 400: invalid cursor or dates. */
  findInquiries: endpoint({
    method: 'GET',
    path: '/desk/inquiries',
    query: FindInquiriesQuery,
    reply: InquiryPage,
    success: 200,
    errors: [400, 401, 403],
  }),
  /** Inquiries that are shown, as they are now: those of them that the person may see. */
  checkInquiries: endpoint({
    method: 'GET',
    path: '/desk/inquiries/rows',
    query: CheckInquiriesQuery,
    reply: CheckedInquiries,
    success: 200,
    errors: [400, 401, 403],
  }),
  /** How many inquiries the person's views have. */
  countInquiries: endpoint({
    method: 'GET',
    path: '/desk/inquiries/counts',
    query: CountsQuery,
    reply: Counts,
    success: 200,
    errors: [400, 401, 403],
  }),
  /** What inquiries that match could be narrowed by, each value with how many have it. */
  listFacets: endpoint({
    method: 'GET',
    path: '/desk/inquiries/facets',
    query: FacetsQuery,
    reply: Facets,
    success: 200,
    errors: [400, 401, 403],
  }),
  /** How far the index is, for each agency that the person may see. */
  viewIndexState: endpoint({
    method: 'GET',
    path: '/desk/inquiries/state',
    reply: IndexState,
    success: 200,
    errors: [401, 403],
  }),
  /** An inquiry while the service cannot be asked for it. 404: the index has no such inquiry. */
  viewIndexedInquiry: endpoint({
    method: 'GET',
    path: '/desk/inquiries/{adminMail}/{sid}',
    params: InquiryPath,
    reply: IndexedInquiry,
    success: 200,
    errors: [401, 403, 404],
  }),
  /** Other inquiries of the same buyer, the newest first, 50 at most. 404: the index has no such inquiry. */
  listOfBuyer: endpoint({
    method: 'GET',
    path: '/desk/inquiries/{adminMail}/{sid}/buyer',
    params: InquiryPath,
    reply: BuyerInquiries,
    success: 200,
    errors: [401, 403, 404],
  }),
  /**
   * Erases what is stored here of the buyer of an inquiry: every inquiry with the same phone, mail or document, payloads of
   * webhooks, and notes. decided: what the service has is the service's. 404: the index has no such inquiry.
   */
  eraseBuyer: endpoint({
    method: 'DELETE',
    path: '/desk/inquiries/{adminMail}/{sid}/buyer',
    params: InquiryPath,
    reply: ErasedBuyer,
    success: 200,
    errors: [401, 403, 404],
  }),
} as const;
