import { queryOptions } from '@tanstack/react-query';
import { v3 } from '#contract/v3.ts';
import { call } from '#console/api/call.ts';

const MINUTES = 60_000;

/** All agencies of the app. */
export const agencyList = () =>
  queryOptions({
    queryKey: ['agencies', 'list'],
    queryFn: ({ signal }) => call(v3.listAgencies, { signal }),
    staleTime: 5 * MINUTES,
  });

/** One agency, with its operators. */
export const agency = (adminMail: string) =>
  queryOptions({
    queryKey: ['agencies', 'one', adminMail.toLowerCase()],
    queryFn: ({ signal }) => call(v3.viewAgency, { params: { adminMail }, signal }),
    staleTime: 5 * MINUTES,
  });
