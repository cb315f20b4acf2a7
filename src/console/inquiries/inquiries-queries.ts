import {
  type InfiniteData,
  type QueryFunctionContext,
  type QueryKey,
  hashKey,
  infiniteQueryOptions,
  queryOptions,
} from '@tanstack/react-query';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import type {
  CheckedInquiries,
  InquiryPage as IndexReply,
  inquiryIndexEndpoints,
} from '#contract/desk/inquiries.ts';
import type { QueryValues, ReplyOf } from '#contract/endpoint.ts';
import { type Consulta, type Consultas, inquiryEndpoints } from '#contract/inquiries.ts';
import type { Tolerant } from '#contract/reading.ts';
import { sidOf } from '#contract/sid.ts';
import { call } from '#console/api/call.ts';
import { loadCode } from '#console/api/load-code.ts';
import { BACKGROUND, isBackground, queryClient } from '#console/api/query-client.ts';
import type { IndexRequest, ServiceRequest } from './inbox-address.ts';

// `servicePageQuery` and `inquiryQuery` read the service, the other queries the gateway's index.

export type Inquiry = Tolerant<typeof Consulta>;
export type ServicePage = Tolerant<typeof Consultas>;

/** `isSaving`: it includes a change that the gateway has not confirmed. */
export type ListedFollowUp = FollowUp & { isSaving?: boolean };

export interface Row {
  adminMail: string;
  sid: string | undefined;
  inquiry: Inquiry;
  /** undefined: not loaded yet; null: untouched. */
  followUp: ListedFollowUp | null | undefined;
  seen: boolean | undefined;
  /** Whether the same buyer wrote before. */
  isRepeat: boolean;
  /** It no longer matches its list, and keeps its place until the list is refetched. */
  hasLeft: boolean;
}

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

const INDEX_STALE_MS = 30_000;
/** Rows of each page of the index but the first. */
const PAGE_ROWS = 100;

export const INDEX_LISTS_KEY: QueryKey = ['inquiries', 'index'];
const CHECKS_KEY: QueryKey = ['inquiries', 'checked'];
export const NEW_INQUIRIES_KEY: QueryKey = ['inquiries', 'gained'];
export const VIEW_COUNTS_KEY: QueryKey = ['inquiries', 'counts'];
export const servicePagesKey = (adminMail: string): QueryKey => [
  'inquiries',
  'page',
  adminMail.toLowerCase(),
];
export const inquiryChecksKey = (adminMail: string): QueryKey => [...CHECKS_KEY, adminMail.toLowerCase()];

/** Invalidated by arrivals and changes of follow-up. Rows keep their places: `refreshRows` updates them. */
export const AGGREGATE_KEYS: readonly QueryKey[] = [
  NEW_INQUIRIES_KEY,
  VIEW_COUNTS_KEY,
  ['inquiries', 'facets'],
];

/** Invalidated when events may have been missed. */
export const INQUIRY_CATCH_UP_KEYS: readonly QueryKey[] = [
  ...AGGREGATE_KEYS,
  CHECKS_KEY,
  ['inquiries', 'one'],
];

type IndexEndpoints = typeof inquiryIndexEndpoints;

interface IndexCall {
  params?: { adminMail: string; sid: string };
  query?: QueryValues;
  signal?: AbortSignal;
  isBackground?: boolean;
}

/** The endpoint table is loaded with the first call: the first screen needs none of it. Desk replies are exact. */
export async function callIndex<Name extends keyof IndexEndpoints>(name: Name, options: IndexCall) {
  const { inquiryIndexEndpoints: endpoints } = await loadCode(() => import('#contract/desk/inquiries.ts'));
  return call(endpoints[name], options) as Promise<ReplyOf<IndexEndpoints[Name]>>;
}

const callOptions = ({ signal, meta }: Pick<QueryFunctionContext, 'signal' | 'meta'>) => ({
  signal,
  isBackground: isBackground(meta),
});

export const servicePageQuery = (adminMail: string, request: ServiceRequest) =>
  queryOptions({
    queryKey: [...servicePagesKey(adminMail), request],
    queryFn: (context) =>
      call(inquiryEndpoints.listInquiries, {
        params: { adminMail },
        query: request,
        ...callOptions(context),
      }),
  });

export const inquiryQuery = (adminMail: string, sid: string) =>
  queryOptions({
    queryKey: ['inquiries', 'one', adminMail.toLowerCase(), sid],
    queryFn: (context) =>
      call(inquiryEndpoints.viewInquiry, { params: { adminMail, sid }, ...callOptions(context) }),
  });

