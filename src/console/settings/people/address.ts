import { PERSON_STATES, type Person } from '#contract/desk/people.ts';
import { ROLES, type Role } from '#contract/desk/sessions.ts';
import { type UnreadableParameter, searchReader } from '#console/filters/search.ts';

/** The list of people as its address says it. */
export interface PeopleAddress {
  /** Part of a name, a mail or an agency. */
  q: string;
  state: Person['state'] | undefined;
  role: Role | undefined;
  unreadable: UnreadableParameter[];
}

export function readPeopleAddress(search: URLSearchParams): PeopleAddress {
  const { read, unreadable } = searchReader(search);
  return {
    q: search.get('q')?.trim() ?? '',
    state: read('state', (text) => PERSON_STATES.find((state) => state === text)),
    role: read('role', (text) => ROLES.find((role) => role === text)),
    unreadable,
  };
}

/** Those that the address asks for, by name. */
export function peopleAt({ q, state, role }: PeopleAddress, people: readonly Person[]): Person[] {
  const wanted = folded(q);
  return people
    .filter((person) => !state || person.state === state)
    .filter((person) => !role || person.role === role)
    .filter(({ name, mail, agencies }) =>
      [name, mail, ...agencies.map(({ adminMail }) => adminMail)].some((text) =>
        folded(text).includes(wanted),
      ),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name, 'es') || a.mail.localeCompare(b.mail));
}

/** Without case and accents: `nunez` finds Núñez. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
