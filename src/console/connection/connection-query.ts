import { queryOptions } from '@tanstack/react-query';
import { connectionEndpoints } from '#contract/desk/connection.ts';
import { call } from '#console/api/call.ts';
import { PREFETCH_STALE_MS, isBackground } from '#console/api/query-client.ts';

export const connectionQuery = () =>
  queryOptions({
    queryKey: ['connection'],
    queryFn: ({ signal, meta }) =>
      call(connectionEndpoints.viewConnection, {
        signal,
        isBackground: isBackground(meta),
      }),
    staleTime: PREFETCH_STALE_MS,
  });