export const indexListQuery = (request: IndexRequest) =>
  infiniteQueryOptions({
    queryKey: [...INDEX_LISTS_KEY, request],
    queryFn: async ({ pageParam, ...context }): Promise<IndexPage> => {
      const page = pageParam === undefined ? {} : { cursor: pageParam, limite: PAGE_ROWS };
      return toIndexPage(
        await callIndex('findInquiries', { query: { ...request, ...page }, ...callOptions(context) }),
      );
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: INDEX_STALE_MS,
  });

/** The newest inquiries of all agencies of the person with a text, and their number. */
export const inquirySearchQuery = (request: { buscar: string; limite: number }) =>
  queryOptions({
    queryKey: ['inquiries', 'search', request],
    queryFn: async (context): Promise<IndexPage> =>
      toIndexPage(await callIndex('findInquiries', { query: request, ...callOptions(context) })),
    staleTime: INDEX_STALE_MS,
  });

/** How many inquiries a list has; read anew for each `attempt`. */
export const listTotalQuery = (request: IndexRequest, attempt: string) =>
  queryOptions({
    queryKey: ['inquiries', 'total', request, attempt],
    queryFn: async (context) => {
      const query = { ...request, limite: 1 };
      return (await callIndex('findInquiries', { query, ...callOptions(context) })).total ?? 0;
    },
  });

/** What a list of the index has gained since a time of the gateway's clock, ms. */
export const newInquiriesQuery = (request: IndexRequest, since: number) =>
  queryOptions({
    queryKey: [...NEW_INQUIRIES_KEY, request, since],
    queryFn: async (context): Promise<IndexPage> => {
      const query = { ...request, novedades: since, limite: PAGE_ROWS };
      return toIndexPage(await callIndex('findInquiries', { query, ...callOptions(context) }));
    },
    meta: BACKGROUND,
  });

/** An inquiry as the index has it, for when the service does not answer. */
export const indexedInquiryQuery = (adminMail: string, sid: string) =>
  queryOptions({
    queryKey: ['inquiries', 'indexed', adminMail.toLowerCase(), sid.toUpperCase()],
    queryFn: async (context) => {
      const { inquiry, asOf } = await callIndex('viewIndexedInquiry', {
        params: { adminMail, sid },
        ...callOptions(context),
      });
      return { inquiry: inquiry as Inquiry, asOf };
    },
    meta: BACKGROUND,
  });

export const inquiryChecksQuery = (adminMail: string, sids: readonly string[]) =>
  queryOptions({
    queryKey: [...inquiryChecksKey(adminMail), sids],
    queryFn: (context) =>
      callIndex('checkInquiries', { query: { agencia: [adminMail], sid: sids }, ...callOptions(context) }),
  });

/** `savedViews`: ids of the saved views that are counted beside the built-in ones. */
export const viewCountsQuery = (agencia: readonly string[] | undefined, savedViews: readonly string[]) => {
  const key: QueryKey = [...VIEW_COUNTS_KEY, agencia];
  return queryOptions({
    queryKey: [...key, savedViews],
    async queryFn(context) {
      const { MAX_COUNTED_VIEWS } = await loadCode(() => import('#contract/desk/inquiries.ts'));
      const count = (from: number) =>
        callIndex('countInquiries', {
          query: { agencia, guardadas: savedViews.slice(from, from + MAX_COUNTED_VIEWS) },
          ...callOptions(context),
        });
      const counts = await count(0);
      for (let from = MAX_COUNTED_VIEWS; from < savedViews.length; from += MAX_COUNTED_VIEWS)
        Object.assign(counts.saved, (await count(from)).saved);
      return counts;
    },
    // Opening one more view changes no other number.
    placeholderData: (previous, query) =>
      query && hashKey(query.queryKey.slice(0, key.length)) === hashKey(key) ? previous : undefined,
  });
};

export const facetsQuery = (request: IndexRequest) =>
  queryOptions({
    queryKey: ['inquiries', 'facets', request],
    queryFn: (context) => callIndex('listFacets', { query: { ...request }, ...callOptions(context) }),
  });

export const buyerInquiriesQuery = (adminMail: string, sid: string) =>
  queryOptions({
    queryKey: ['inquiries', 'buyer', adminMail.toLowerCase(), sid.toUpperCase()],
    queryFn: (context) => callIndex('listOfBuyer', { params: { adminMail, sid }, ...callOptions(context) }),
    meta: BACKGROUND,
  });

export const eraseBuyer = ({ adminMail, sid }: InquiryKey) =>
  callIndex('eraseBuyer', { params: { adminMail, sid } });

function toIndexPage(reply: IndexReply): IndexPage {
  const rows = reply.rows.map(({ adminMail, followUp, seen, earlierFromBuyer, ...row }): Row => {
    const inquiry = row.inquiry as Inquiry;
    return {
      adminMail,
      sid: sidOf(inquiry),
      inquiry,
      followUp,
      seen,
      isRepeat: earlierFromBuyer,
      hasLeft: false,
    };
  });
  return { ...reply, rows };
}

/** What may change of a row on screen. */
export type RowChange = Partial<Omit<Row, 'adminMail' | 'sid' | 'inquiry'>>;

export function updateRow(inquiry: InquiryKey, change: Omit<RowChange, 'hasLeft'>): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: INDEX_LISTS_KEY }))
    updateRowInList(queryKey, inquiry, change);
  queryClient.setQueriesData<CheckedInquiries>({ queryKey: inquiryChecksKey(inquiry.adminMail) }, (reply) => {
    const rows =
      reply && replaceRow(reply.rows, inquiry, change as Partial<CheckedInquiries['rows'][number]>);
    return rows && { ...reply, rows };
  });
}

export function updateRowInList(queryKey: QueryKey, inquiry: InquiryKey, change: RowChange): void {
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
  const agency = adminMail.toLowerCase();
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey: [room, , first] }) => {
      if (room !== 'inquiries' && room !== 'follow-up') return false;
      if (typeof first === 'string') return first === agency;
      const agencies = Array.isArray(first)
        ? (first as string[])
        : (first as IndexRequest | undefined)?.agencia;
      // Undefined: of all agencies.
      return agencies?.some((mail) => mail.toLowerCase() === agency) ?? true;
    },
  });
}
