import { queryOptions } from '@tanstack/react-query';
import { type Connection, connectionRows } from '#contract/desk/connection.ts';
import { call } from '#console/api/call.ts';
import { JUST_READ_MS, isByItself } from '#console/api/query-client.ts';

/** State of the service, as the gateway sees it. */
export const connectionQuery = () =>
  queryOptions({
    queryKey: ['connection'],
    queryFn: ({ signal, meta }) =>
      call(connectionRows.viewConnection, { signal, byItself: isByItself(meta) }) as Promise<Connection>,
    staleTime: JUST_READ_MS,
  });
