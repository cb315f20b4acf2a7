import {
  type EditPerson,
  type InvitePerson,
  type PeopleQuery,
  type Person,
  peopleEndpoints,
} from '#contract/desk/people.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointPagesQuery, endpointQuery } from '#console/api/endpoint-query.ts';
import { PREFETCH_STALE_MS, queryClient } from '#console/api/query-client.ts';

export const peopleListQuery = (filters: Omit<PeopleQuery, 'after'> = {}) =>
  endpointPagesQuery(
    peopleEndpoints.listPeople,
    { query: { ...filters } },
    {
      toPageQuery: (after) => ({ after }),
      getNextPageParam: ({ people, more }) => (more ? people.at(-1)?.id : undefined),
      staleTime: PREFETCH_STALE_MS,
    },
  );

export const personQuery = (id: string) =>
  endpointQuery(peopleEndpoints.viewPerson, { params: { id } }, { staleTime: PREFETCH_STALE_MS });

export const fetchPerson = (id: string) => queryClient.fetchQuery({ ...personQuery(id), staleTime: 0 });

const PERSON_EFFECTS = {
  update: (changed: Person) => queryClient.setQueryData(personQuery(changed.id).queryKey, changed),
  invalidates: ['listPeople'] as const,
};

export const invitePerson = endpointMutation(
  peopleEndpoints.invitePerson,
  (body: InvitePerson) => ({ body }),
  PERSON_EFFECTS,
);

export const editPerson = endpointMutation(
  peopleEndpoints.editPerson,
  ({ id, ...body }: EditPerson & { id: string }) => ({ params: { id }, body }),
  PERSON_EFFECTS,
);

export const setPersonAccess = endpointMutation(
  peopleEndpoints.setAccess,
  ({ id, enabled }: { id: string; enabled: boolean }) => ({ params: { id }, body: { enabled } }),
  PERSON_EFFECTS,
);

export const resetPerson = endpointMutation(
  peopleEndpoints.resetPerson,
  ({ id, removeSecondFactor }: { id: string; removeSecondFactor: boolean }) => ({
    params: { id },
    body: { removeSecondFactor },
  }),
  PERSON_EFFECTS,
);

export const resendInvitation = endpointMutation(
  peopleEndpoints.inviteAgain,
  (id: string) => ({ params: { id } }),
  PERSON_EFFECTS,
);
