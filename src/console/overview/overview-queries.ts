import { type QueryKey, queryOptions } from '@tanstack/react-query';
import {
  type OverviewNow,
  type OverviewPeriod,
  type OverviewSettings,
  overviewEndpoints,
} from '#contract/desk/overview.ts';
import { call } from '#console/api/call.ts';
import { isBackground, queryClient } from '#console/api/query-client.ts';
import type { OverviewAddress } from './address.ts';

/** On a slow device a page may take longer than other prefetched data lasts; these cost too much to be read twice. */
const STALE_MS = 10_000;

export const OVERVIEW_KEY: QueryKey = ['overview'];
const PERIODS_KEY: QueryKey = [...OVERVIEW_KEY, 'period'];

/** What needs somebody now. */
export const overviewNowQuery = (agencias: readonly string[]) =>
  queryOptions({
    queryKey: [...OVERVIEW_KEY, 'now', agencias],
    queryFn: ({ signal, meta }) =>
      call(overviewEndpoints.viewOverviewNow, {
        query: { agencia: agencias },
        signal,
        isBackground: isBackground(meta),
      }) as Promise<OverviewNow>,
    staleTime: STALE_MS,
  });

export type PeriodRequest = Pick<OverviewAddress, 'agencias' | 'desde' | 'hasta'>;

/** The figures of a period. */
export const overviewPeriodQuery = ({ agencias, desde, hasta }: PeriodRequest) =>
  queryOptions({
    queryKey: [...PERIODS_KEY, agencias, desde, hasta],
    queryFn: ({ signal, meta }) =>
      call(overviewEndpoints.viewOverview, {
        query: { agencia: agencias, desde, hasta },
        signal,
        isBackground: isBackground(meta),
      }) as Promise<OverviewPeriod>,
    staleTime: STALE_MS,
  });

export async function setOverviewSettings(body: OverviewSettings): Promise<void> {
  await call(overviewEndpoints.setOverviewSettings, { body });
  await queryClient.invalidateQueries({ queryKey: PERIODS_KEY });
}
