import { type UseQueryResult, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Hours } from '#contract/hours.ts';
import { sidOf } from '#contract/sid.ts';
import { Failure, isRetryable } from '#console/api/failure.ts';
import { queryClient } from '#console/api/query-client.ts';
import { useSession } from '#console/session/session.ts';
import type { IndexRequest, ServiceRequest } from './inbox-address.ts';
import {
  type IndexPage,
  type InquiryPage,
  type Row,
  inquiryChecksQuery,
  indexListQuery,
  inquiryId,
  servicePageQuery,
  servicePagesKey,
} from './inquiries-queries.ts';
import { isOpened } from './use-mark-seen.ts';

/** A list of inquiries: a page of the service's, or what was loaded of one of the index. */
export interface InquiryListResult {
  /** Undefined until they are here. */
  rows: readonly Row[] | undefined;
  /** How many it has; undefined: the service does not say. */
  total: number | undefined;
  /** The service's page; undefined in a list of the index. */
  page: InquiryPage | undefined;
  /** Opening hours by AdminMail in lower case. */
  hours: Readonly<Record<string, Hours>>;
  /** The rows of the list before stand in for it. */
  isPlaceholder: boolean;
  isFetching: boolean;
  /** What the list lacks to be shown. */
  error: Error | null;
  /** What the rows lack beside the inquiries. */
  followUpError: Error | null;
  /** When it was read by this browser's clock, ms; 0: not yet. */
  readAt: number;
  /** When the gateway read it, by its own clock, ms. */
  newSince: number | undefined;
  /** Sids, upper-case, of rows that other pages of it have: they are not new. */
  sidsOnOtherPages: ReadonlySet<string>;
  /** How well it is known; undefined of the service's own list. */
  index: IndexAge | undefined;
  /** Loads more rows; undefined: there are no more, or they are on their way. */
  loadMore: (() => void) | undefined;
  refresh: () => void;
}

/** A failed page of the service is asked for again this soon, ms. */
const AGAIN_MS = 10_000;
/** A row that was written just before the list was read counts as new only once, ms. */
const MARGIN_MS = 2000;

/** A page of an agency's inquiries as the service lists them. */
export function useServiceList(
  agencia: string,
  request: ServiceRequest,
  { enabled, painted }: { enabled: boolean; painted: boolean },
): InquiryListResult {
  const { may } = useSession();
  const page = useInquiryPage(agencia, request, enabled);
  const entries = page.data?._entries;
  const sids = entries?.flatMap((entry) => sidOf(entry)?.toUpperCase() ?? []) ?? [];
  const checked = useQuery({
    ...inquiryChecksQuery(agencia, sids),
    enabled: enabled && painted && sids.length > 0 && may.includes('checkInquiries'),
    placeholderData: keepPreviousData,
  });
  const known = new Map(checked.data?.rows.map((row) => [row.sid.toUpperCase(), row]));
  const rows = entries?.map((entry): Row => {
    const sid = sidOf(entry);
    const row = known.get(sid?.toUpperCase() ?? '');
    return {
      adminMail: agencia,
      sid,
      entry,
      followUp: row?.followUp,
      seen: row && (row.seen || isOpened(sid)),
      isRepeat: row?.earlierFromBuyer ?? false,
      hasLeft: false,
    };
  });
  const pageAt = page.dataUpdatedAt;
  const [anchor, setAnchor] = useState<{ pageAt: number; since: number }>();
  // Once for each read of the page: what the list gained is asked since the same time, however often rows are checked.
  if (checked.data && !checked.isPlaceholderData && anchor?.pageAt !== pageAt) {
    const checkedAfterMs = Math.max(0, checked.dataUpdatedAt - pageAt);
    setAnchor({ pageAt, since: checked.data.readAt - checkedAfterMs - MARGIN_MS });
  }
  return {
    rows,
    total: undefined,
    page: page.data,
    hours: checked.data?.hours ?? {},
    isPlaceholder: page.isPlaceholderData,
    isFetching: page.isFetching,
    error: page.error,
    followUpError: checked.error,
    readAt: page.isPlaceholderData ? 0 : page.dataUpdatedAt,
    newSince: anchor?.pageAt === pageAt ? anchor.since : undefined,
    sidsOnOtherPages: page.data ? sidsOnPages(agencia, page.data) : NONE,
    index: undefined,
    loadMore: undefined,
    refresh: () => {
      void page.refetch();
      if (checked.isEnabled) void checked.refetch();
    },
  };
}

const NONE: ReadonlySet<string> = new Set();

