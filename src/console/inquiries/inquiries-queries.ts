import { type InfiniteData, type QueryKey, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import type { CheckedInquiries, InquiryPage as IndexReply } from '#contract/desk/inquiries.ts';
import { type Consulta, type Consultas, inquiryRows } from '#contract/inquiries.ts';
import type { Tolerant } from '#contract/reading.ts';
import { sidOf } from '#contract/sid.ts';
import { call } from '#console/api/call.ts';
import { loadCode } from '#console/api/load-code.ts';
import { BACKGROUND, isBackground, queryClient } from '#console/api/query-client.ts';
import type { IndexRequest, InboxRequest } from './address.ts';

// All queries of inquiries, and their invalidation. `page` and `one` come from the service, the others from the gateway's
// index.

/** An inquiry, and a page of them, as they are read: whatever is not guaranteed may be null or absent. */
export type Inquiry = Tolerant<typeof Consulta>;
export type InquiryPage = Tolerant<typeof Consultas>;

/** Follow-up in a cached list. `isSaving`: it includes a change that the gateway has not confirmed. */
export type ListedFollowUp = FollowUp & { isSaving?: boolean };

/** An inquiry as a list shows it. */
export interface Row {
  /** Of the agency. */
  adminMail: string;
  sid: string | undefined;
  entry: Inquiry;
  /** undefined: not known; null: nobody touched it. */
  followUp: ListedFollowUp | null | undefined;
  /** Whether the person opened it; undefined: not known. */
  seen: boolean | undefined;
  /** Whether the same buyer asked before. */
  isRepeat: boolean;
  /** The list does not have it any more: it stays where it stood until the list is read again. */
  hasLeft: boolean;
}

export interface IndexPage extends Omit<IndexReply, 'rows'> {
  rows: Row[];
}

/** Of all pages of an agency's inquiries. */
export const inquiryPages = (adminMail: string): QueryKey => ['inquiries', 'page', adminMail.toLowerCase()];

/** One page of an agency's inquiries, in the service's order. */
export const inquiryPage = (adminMail: string, request: InboxRequest) =>
  queryOptions({
    queryKey: [...inquiryPages(adminMail), request],
    queryFn: ({ signal, meta }) =>
      call(inquiryRows.listInquiries, {
        params: { adminMail },
        query: request,
        signal,
        isBackground: isBackground(meta),
      }),
  });

export const inquiry = (adminMail: string, sid: string) =>
  queryOptions({
    queryKey: ['inquiries', 'one', adminMail.toLowerCase(), sid],
    queryFn: ({ signal, meta }) =>
      call(inquiryRows.viewInquiry, { params: { adminMail, sid }, signal, isBackground: isBackground(meta) }),
  });

const loadCalls = () => loadCode(() => import('./index-calls.ts'));

/** A list that a person comes back to after this long is read again, ms. */
const OLD_MS = 30_000;
/** Rows on each page but the first. */
const MORE_ROWS = 100;

/** A list of the index, page after page. */
export const indexList = (request: IndexRequest) =>
  infiniteQueryOptions({
    queryKey: ['inquiries', 'index', request],
    queryFn: async ({ pageParam, signal, meta }): Promise<IndexPage> => {
      const { findInquiries } = await loadCalls();
      const page = pageParam === undefined ? {} : { cursor: pageParam, limite: MORE_ROWS };
      return withRows(
        await findInquiries({ ...request, ...page }, { signal, isBackground: isBackground(meta) }),
      );
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: OLD_MS,
  });

/** An inquiry as the index has it. */
export const indexedInquiry = (adminMail: string, sid: string) =>
  queryOptions({
    queryKey: ['inquiries', 'indexed', adminMail.toLowerCase(), sid.toUpperCase()],
    queryFn: async ({ signal }) => {
      const { viewIndexedInquiry } = await loadCalls();
      const { inquiry: entry, asOf } = await viewIndexedInquiry(
        { adminMail, sid },
        { signal, isBackground: true },
      );
      return { entry: entry as Inquiry, asOf };
    },
    meta: BACKGROUND,
  });

/** Of all that lists gained. */
export const GAINED: QueryKey = ['inquiries', 'gained'];

/** What a list of the index has gained since a time of the gateway's clock, ms. */
export const gainedSince = (request: IndexRequest, since: number) =>
  queryOptions({
    queryKey: [...GAINED, request, since],
    queryFn: async ({ signal }): Promise<IndexPage> => {
      const { findInquiries } = await loadCalls();
      const query = { ...request, novedades: since, limite: MORE_ROWS };
      return withRows(await findInquiries(query, { signal, isBackground: true }));
    },
    meta: BACKGROUND,
  });

/** What the gateway knows of inquiries that the service's list has. */
export const checkedInquiries = (adminMail: string, sids: readonly string[]) =>
  queryOptions({
    queryKey: ['inquiries', 'checked', adminMail.toLowerCase(), sids],
    queryFn: async ({ signal, meta }) =>
      (await loadCalls()).checkInquiries(
        { agencia: [adminMail], sid: sids },
        { signal, isBackground: isBackground(meta) },
      ),
  });

/** Of all counts of views, built-in and saved. */
export const VIEW_COUNTS: QueryKey = ['inquiries', 'counts'];

/** How many inquiries each view has. */
export const inquiryCounts = (agencia: readonly string[] | undefined) =>
  queryOptions({
    queryKey: [...VIEW_COUNTS, agencia],
    queryFn: async ({ signal, meta }) =>
      (await loadCalls()).countInquiries({ agencia }, { signal, isBackground: isBackground(meta) }),
  });

/** Other inquiries of the same buyer. */
export const buyerInquiries = (adminMail: string, sid: string) =>
  queryOptions({
    queryKey: ['inquiries', 'buyer', adminMail.toLowerCase(), sid.toUpperCase()],
    queryFn: async ({ signal, meta }) =>
      (await loadCalls()).listOfBuyer({ adminMail, sid }, { signal, isBackground: isBackground(meta) }),
    meta: BACKGROUND,
  });

/** Erases what is stored of the buyer of an inquiry. */
export const eraseBuyer = async (inquiry: InquiryKey) => (await loadCalls()).eraseBuyer(inquiry);

/** How far the index is, by agency. */
export const indexState = () =>
  queryOptions({
    queryKey: ['inquiries', 'state'],
    queryFn: async ({ signal }) => (await loadCalls()).viewIndexState({ signal, isBackground: true }),
    meta: BACKGROUND,
  });

/** What a list of the index can be narrowed by. */
export const inquiryFacets = (request: IndexRequest) =>
  queryOptions({
    queryKey: ['inquiries', 'facets', request],
    queryFn: async ({ signal, meta }) =>
      (await loadCalls()).listFacets(request, { signal, isBackground: isBackground(meta) }),
  });

function withRows(reply: IndexReply): IndexPage {
  const rows = reply.rows.map(({ adminMail, inquiry: entry, followUp, seen, earlierFromBuyer }) => ({
    adminMail,
    sid: sidOf(entry as Inquiry),
    entry: entry as Inquiry,
    followUp,
    seen,
    isRepeat: earlierFromBuyer,
    hasLeft: false,
  }));
  return { ...reply, rows };
}

/** What arrivals and changes of follow-up make old. Rows of lists stay where they are: `checkRows` marks them. */
export const COUNTED: readonly QueryKey[] = [GAINED, VIEW_COUNTS, ['inquiries', 'facets']];

/** What may have changed while the page was away. */
export const OF_INQUIRIES: readonly QueryKey[] = [...COUNTED, ['inquiries', 'checked'], ['inquiries', 'one']];

export interface InquiryKey {
  adminMail: string;
  sid: string;
}

/** The same for the same inquiry, in whatever case a link or an address has its parts. */
export const inquiryId = ({ adminMail, sid }: { adminMail: string; sid: string | undefined }): string =>
  `${adminMail.toLowerCase()} ${sid?.toUpperCase()}`;

type Change = Partial<Pick<Row, 'followUp' | 'seen'>>;

/** Shows a change of an inquiry in every list that has it. */
export function changeRow(inquiry: InquiryKey, change: Change): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: ['inquiries', 'index'] }))
    changeRowIn(queryKey, inquiry, change);
  const { queryKey } = checkedInquiries(inquiry.adminMail, []);
  for (const query of queryClient.getQueryCache().findAll({ queryKey: queryKey.slice(0, 3) })) {
    const held = query.state.data as CheckedInquiries | undefined;
    const rows = held && changed(held.rows, inquiry, change as Partial<CheckedInquiries['rows'][number]>);
    if (rows) queryClient.setQueryData(query.queryKey, { ...held, rows });
  }
}

