import { connectionEndpoints } from '#contract/desk/connection.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { PREFETCH_STALE_MS } from '#console/api/query-client.ts';

export const connectionQuery = () =>
  endpointQuery(connectionEndpoints.viewConnection, {}, { staleTime: PREFETCH_STALE_MS });
