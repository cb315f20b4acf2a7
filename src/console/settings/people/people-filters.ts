import { PERSON_STATES, type Person } from '#contract/desk/people.ts';
import { fold } from '#contract/search.ts';
import { ROLES } from '#contract/desk/sessions.ts';
import { searchReader } from '#console/filters/search.ts';

export function parsePeopleFilters(search: URLSearchParams) {
  const { read, unreadable } = searchReader(search);
  return {
    q: search.get('q')?.trim() ?? '',
    state: read('state', (text) => PERSON_STATES.find((state) => state === text)),
    role: read('role', (text) => ROLES.find((role) => role === text)),
    unreadable,
  };
}

export function filterPeople(
  { q, state, role }: ReturnType<typeof parsePeopleFilters>,
  people: readonly Person[],
  getAgencyName: (adminMail: string) => string,
): Person[] {
  const part = fold(q);
  return people
    .filter(
      (person) =>
        (!state || person.state === state) &&
        (!role || person.role === role) &&
        [
          person.name,
          person.mail,
          ...person.agencies.flatMap(({ adminMail }) => [adminMail, getAgencyName(adminMail)]),
        ].some((text) => fold(text).includes(part)),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name, 'es') || a.mail.localeCompare(b.mail));
}
