import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type EditPerson,
  type InvitePerson,
  type People,
  type Person,
  type ResetPerson,
  peopleRows,
} from '#contract/desk/people.ts';
import { call } from '#console/api/call.ts';
import { PREFETCH_STALE_MS } from '#console/api/query-client.ts';

/** Everybody of the console, and where its mails go. */
export const peopleList = () =>
  queryOptions({
    queryKey: ['people', 'list'],
    queryFn: ({ signal }) => call(peopleRows.listPeople, { signal }) as Promise<People>,
    staleTime: PREFETCH_STALE_MS,
  });

export const person = (id: string) =>
  queryOptions({
    queryKey: ['people', 'one', id],
    queryFn: ({ signal }) => readPerson(id, signal),
    staleTime: PREFETCH_STALE_MS,
  });

/** As it is now, past what is held. */
export function readPerson(id: string, signal?: AbortSignal): Promise<Person> {
  return call(peopleRows.viewPerson, { params: { id }, ...(signal && { signal }) }) as Promise<Person>;
}

export function invitePerson(body: InvitePerson): Promise<Person> {
  return call(peopleRows.invitePerson, { body }) as Promise<Person>;
}

export function editPerson(id: string, body: EditPerson): Promise<Person> {
  return call(peopleRows.editPerson, { params: { id }, body }) as Promise<Person>;
}

export function setAccess(id: string, enabled: boolean): Promise<Person> {
  return call(peopleRows.setAccess, { params: { id }, body: { enabled } }) as Promise<Person>;
}

export function resetPerson(id: string, body: ResetPerson): Promise<Person> {
  return call(peopleRows.resetPerson, { params: { id }, body }) as Promise<Person>;
}

export function inviteAgain(id: string): Promise<Person> {
  return call(peopleRows.inviteAgain, { params: { id } }) as Promise<Person>;
}

/** After each of them: the answer is the person as they are now. */
export function holdPerson(client: QueryClient, changed: Person): void {
  client.setQueryData(person(changed.id).queryKey, changed);
  client.setQueryData(peopleList().queryKey, (held) => {
    if (!held) return held;
    const others = held.people.filter(({ id }) => id !== changed.id);
    return { ...held, people: [...others, changed] };
  });
}
