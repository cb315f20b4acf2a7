import { type OverviewSettings, overviewEndpoints } from '#contract/desk/overview.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import type { OverviewAddress } from './address.ts';

/** These figures cost too much to be read twice where a slow device renders late. */
const OVERVIEW_STALE_MS = 10_000;

export const overviewNowQuery = (agencias: readonly string[]) =>
  endpointQuery(
    overviewEndpoints.viewOverviewNow,
    { query: { agencia: agencias } },
    { staleTime: OVERVIEW_STALE_MS },
  );

export type PeriodRequest = Pick<OverviewAddress, 'agencias' | 'desde' | 'hasta'>;

export const overviewPeriodQuery = ({ agencias, desde, hasta }: PeriodRequest) =>
  endpointQuery(
    overviewEndpoints.viewOverview,
    { query: { agencia: agencias, desde, hasta } },
    { staleTime: OVERVIEW_STALE_MS },
  );

export const setOverviewSettings = endpointMutation(
  overviewEndpoints.setOverviewSettings,
  (body: OverviewSettings) => ({ body }),
  { invalidates: ['viewOverview'], awaitsRefetch: true },
);
