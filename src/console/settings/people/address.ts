import { PERSON_STATES, type Person } from '#contract/desk/people.ts';
import { ROLES, type Role } from '#contract/desk/sessions.ts';

/** The list of people as its address says it. */
export interface PeopleAddress {
  /** Part of a name, a mail or an agency. */
  q: string;
  state: Person['state'] | undefined;
  role: Role | undefined;
  /** Parameters that could not be read: they are left out, and the page says so. */
  unreadable: { parameter: string; value: string }[];
}

export function readPeopleAddress(search: URLSearchParams): PeopleAddress {
  const unreadable: PeopleAddress['unreadable'] = [];
  const oneOf = <Value extends string>(parameter: string, values: readonly Value[]) => {
    const given = search.get(parameter)?.trim();
    const value = values.find((known) => known === given);
    if (given && !value) unreadable.push({ parameter, value: given });
    return value;
  };
  return {
    q: search.get('q')?.trim() ?? '',
    state: oneOf('state', PERSON_STATES),
    role: oneOf('role', ROLES),
    unreadable,
  };
}

/** The search with some parameters changed; undefined or empty removes one. */
export function changePeopleSearch(
  search: URLSearchParams,
  change: Partial<Record<'q' | 'state' | 'role', string | undefined>>,
): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next.toString();
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
