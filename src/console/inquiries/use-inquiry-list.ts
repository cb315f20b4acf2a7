import { hashKey, useInfiniteQuery } from '@tanstack/react-query';
import type { Hours } from '#contract/hours.ts';
import type { EndpointKey } from '#console/api/endpoint-query.ts';
import type { IndexRequest, listRequests } from './inbox-address.ts';
import { type IndexPage, indexListQuery, inquiryId } from './inquiry-queries.ts';
import { type InquiryListResult, readIndexAge, retryDelay } from './inquiry-list-result.ts';
import type { Row } from './row.ts';
import { markOpenedSeen } from './use-mark-seen.ts';
import { useServiceList } from './use-service-list.ts';

const NO_OTHER_SIDS: ReadonlySet<string> = new Set();

export function useInquiryList(
  requests: ReturnType<typeof listRequests>,
  isPainted: boolean,
): InquiryListResult {
  const isOfService = requests.service !== undefined;
  const serviceList = useServiceList(requests, isPainted);
  const indexList = useIndexList(requests.index, !isOfService);
  return isOfService ? serviceList : indexList;
}

function useIndexList(request: IndexRequest, enabled: boolean): InquiryListResult {
  const options = indexListQuery(request);
  const list = useInfiniteQuery({
    ...options,
    enabled,
    // Rows of another view or agency would be wrong while they load; those of another search are not.
    placeholderData: (previous, query) => {
      const scopeOf = ({ query }: EndpointKey[1] = {}) => hashKey([query?.agencia, query?.vista]);
      return scopeOf(query?.queryKey[1]) === scopeOf(options.queryKey[1]) ? previous : undefined;
    },
    refetchInterval: ({ state }) => retryDelay(state.error),
  });
  const pages = list.data?.pages;
  const lastPage = pages?.at(-1);
  const canLoadMore = list.hasNextPage && !list.isFetching;
  return {
    id: JSON.stringify(request),
    indexRequest: request,
    rows: pages && mergePages(pages),
    total: pages?.[0]?.total ?? undefined,
    hours: Object.assign({}, ...(pages?.map(({ hours }) => hours) ?? [])) as Record<string, Hours>,
    paging: undefined,
    loadMore: canLoadMore ? () => void list.fetchNextPage({ cancelRefetch: false }) : undefined,
    listedDays: undefined,
    isOfAnyDay: request.vista !== 'hoy',
    hasCopy: false,
    isPlaceholder: list.isPlaceholderData,
    isFetching: list.isFetching,
    error: list.error,
    followUpError: null,
    readAt: list.isPlaceholderData ? 0 : list.dataUpdatedAt,
    newSince: pages?.[0]?.readAt,
    sidsOnOtherPages: NO_OTHER_SIDS,
    index: lastPage && readIndexAge(lastPage),
    refresh: () => void list.refetch(),
  };
}

/** A row whose place changed between two reads is on both pages. */
function mergePages(pages: readonly IndexPage[]): Row[] {
  const rows = markOpenedSeen(pages.flatMap((page) => page.rows));
  return [...new Map(rows.map((row) => [inquiryId(row), row])).values()];
}
