import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { type Agencia, agencyEndpoints } from '#contract/agencies.ts';
import type { IndexState } from '#contract/desk/inquiries.ts';
import type { Tolerant } from '#contract/reading.ts';
import { call } from '#console/api/call.ts';
import { loadCode } from '#console/api/load-code.ts';
import { BACKGROUND, isBackground } from '#console/api/query-client.ts';

// The queries of agencies that the inbox needs as well; the others are in `agencies/agency-queries.ts`.

const STALE_MS = 5 * 60_000;

export type Agency = Tolerant<typeof Agencia>;

export const AGENCY_LISTS_KEY: QueryKey = ['agencies', 'list'];
export const AGENCIES_KEY: QueryKey = ['agencies', 'one'];

export const agencyListQuery = (operador?: string) =>
  queryOptions({
    queryKey: [...AGENCY_LISTS_KEY, operador?.toLowerCase() ?? null],
    queryFn: ({ signal, meta }) =>
      call(agencyEndpoints.listAgencies, { query: { operador }, signal, isBackground: isBackground(meta) }),
    staleTime: STALE_MS,
  });

export const agencyQuery = (adminMail: string) =>
  queryOptions({
    queryKey: [...AGENCIES_KEY, adminMail.toLowerCase()],
    queryFn: ({ signal, meta }) =>
      call(agencyEndpoints.viewAgency, { params: { adminMail }, signal, isBackground: isBackground(meta) }),
    staleTime: STALE_MS,
  });

/** State of the gateway's index by agency: it also has their names while the service does not answer. */
export const indexStateQuery = () =>
  queryOptions({
    queryKey: ['inquiries', 'state'],
    queryFn: async ({ signal }) => {
      const { inquiryIndexEndpoints } = await loadCode(() => import('#contract/desk/inquiries.ts'));
      return call(inquiryIndexEndpoints.viewIndexState, {
        signal,
        isBackground: true,
      }) as Promise<IndexState>;
    },
    meta: BACKGROUND,
  });
