import type { FastifyRequest } from 'fastify';
import type { Gateway } from '#gateway/gateway.ts';
import type { Person } from '#gateway/people/store.ts';
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
