import { PERSON_STATES, type PeopleQuery } from '#contract/desk/people.ts';
import { ROLES } from '#contract/desk/sessions.ts';
import { searchReader } from '#console/filters/search.ts';

/** Longer texts are refused. */
const MAX_PEOPLE_SEARCH_LENGTH = 100;

export function parsePeopleFilters(search: URLSearchParams) {
  const { read, unreadable } = searchReader(search);
  return {
    q: search.get('q')?.trim().slice(0, MAX_PEOPLE_SEARCH_LENGTH) ?? '',
    state: read('state', (text) => PERSON_STATES.find((state) => state === text)),
    role: read('role', (text) => ROLES.find((role) => role === text)),
    unreadable,
  };
}

export function parsePeopleQuery(search: URLSearchParams): Omit<PeopleQuery, 'after'> {
  const { q, state, role } = parsePeopleFilters(search);
  return { ...(q && { q }), ...(state && { state }), ...(role && { role }) };
}