/** Sids on the cached pages of an agency but the one that is shown. */
function sidsOnPages(agencia: string, shown: InquiryPage): ReadonlySet<string> {
  const pages = queryClient.getQueriesData<InquiryPage>({ queryKey: servicePagesKey(agencia) });
  const others = pages.flatMap(([, page]) => (page && page !== shown ? page._entries : []));
  return new Set(others.flatMap((entry) => sidOf(entry)?.toUpperCase() ?? []));
}

/**
 * A page of an agency's inquiries. Until it is here, or where the service refuses one of its filters, the rows of the page
 * before stand in for it as placeholder data; those of another agency never do.
 */
function useInquiryPage(
  agencia: string,
  request: ServiceRequest,
  enabled: boolean,
): UseQueryResult<InquiryPage> {
  const options = servicePageQuery(agencia, request);
  const [, , adminMail] = options.queryKey;
  const page = useQuery({
    ...options,
    enabled,
    placeholderData: (previous, query) => (query?.queryKey[2] === adminMail ? previous : undefined),
    refetchInterval: ({ state }) => retryDelay(state.error),
  });
  const [shown, setShown] = useState({ adminMail, data: page.data });
  if (page.data && (page.data !== shown.data || adminMail !== shown.adminMail))
    setShown({ adminMail, data: page.data });
  if (!isFilterRefusal(page.error) || !shown.data || shown.adminMail !== adminMail) return page;
  return { ...page, data: shown.data, isPlaceholderData: true } as UseQueryResult<InquiryPage>;
}

/** After how long a read that failed is repeated, ms; false: not by itself. */
export function retryDelay(error: Error | null): number | false {
  if (!error || !isRetryable(error)) return false;
  const { retryAfterS = 0 } = error instanceof Failure ? error : {};
  return Math.max(AGAIN_MS, retryAfterS * 1000);
}

/** Whether the service refused a filter, and says which. */
export function isFilterRefusal(error: Error | null): boolean {
  return (
    error instanceof Failure &&
    ['desde', 'hasta', 'operador', 'externalid'].some((name) => name in error.errors)
  );
}

export interface IndexAge {
  /** How old an answer of the index was, ms; undefined: some agency was never read. */
  ageMs: number | undefined;
  /** It has all inquiries. */
  isComplete: boolean;
  /** Why the gateway cannot read them from the service now. */
  failure: Failure | undefined;
}

export function readIndexAge({
  asOf,
  readAt,
  complete,
  failure,
}: Pick<IndexPage, 'asOf' | 'readAt' | 'complete' | 'failure'>): IndexAge {
  return {
    ageMs: asOf === null ? undefined : Math.max(0, readAt - asOf),
    isComplete: complete,
    failure: failure
      ? new Failure('problem', 'GET /v3/consultas', { problem: { Type: `/problems/${failure}` } })
      : undefined,
  };
}

/** A list of the gateway's index, as far as it was loaded. */
export function useIndexList(request: IndexRequest, { enabled }: { enabled: boolean }): InquiryListResult {
  const { agencia, vista } = request;
  const list = useInfiniteQuery({
    ...indexListQuery(request),
    enabled,
    // While one types: rows of another view or agency would be wrong.
    placeholderData: (previous, query) => {
      const before = query?.queryKey[2] as IndexRequest | undefined;
      const isSame = before?.vista === vista && before?.agencia?.join() === agencia?.join();
      return isSame ? previous : undefined;
    },
    refetchInterval: ({ state }) => retryDelay(state.error),
  });
  const pages = list.data?.pages;
  const [first] = pages ?? [];
  const last = pages?.at(-1);
  // One whose place changed between two pages is on both.
  const byKey = new Map(
    pages?.flatMap(({ rows }) =>
      rows.map((row) => [inquiryId(row), isOpened(row.sid) && !row.seen ? { ...row, seen: true } : row]),
    ),
  );
  const more = list.hasNextPage && !list.isFetching;
  return {
    rows: pages && [...byKey.values()],
    total: first?.total ?? undefined,
    page: undefined,
    hours: Object.assign({}, ...(pages?.map(({ hours }) => hours) ?? [])) as Record<string, Hours>,
    isPlaceholder: list.isPlaceholderData,
    isFetching: list.isFetching,
    error: list.error,
    followUpError: null,
    readAt: list.isPlaceholderData ? 0 : list.dataUpdatedAt,
    newSince: first?.readAt,
    sidsOnOtherPages: NONE,
    index: last && readIndexAge(last),
    loadMore: more ? () => void list.fetchNextPage({ cancelRefetch: false }) : undefined,
    refresh: () => void list.refetch(),
  };
}
