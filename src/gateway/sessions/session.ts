import type { FastifyRequest } from 'fastify';
import type { Session } from '#contract/desk/sessions.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Person } from '#gateway/people/store.ts';
import { mayCall } from '#gateway/permissions/permissions.ts';
import { refusal } from '#gateway/problems.ts';
import { tokenOf } from './cookie.ts';
import { personOfSession } from './store.ts';

/** Who is signed in; undefined: nobody. */
export async function personOf({ db, now }: Gateway, request: FastifyRequest): Promise<Person | undefined> {
  const token = tokenOf(request);
  return token === undefined ? undefined : personOfSession(db, token, now());
}

/**
 * Who is signed in.
 * @throws ProblemError `sign-in-required`
 */
export async function signedIn(gateway: Gateway, request: FastifyRequest): Promise<Person> {
  const person = await personOf(gateway, request);
  if (!person) throw refusal('sign-in-required');
  return person;
}

/** What the console is told about the person who is signed in. */
export function sessionOf(person: Person, timeZone: string): Session {
  const { mail, name, role, agencies, lastAgency } = person;
  return {
    person: { mail, name, role },
    agencies: agencies && [...agencies],
    lastAgency,
    may: mayCall(role),
    timeZone,
  };
}
