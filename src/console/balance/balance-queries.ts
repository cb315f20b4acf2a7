import { type BalanceQuery, balanceEndpoints } from '#contract/desk/balance.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { PREFETCH_STALE_MS } from '#console/api/query-client.ts';

export const balanceQuery = (query: BalanceQuery) =>
  endpointQuery(balanceEndpoints.viewBalance, { query: { ...query } }, { staleTime: PREFETCH_STALE_MS });

export const findDifferingDays = endpointMutation(
  balanceEndpoints.findDifferingDays,
  (adminMail: string) => ({
    params: { adminMail },
  }),
);