/** Shows a change of an inquiry in one list of the index. */
export function changeRowIn(
  queryKey: QueryKey,
  inquiry: InquiryKey,
  change: Change & Partial<Pick<Row, 'hasLeft'>>,
): void {
  const held = queryClient.getQueryData<InfiniteData<IndexPage>>(queryKey);
  if (!held) return;
  const pages = held.pages.map((page) => {
    const rows = changed(page.rows, inquiry, change);
    return rows ? { ...page, rows } : page;
  });
  if (pages.some((page, at) => page !== held.pages[at]))
    queryClient.setQueryData(queryKey, { ...held, pages });
}

/** The rows with one of them changed; undefined: it is not among them. */
function changed<R extends { adminMail: string; sid: string | undefined }>(
  rows: readonly R[],
  inquiry: InquiryKey,
  change: Partial<R>,
): R[] | undefined {
  const isIt = (row: R) => inquiryId(row) === inquiryId(inquiry);
  return rows.some(isIt) ? rows.map((row) => (isIt(row) ? { ...row, ...change } : row)) : undefined;
}

/** Of an agency that is not associated any more nothing is left here but what is on screen. */
export function removeInquiries(adminMail: string): void {
  const agency = adminMail.toLowerCase();
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey: [room, , first] }) => {
      if (room !== 'inquiries' && room !== 'follow-up') return false;
      if (typeof first === 'string') return first === agency;
      const asked = Array.isArray(first) ? (first as string[]) : (first as IndexRequest | undefined)?.agencia;
      // Left out: of all agencies.
      return asked?.some((mail) => mail.toLowerCase() === agency) ?? true;
    },
  });
}
