import { followUpRows } from '#contract/desk/follow-up.ts';
import {
  type BuyerInquiries,
  type CheckedInquiries,
  type Counts,
  type ErasedBuyer,
  type Facets,
  type IndexedInquiry,
  type IndexState,
  type InquiryPage,
  inquiryIndexRows,
} from '#contract/desk/inquiries.ts';
import { call } from '#console/api/call.ts';
import type { IndexRequest } from './address.ts';

// Loaded by `import()`: the table that these calls come from is not part of the first screen.

interface How {
  signal: AbortSignal;
  /** The page asks, and not the person. */
  isBackground: boolean;
}

export const findInquiries = (
  query: IndexRequest & { cursor?: string | undefined; novedades?: number; limite?: number },
  how: How,
) => call(inquiryIndexRows.findInquiries, { query, ...how }) as Promise<InquiryPage>;

export const checkInquiries = (query: IndexRequest & { sid: readonly string[] }, how: How) =>
  call(inquiryIndexRows.checkInquiries, { query, ...how }) as Promise<CheckedInquiries>;

export const countInquiries = (query: Pick<IndexRequest, 'agencia'>, how: How) =>
  call(inquiryIndexRows.countInquiries, { query, ...how }) as Promise<Counts>;

export const listFacets = (query: IndexRequest, how: How) =>
  call(inquiryIndexRows.listFacets, { query, ...how }) as Promise<Facets>;

export const viewIndexedInquiry = (params: { adminMail: string; sid: string }, how: How) =>
  call(inquiryIndexRows.viewIndexedInquiry, { params, ...how }) as Promise<IndexedInquiry>;

export const listOfBuyer = (params: { adminMail: string; sid: string }, how: How) =>
  call(inquiryIndexRows.listOfBuyer, { params, ...how }) as Promise<BuyerInquiries>;

export const eraseBuyer = (params: { adminMail: string; sid: string }) =>
  call(inquiryIndexRows.eraseBuyer, { params }) as Promise<ErasedBuyer>;

export const noteSeen = (params: { adminMail: string; sid: string }) =>
  call(followUpRows.noteSeen, { params });

export const viewIndexState = (how: How) => call(inquiryIndexRows.viewIndexState, how) as Promise<IndexState>;
