import { hashKey, useInfiniteQuery } from '@tanstack/react-query';
import type { Hours } from '#contract/hours.ts';
import type { EndpointKey } from '#console/api/endpoint-query.ts';
import type { IndexRequest } from './inbox-address.ts';
import { type IndexPage, type Row, indexListQuery, inquiryId } from './inquiry-queries.ts';
import { type InquiryListResult, readIndexAge, retryDelay } from './inquiry-list-result.ts';
import { getOpenedSids } from './use-mark-seen.ts';

const NO_OTHER_SIDS: ReadonlySet<string> = new Set();

export function useIndexList(request: IndexRequest, { enabled }: { enabled: boolean }): InquiryListResult {
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
    rows: pages && mergeRows(pages),
    total: pages?.[0]?.total ?? undefined,
    page: undefined,
    hours: Object.assign({}, ...(pages?.map(({ hours }) => hours) ?? [])) as Record<string, Hours>,
    isPlaceholder: list.isPlaceholderData,
    isFetching: list.isFetching,
    error: list.error,
    followUpError: null,
    readAt: list.isPlaceholderData ? 0 : list.dataUpdatedAt,
    newSince: pages?.[0]?.readAt,
    sidsOnOtherPages: NO_OTHER_SIDS,
    index: lastPage && readIndexAge(lastPage),
    loadMore: canLoadMore ? () => void list.fetchNextPage({ cancelRefetch: false }) : undefined,
    refresh: () => void list.refetch(),
  };
}

/**
 * A row whose place changed between two reads is on both pages. The function reads the cache, so it is not
 * inside the hook.
 */
function mergeRows(pages: readonly IndexPage[]): Row[] {
  const opened = getOpenedSids();
  const rows = pages.flatMap((page) => page.rows);
  const withSeen = (row: Row) =>
    !row.seen && opened.has(row.sid?.toUpperCase() ?? '') ? { ...row, seen: true } : row;
  return [...new Map(rows.map((row) => [inquiryId(row), withSeen(row)])).values()];
}
