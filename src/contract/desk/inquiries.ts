import * as z from 'zod/mini';
import { boundedArray } from '#contract/bounded-array.ts';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { InquiriesQuery, InquiryPath } from '#contract/inquiries.ts';
import { BUILT_IN_VIEW_NAMES, NARROWING, type NarrowingName } from '#contract/inbox-filter-names.ts';
import { Hours } from '#contract/hours.ts';
import { FollowUp, PathSafeSid } from './follow-up.ts';
import { agencyFilter, indexFreshness } from './index-query.ts';

// Queries of the gateway's index of inquiries, beyond what v3's list supports. The service is the source of truth: every
// reply says how current it is.

const { operador, externalid, desde, hasta } = InquiriesQuery.shape;

const filterValue = z.optional(z.string().check(z.maxLength(200)));
/** Query parameters of search and facets. */
export const narrowing = Object.fromEntries(NARROWING.map((name) => [name, filterValue])) as Record<
  NarrowingName,
  typeof filterValue
>;

/** Filters of the inbox's URL, with relative days resolved. Without `desde` and `hasta`: any age. */
const filters = {
  agencia: agencyFilter,
  vista: z.optional(z.enum(BUILT_IN_VIEW_NAMES)),
  operador,
  externalid,
  desde,
  hasta,
  ...narrowing,
};

const limite = z.optional(z.pipe(z.string().check(z.regex(/^(?:[1-9]\d?|100)$/)), z.transform(Number)));

export const FindInquiriesQuery = z.strictObject({
  ...filters,
  /** Default: the view's order, else newest first. */
  orden: z.optional(z.enum(['nuevas', 'antiguas'])),
  /** `next` of the previous page; stable when inquiries arrive or change. */
  cursor: z.optional(z.string().check(z.maxLength(300))),
  /** Rows per page, default 25. */
  limite,
  /**
   * Restricts the list to inquiries that entered it since this time, ms since 1970: arrived, returned,
   * overdue or changed.
   */
  novedades: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,14}$/)), z.transform(Number))),
});
export type FindInquiriesQuery = z.infer<typeof FindInquiriesQuery>;

export const FacetsQuery = z.strictObject(filters);
export type FacetsQuery = z.infer<typeof FacetsQuery>;

/** Filters as in `FindInquiriesQuery`, and the sids of the rows to check. */
export const CheckInquiriesQuery = z.strictObject({
  ...filters,
  sid: z.pipe(
    z.union([PathSafeSid, boundedArray(PathSafeSid, { max: 100 })]),
    z.transform((value) => [value].flat().map((sid) => sid.toUpperCase())),
  ),
});
export type CheckInquiriesQuery = z.infer<typeof CheckInquiriesQuery>;

/** Saved views in a call; more of them are counted by several calls. */
export const MAX_COUNTED_VIEWS = 20;

/** `guardadas`: ids of the saved views to count; repeatable, by default none. */
export const CountsQuery = z.strictObject({
  agencia: agencyFilter,
  guardadas: z.optional(
    z.pipe(
      z.union([z.uuid(), z.array(z.uuid()).check(z.maxLength(MAX_COUNTED_VIEWS))]),
      z.transform((value) => [value].flat()),
    ),
  ),
});

/** Opening hours of the rows' agencies, by lower-case AdminMail, for their response clocks. */
const hours = { hours: z.record(z.string(), Hours) };

export const ListedInquiryRow = z.object({
  adminMail: z.string(),
  /** The inquiry as the service sent it. */
  inquiry: z.record(z.string(), z.unknown()),
  followUp: z.nullable(FollowUp),
  seen: z.boolean(),
  /** Due time of the response clock, ms since 1970; null: the agency is never open. */
  dueAt: z.nullable(z.number()),
  /** True if there is an earlier inquiry of the buyer that the person may see. */
  earlierFromBuyer: z.boolean(),
});
export type ListedInquiryRow = z.infer<typeof ListedInquiryRow>;

export const InquiryPage = z.object({
  rows: z.array(ListedInquiryRow),
  next: z.nullable(z.string()),
  /** Total of the list; null except on the first page. */
  total: z.nullable(z.number()),
  /** Time at which the page was read, ms since 1970. */
  readAt: z.number(),
  ...hours,
  ...indexFreshness,
});
export type InquiryPage = z.infer<typeof InquiryPage>;

/** Current state of a shown row. */
export const CheckedInquiry = z.object({
  adminMail: z.string(),
  sid: z.string(),
  followUp: z.nullable(FollowUp),
  seen: z.boolean(),
  earlierFromBuyer: z.boolean(),
  /** True if the list still contains it. */
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
  /** The inquiry as the service sent it. */
  inquiry: z.record(z.string(), z.unknown()),
  /** Time at which the service last sent it, ms since 1970. */
  asOf: z.number(),
});
export type IndexedInquiry = z.infer<typeof IndexedInquiry>;

