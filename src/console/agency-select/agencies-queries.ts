import { queryOptions } from '@tanstack/react-query';
import { type Agencia, agencyRows } from '#contract/agencies.ts';
import type { Tolerant } from '#contract/reading.ts';
import { call } from '#console/api/call.ts';
import { isBackground } from '#console/api/query-client.ts';

// What the inbox reads of agencies as well; the rest is in agency-queries.ts.

const MINUTES = 60_000;

/** An agency as it is read: whatever is not guaranteed may be null or absent. */
export type Agency = Tolerant<typeof Agencia>;

/** All agencies of the app, or those where a person is an operator. */
export const agencyList = (operador?: string) =>
  queryOptions({
    queryKey: ['agencies', 'list', operador?.toLowerCase() ?? null],
    queryFn: ({ signal, meta }) =>
      call(agencyRows.listAgencies, { query: { operador }, signal, isBackground: isBackground(meta) }),
    staleTime: 5 * MINUTES,
  });

/** One agency, with its operators. */
export const agency = (adminMail: string) =>
  queryOptions({
    queryKey: ['agencies', 'one', adminMail.toLowerCase()],
    queryFn: ({ signal, meta }) =>
      call(agencyRows.viewAgency, { params: { adminMail }, signal, isBackground: isBackground(meta) }),
    staleTime: 5 * MINUTES,
  });
