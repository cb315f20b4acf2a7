import {
  type DefinedUseQueryResult,
  type UseQueryResult,
  keepPreviousData,
  useQuery,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LAST_PAGE } from '#contract/paging.ts';
import { sidOf } from '#contract/sid.ts';
import { addDays } from '#contract/window.ts';
import { BACKGROUND, queryClient } from '#console/api/query-client.ts';
import { useSession } from '#console/session/session.ts';
import type { ServiceQuery, ServiceRequest, listRequests } from './inbox-address.ts';
import {
  inquiryChecksQuery,
  removeHiddenPages,
  servicePageQuery,
  servicePagesKey,
} from './inquiry-queries.ts';
import { type InquiryListResult, isFilterRefusal, retryDelay } from './inquiry-list-result.ts';
import { type ServicePage, toServiceRows } from './row.ts';
import { mayExceedLastPage, splitAtLastPage } from './split-days.ts';
import { markOpenedSeen } from './use-mark-seen.ts';

/** The margin makes a row that was written just before a read count as new once, not never. */
const NEW_SINCE_MARGIN_MS = 2000;

const NEXT_PAGE_DELAY_MS = 50;
const NO_REQUEST: ServiceRequest = { adminMail: '', query: {} };

export function useServiceList(
  { service, index: indexRequest }: ReturnType<typeof listRequests>,
  isPainted: boolean,
): InquiryListResult {
  const { may } = useSession();
  const requested = service ?? NO_REQUEST;
  const {
    adminMail,
    query: { pagina = 1 },
  } = requested;
  const { page, request, rest } = useSplitList(requested, service !== undefined);
  const sids = page.data ? listSids(page.data) : [];
  const checks = useQuery({
    ...inquiryChecksQuery(adminMail, sids),
    enabled: service !== undefined && isPainted && sids.length > 0 && may.includes('checkInquiries'),
    placeholderData: keepPreviousData,
  });
  const pageAt = page.dataUpdatedAt;
  const [anchor, setAnchor] = useState<{ pageAt: number; newSince: number }>();
  if (checks.data && !checks.isPlaceholderData && anchor?.pageAt !== pageAt) {
    const checkedAfterMs = Math.max(0, checks.dataUpdatedAt - pageAt);
    setAnchor({ pageAt, newSince: checks.data.readAt - checkedAfterMs - NEW_SINCE_MARGIN_MS });
  }
  const hasNextPage = pagina < LAST_PAGE && Boolean(page.data?._links?.next);
  usePagePrefetch(request, hasNextPage && !page.isPlaceholderData ? pageAt : undefined);
  const { Desde, Hasta } = page.data ?? {};
  return {
    id: JSON.stringify(requested),
    indexRequest,
    rows: page.data && markOpenedSeen(toServiceRows(adminMail, page.data, checks.data?.rows)),
    total: undefined,
    hours: checks.data?.hours ?? {},
    paging: { number: pagina, hasNextPage, rest },
    loadMore: undefined,
    listedDays: Desde && Hasta ? { from: Desde, to: Hasta } : undefined,
    isOfAnyDay: false,
    hasCopy: true,
    isPlaceholder: page.isPlaceholderData,
    isFetching: page.isFetching,
    error: page.error,
    followUpError: checks.error,
    readAt: page.isPlaceholderData ? 0 : pageAt,
    newSince: anchor?.pageAt === pageAt ? anchor.newSince : undefined,
    sidsOnOtherPages: getSidsOnOtherPages(adminMail, page.data),
    index: undefined,
    refresh: () => {
      removeHiddenPages(adminMail);
      void page.refetch();
      if (checks.isEnabled) void checks.refetch();
    },
  };
}

function listSids({ _entries }: ServicePage): string[] {
  return _entries.flatMap((inquiry) => sidOf(inquiry)?.toUpperCase() ?? []);
}

/** The function reads the query cache, so it is not inside the hook: the compiler would memoize what it reads. */
function getSidsOnOtherPages(adminMail: string, current: ServicePage | undefined): ReadonlySet<string> {
  const pages = queryClient.getQueriesData<ServicePage>({ queryKey: servicePagesKey(adminMail) });
  return new Set(pages.flatMap(([, page]) => (page && page !== current ? listSids(page) : [])));
}

/** The next page is not older than the current one, so that no row falls between the two. */
function usePagePrefetch({ adminMail, query }: ServiceRequest, currentPageAt: number | undefined): void {
  const nextQuery = JSON.stringify({ ...query, pagina: (query.pagina ?? 1) + 1 });
  useEffect(() => {
    if (!currentPageAt) return undefined;
    const timer = setTimeout(
      () =>
        void queryClient.prefetchQuery({
          ...servicePageQuery({ adminMail, query: JSON.parse(nextQuery) as ServiceQuery }),
          meta: BACKGROUND,
          staleTime: Date.now() - currentPageAt,
        }),
      NEXT_PAGE_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [adminMail, nextQuery, currentPageAt]);
}

function useSplitList(requested: ServiceRequest, enabled: boolean) {
  const { timeZone } = useSession();
  const { adminMail, query } = requested;
  const lastPageRequest = { adminMail, query: { ...query, pagina: LAST_PAGE } };
  const listId = JSON.stringify(lastPageRequest);
  const [longList, setLongList] = useState<string>();
  const lastPage = useQuery({ ...servicePageQuery(lastPageRequest), enabled: longList === listId });
  const rest = lastPage.data && splitAtLastPage(lastPage.data, timeZone);
  const request = rest ? { adminMail, query: { ...query, desde: addDays(rest.hasta, 1) } } : requested;
  const whole = useServicePage(requested, enabled && !rest);
  const split = useServicePage(request, enabled && rest !== undefined);
  // A page of the whole list begins with the same rows.
  const page = rest && !(isReadingFirst(split) && hasOwnData(whole)) ? split : whole;
  const isLong = hasOwnData(page) && mayExceedLastPage(page.data, query.pagina ?? 1);
  if (isLong && longList !== listId) setLongList(listId);
  return { page, request, rest };
}

/** Has data of its own request, not of a previous one. */
const hasOwnData = (page: UseQueryResult<ServicePage>): page is DefinedUseQueryResult<ServicePage> =>
  page.data !== undefined && !page.isPlaceholderData;

const isReadingFirst = (page: UseQueryResult<ServicePage>) => page.isFetching && !hasOwnData(page);

/** The previous page of the same agency stays while the next one loads or the service refuses a filter. */
function useServicePage(request: ServiceRequest, enabled: boolean): UseQueryResult<ServicePage> {
  const adminMail = request.adminMail.toLowerCase();
  const page = useQuery({
    ...servicePageQuery(request),
    enabled,
    placeholderData: (previous, query) =>
      query?.queryKey[1].params?.adminMail === adminMail ? previous : undefined,
    refetchInterval: ({ state }) => retryDelay(state.error),
  });
  const [shown, setShown] = useState({ adminMail, data: page.data });
  if (page.data && (page.data !== shown.data || adminMail !== shown.adminMail))
    setShown({ adminMail, data: page.data });
  if (!isFilterRefusal(page.error) || !shown.data || shown.adminMail !== adminMail) return page;
  return { ...page, data: shown.data, isPlaceholderData: true } as UseQueryResult<ServicePage>;
}
