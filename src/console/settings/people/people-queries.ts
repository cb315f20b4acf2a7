import { type QueryClient, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  type EditPerson,
  type InvitePerson,
  type PeopleQuery,
  type Person,
  type ResetPerson,
  peopleEndpoints,
} from '#contract/desk/people.ts';
import { call } from '#console/api/call.ts';
import { PREFETCH_STALE_MS } from '#console/api/query-client.ts';

const LIST_KEY = ['people', 'list'] as const;

export const peopleListQuery = (filters: Omit<PeopleQuery, 'after'> = {}) =>
  infiniteQueryOptions({
    queryKey: [...LIST_KEY, filters],
    queryFn: ({ signal, pageParam }) =>
      call(peopleEndpoints.listPeople, {
        query: { ...filters, after: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ people, more }) => (more ? people.at(-1)?.id : undefined),
    staleTime: PREFETCH_STALE_MS,
  });

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'one', id],
    queryFn: ({ signal }) => fetchPerson(id, signal),
    staleTime: PREFETCH_STALE_MS,
  });

export function fetchPerson(id: string, signal?: AbortSignal): Promise<Person> {
  return call(peopleEndpoints.viewPerson, { params: { id }, ...(signal && { signal }) });
}

export function invitePerson(body: InvitePerson): Promise<Person> {
  return call(peopleEndpoints.invitePerson, { body });
}

export function editPerson(id: string, body: EditPerson): Promise<Person> {
  return call(peopleEndpoints.editPerson, { params: { id }, body });
}

export function setPersonAccess(id: string, enabled: boolean): Promise<Person> {
  return call(peopleEndpoints.setAccess, { params: { id }, body: { enabled } });
}

export function resetPerson(id: string, body: ResetPerson): Promise<Person> {
  return call(peopleEndpoints.resetPerson, { params: { id }, body });
}

export function resendInvitation(id: string): Promise<Person> {
  return call(peopleEndpoints.inviteAgain, { params: { id } });
}

export function cachePerson(client: QueryClient, changed: Person): void {
  client.setQueryData(personQuery(changed.id).queryKey, changed);
  void client.invalidateQueries({ queryKey: LIST_KEY });
}
