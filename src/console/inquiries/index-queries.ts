import { hashKey, queryOptions } from '@tanstack/react-query';
import { call } from '#console/api/call.ts';
import { type EndpointKey, endpointKey, endpointQuery } from '#console/api/endpoint-query.ts';
import { indexEndpoint } from '#console/api/lazy-endpoints.ts';
import { loadCode } from '#console/api/load-code.ts';
import { BACKGROUND, isBackground } from '#console/api/query-client.ts';
import type { IndexRequest } from './inbox-address.ts';
import { INDEX_STALE_MS, PAGE_ROWS, toIndexPage } from './inquiry-queries.ts';
import type { Inquiry } from './row.ts';

// Queries of the gateway's index that the first list does without.

/** Finds the newest inquiries with a text in all agencies of the person, and their number. */
export const inquirySearchQuery = (request: { buscar: string; limite: number }) =>
  endpointQuery(
    indexEndpoint('findInquiries'),
    { query: request },
    { variant: 'search', transform: toIndexPage, staleTime: INDEX_STALE_MS },
  );

/** Counts the inquiries of a list anew for each `attempt`. */
export const listTotalQuery = (request: IndexRequest, attempt: string) =>
  endpointQuery(
    indexEndpoint('findInquiries'),
    { query: { ...request, limite: 1 } },
    { variant: `total ${attempt}`, transform: ({ total }) => total ?? 0 },
  );

/** Reads the inquiries that a list of the index has gained since a time of the gateway's clock, ms. */
export const newInquiriesQuery = (request: IndexRequest, since: number) =>
  endpointQuery(
    indexEndpoint('findInquiries'),
    { query: { ...request, novedades: since, limite: PAGE_ROWS } },
    { variant: 'new', transform: toIndexPage, meta: BACKGROUND },
  );

export const indexedInquiryQuery = (adminMail: string, sid: string) =>
  endpointQuery(
    indexEndpoint('viewIndexedInquiry'),
    { params: { adminMail, sid } },
    {
      transform: ({ inquiry, asOf }) => ({ inquiry: inquiry as Inquiry, asOf }),
      meta: BACKGROUND,
    },
  );

/** `savedViews`: ids of the saved views that are counted beside the built-in ones. */
export const viewCountsQuery = (agencia: readonly string[] | undefined, savedViews: readonly string[]) => {
  const queryKey = endpointKey('countInquiries', { query: { agencia, guardadas: savedViews } });
  const agenciesOf = ([, { query }]: EndpointKey) => hashKey([query?.agencia]);
  return queryOptions({
    queryKey,
    async queryFn({ signal, meta }) {
      const { MAX_COUNTED_VIEWS } = await loadCode(() => import('#contract/desk/inquiries.ts'));
      const count = (from: number) =>
        call(indexEndpoint('countInquiries'), {
          query: { agencia, guardadas: savedViews.slice(from, from + MAX_COUNTED_VIEWS) },
          signal,
          isBackground: isBackground(meta),
        });
      const counts = await count(0);
      for (let from = MAX_COUNTED_VIEWS; from < savedViews.length; from += MAX_COUNTED_VIEWS)
        Object.assign(counts.saved, (await count(from)).saved);
      return counts;
    },
    // Opening one more view changes no other number.
    placeholderData: (previous, query) =>
      query && agenciesOf(query.queryKey) === agenciesOf(queryKey) ? previous : undefined,
  });
};

export const facetsQuery = (request: IndexRequest) =>
  endpointQuery(indexEndpoint('listFacets'), { query: { ...request } });

export const buyerInquiriesQuery = (adminMail: string, sid: string) =>
  endpointQuery(indexEndpoint('listOfBuyer'), { params: { adminMail, sid } }, { meta: BACKGROUND });
