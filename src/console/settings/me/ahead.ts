import { queryClient } from '#console/api/query-client.ts';
import { me, openSessions } from './me-queries.ts';

/** What the account page asks for first. */
export function askMe(): Promise<unknown> {
  return Promise.all([queryClient.prefetchQuery(me()), queryClient.prefetchQuery(openSessions())]);
}
