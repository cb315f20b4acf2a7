import type { Session } from '#contract/desk/sessions.ts';
import { agencyList } from '#console/agencies/agencies-queries.ts';
import { queryClient } from '#console/api/query-client.ts';
import { agencyAt } from './address.ts';
import { currentHours } from './hours-queries.ts';

/** What the page of hours asks for first. */
export function askHours(search: URLSearchParams, session: Session): Promise<unknown> {
  const agencia = agencyAt(search, session);
  return Promise.all([
    agencia && queryClient.prefetchQuery(currentHours(agencia)),
    !session.agencies && queryClient.prefetchQuery(agencyList()),
  ]);
}
