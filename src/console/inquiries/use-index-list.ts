import { useInfiniteQuery } from '@tanstack/react-query';
import type { Hours } from '#contract/hours.ts';
import type { IndexRequest } from './inbox-address.ts';
import { indexListQuery, inquiryId } from './inquiries-queries.ts';
import { type InquiryListResult, readIndexAge, retryDelay } from './inquiry-list-result.ts';
import { getOpenedSids } from './use-mark-seen.ts';

const NO_SIDS: ReadonlySet<string> = new Set();

/** The loaded pages of a list of the gateway's index. */
export function useIndexList(request: IndexRequest, { enabled }: { enabled: boolean }): InquiryListResult {
  const { agencia, vista } = request;
  const list = useInfiniteQuery({
    ...indexListQuery(request),
    enabled,
    // While somebody types a search; rows of another view or agency would be wrong.
    placeholderData: (previous, query) => {
      const before = query?.queryKey[2] as IndexRequest | undefined;
      const isSame = before?.vista === vista && before?.agencia?.join() === agencia?.join();
      return isSame ? previous : undefined;
    },
    refetchInterval: ({ state }) => retryDelay(state.error),
  });
  const pages = list.data?.pages;
  const lastPage = pages?.at(-1);
  const opened = getOpenedSids();
  // By id: a row whose place changed between two reads is on both pages.
  const rowsById = new Map(
    pages?.flatMap(({ rows }) =>
      rows.map((row) => {
        const isSeen = row.seen || opened.has(row.sid?.toUpperCase() ?? '');
        return [inquiryId(row), isSeen === row.seen ? row : { ...row, seen: isSeen }];
      }),
    ),
  );
  const canLoadMore = list.hasNextPage && !list.isFetching;
  return {
    rows: pages && [...rowsById.values()],
    total: pages?.[0]?.total ?? undefined,
    page: undefined,
    hours: Object.assign({}, ...(pages?.map(({ hours }) => hours) ?? [])) as Record<string, Hours>,
    isPlaceholder: list.isPlaceholderData,
    isFetching: list.isFetching,
    error: list.error,
    followUpError: null,
    readAt: list.isPlaceholderData ? 0 : list.dataUpdatedAt,
    newSince: pages?.[0]?.readAt,
    sidsOnOtherPages: NO_SIDS,
    index: lastPage && readIndexAge(lastPage),
    loadMore: canLoadMore ? () => void list.fetchNextPage({ cancelRefetch: false }) : undefined,
    refresh: () => void list.refetch(),
  };
}