/** Counts of built-in views by name and of saved views by id. */
export const Counts = z.object({
  builtIn: z.record(z.enum(BUILT_IN_VIEW_NAMES), z.number()),
  saved: z.record(z.string(), z.number()),
  /** Number of snoozed ones whose snooze has expired. */
  back: z.number(),
  ...indexFreshness,
});
export type Counts = z.infer<typeof Counts>;

const FacetValue = z.object({ value: z.string(), count: z.number() });
export const FacetCounts = z.object({
  facets: z.record(z.string(), z.array(FacetValue)),
  /** Number of matching inquiries. */
  total: z.number(),
  ...indexFreshness,
});
export type FacetCounts = z.infer<typeof FacetCounts>;

/** Properties that two inquiries of the same buyer may share. */
export const BUYER_REASONS = ['phone', 'mail', 'document'] as const;

export const InquiriesOfBuyer = z.object({
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
export type InquiriesOfBuyer = z.infer<typeof InquiriesOfBuyer>;

/** Number of erased inquiries. */
export const ErasedBuyer = z.object({ inquiries: z.number() });
export type ErasedBuyer = z.infer<typeof ErasedBuyer>;

/** State of the index, per agency. */
export const IndexState = z.object({
  agencies: z.array(
    z.object({
      adminMail: z.string(),
      /** Name in the service's last list of agencies; null: none, or not listed yet. */
      name: z.nullable(z.string()),
      inquiries: z.number(),
      /** Last complete read of its new inquiries; null: never. */
      sweptAt: z.nullable(z.number()),
      /** True if all its inquiries of the last 90 days are in the index. */
      complete: z.boolean(),
      /** Start of the time in which it cannot be read; null: it can. */
      failingSince: z.nullable(z.number()),
      failure: z.nullable(z.string()),
    }),
  ),
});
export type IndexState = z.infer<typeof IndexState>;

export const inquiryIndexEndpoints = deskEndpoints({
  /** A page of inquiries with their follow-up, across one or more agencies. 400: invalid cursor or dates. */
  findInquiries: endpoint({
    method: 'GET',
    path: '/desk/inquiries',
    query: FindInquiriesQuery,
    reply: InquiryPage,
    success: 200,
    errors: [400, 401, 403],
  }),
  /** Current state of shown inquiries, as far as the person may see them. */
  checkInquiries: endpoint({
    method: 'GET',
    path: '/desk/inquiries/rows',
    query: CheckInquiriesQuery,
    reply: CheckedInquiries,
    success: 200,
    errors: [400, 401, 403],
  }),
  /** Counts of the person's views. */
  countInquiries: endpoint({
    method: 'GET',
    path: '/desk/inquiries/counts',
    query: CountsQuery,
    reply: Counts,
    success: 200,
    errors: [400, 401, 403],
  }),
  /** Facets of matching inquiries: values with counts. */
  listFacets: endpoint({
    method: 'GET',
    path: '/desk/inquiries/facets',
    query: FacetsQuery,
    reply: FacetCounts,
    success: 200,
    errors: [400, 401, 403],
  }),
  /** State of the index for each agency that the person may see. */
  viewIndexState: endpoint({
    method: 'GET',
    path: '/desk/inquiries/state',
    reply: IndexState,
    success: 200,
    errors: [401, 403],
  }),
  /** An inquiry of the index, for use while the service is unavailable. 404: not in the index. */
  viewIndexedInquiry: endpoint({
    method: 'GET',
    path: '/desk/inquiries/{adminMail}/{sid}',
    params: InquiryPath,
    reply: IndexedInquiry,
    success: 200,
    errors: [401, 403, 404],
  }),
  /** Other inquiries of the same buyer, newest first, at most 50. 404: not in the index. */
  listOfBuyer: endpoint({
    method: 'GET',
    path: '/desk/inquiries/{adminMail}/{sid}/buyer',
    params: InquiryPath,
    reply: InquiriesOfBuyer,
    success: 200,
    errors: [401, 403, 404],
  }),
  /**
   * Erases the gateway's data of the buyer of an inquiry: inquiries with the same phone, mail or document, their webhook
   * payloads and notes. decided: not the service's data. 404: not in the index.
   */
  eraseBuyer: endpoint({
    method: 'DELETE',
    path: '/desk/inquiries/{adminMail}/{sid}/buyer',
    params: InquiryPath,
    reply: ErasedBuyer,
    success: 200,
    errors: [401, 403, 404],
  }),
});
