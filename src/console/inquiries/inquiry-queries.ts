import type { InfiniteData } from '@tanstack/react-query';
import type { CheckedInquiries, InquiryPage as IndexReply } from '#contract/desk/inquiries.ts';
import { inquiryEndpoints } from '#contract/inquiries.ts';
import type { EndpointName } from '#console/api/call.ts';
import {
  type EndpointKey,
  endpointKey,
  endpointPagesQuery,
  endpointQuery,
} from '#console/api/endpoint-query.ts';
import { indexEndpoint } from '#console/api/lazy-endpoints.ts';
import { queryClient } from '#console/api/query-client.ts';
import { eraseStoredQueries } from '#console/session/browser-storage.ts';
import type { IndexRequest, ServiceRequest } from './inbox-address.ts';
import { type Row, type RowState, toIndexRows } from './row.ts';

// `servicePageQuery` and `inquiryQuery` read the service; more queries of the gateway's index are in `index-queries.ts`.

export interface IndexPage extends Omit<IndexReply, 'rows'> {
  rows: Row[];
}

export interface InquiryKey {
  adminMail: string;
  sid: string;
}

/** Identifies an inquiry, whatever the case of its parts in a link or an address. */
export const inquiryId = ({ adminMail, sid }: { adminMail: string; sid: string | undefined }): string =>
  `${adminMail.toLowerCase()} ${sid?.toUpperCase()}`;

export const INDEX_STALE_MS = 30_000;
export const PAGE_ROWS = 100;

export const INDEX_LISTS_KEY = endpointKey('findInquiries', {}, 'pages');
export const NEW_INQUIRIES_KEY = endpointKey('findInquiries', {}, 'new');
export const servicePagesKey = (adminMail: string) => endpointKey('listInquiries', { params: { adminMail } });

export const inquiryChecksKey = (adminMail: string) =>
  endpointKey('checkInquiries', { query: { agencia: [adminMail] } });

/** Other pages of the service's list must not be older than one that is read again. */
export function removeHiddenPages(adminMail: string): void {
  queryClient.removeQueries({ queryKey: servicePagesKey(adminMail), type: 'inactive' });
}

/** Invalidated by arrivals and changes of follow-up. Rows keep their places: `refreshRows` updates them. */
export const AGGREGATE_KEYS: readonly EndpointKey[] = [
  NEW_INQUIRIES_KEY,
  endpointKey('countInquiries'),
  endpointKey('listFacets'),
];

/** Invalidated when events may have been missed. */
export const INQUIRY_CATCH_UP_KEYS: readonly EndpointKey[] = [
  ...AGGREGATE_KEYS,
  endpointKey('checkInquiries'),
  endpointKey('viewInquiry'),
];

export const INQUIRY_ENDPOINTS: readonly EndpointName[] = [
  'listInquiries',
  'viewInquiry',
  'findInquiries',
  'checkInquiries',
  'countInquiries',
  'listFacets',
  'viewIndexState',
  'viewIndexedInquiry',
  'listOfBuyer',
];

export const ERASURE_EFFECTS = {
  remove: () =>
    Promise.all([eraseStoredQueries(), queryClient.resetQueries({ queryKey: endpointKey('viewFollowUp') })]),
  invalidates: [...INQUIRY_ENDPOINTS, 'listFollowUps', 'listViews', 'listTemplates'] satisfies EndpointName[],
};

export const servicePageQuery = ({ adminMail, query }: ServiceRequest) =>
  endpointQuery(inquiryEndpoints.listInquiries, { params: { adminMail }, query });

export const inquiryQuery = (adminMail: string, sid: string) =>
  endpointQuery(inquiryEndpoints.viewInquiry, { params: { adminMail, sid } });

export const indexListQuery = (request: IndexRequest) =>
  endpointPagesQuery(
    indexEndpoint('findInquiries'),
    { query: { ...request } },
    {
      toPageQuery: (cursor) => (cursor === undefined ? {} : { cursor, limite: PAGE_ROWS }),
      transform: toIndexPage,
      getNextPageParam: ({ next }) => next ?? undefined,
      staleTime: INDEX_STALE_MS,
    },
  );

export const inquiryChecksQuery = (adminMail: string, sids: readonly string[]) =>
  endpointQuery(indexEndpoint('checkInquiries'), { query: { agencia: [adminMail], sid: sids } });

export function toIndexPage(reply: IndexReply): IndexPage {
  return { ...reply, rows: toIndexRows(reply) };
}

export function updateRow(inquiry: InquiryKey, change: Partial<Omit<RowState, 'hasLeft'>>): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: INDEX_LISTS_KEY }))
    updateRowInList(queryKey, inquiry, change);
  queryClient.setQueriesData<CheckedInquiries>({ queryKey: inquiryChecksKey(inquiry.adminMail) }, (reply) => {
    const rows =
      reply && replaceRow(reply.rows, inquiry, change as Partial<CheckedInquiries['rows'][number]>);
    return rows && { ...reply, rows };
  });
}

export function updateRowInList(
  queryKey: readonly unknown[],
  inquiry: InquiryKey,
  change: Partial<RowState>,
): void {
  queryClient.setQueryData<InfiniteData<IndexPage>>(queryKey, (list): InfiniteData<IndexPage> | undefined => {
    if (!list) return undefined;
    const pages = list.pages.map((page) => {
      const rows = replaceRow<Row>(page.rows, inquiry, change);
      return rows ? { ...page, rows } : page;
    });
    return pages.some((page, at) => page !== list.pages[at]) ? { ...list, pages } : undefined;
  });
}

/** Undefined where the inquiry is not among the rows: the query is not written then. */
function replaceRow<R extends { adminMail: string; sid: string | undefined }>(
  rows: readonly R[],
  inquiry: InquiryKey,
  change: Partial<R>,
): R[] | undefined {
  const matches = (row: R) => inquiryId(row) === inquiryId(inquiry);
  return rows.some(matches) ? rows.map((row) => (matches(row) ? { ...row, ...change } : row)) : undefined;
}

/** Removes what is cached of an agency that is no longer associated, except what is on screen. */
export function removeInquiries(adminMail: string): void {
  void eraseStoredQueries();
  const agency = adminMail.toLowerCase();
  const names = new Set<unknown>([...INQUIRY_ENDPOINTS, 'listFollowUps', 'viewFollowUp']);
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey: [name, request] }) => {
      if (!names.has(name)) return false;
      const { params, query } = request as EndpointKey[1];
      // Without an agency it erases those of all agencies.
      const agencies = [params?.adminMail ?? query?.agencia ?? agency].flat();
      return agencies.includes(agency);
    },
  });
}
