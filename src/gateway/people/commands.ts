import type { Kysely } from 'kysely';
import type { Person } from '#contract/desk/people.ts';
import { auditCommand } from '#gateway/audit/command-entries.ts';
import { fetchFailedSignIns } from '#gateway/sessions/lock-outs.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { ProblemError } from '#http/problem-error.ts';
import type { Stamp } from '#system/random.ts';
import { findPersonChanges } from './changes.ts';
import { fetchListedPerson, fetchPeople } from './list.ts';
import { replacePassword, setAccess } from './management.ts';
import { generatePassword, hashPassword } from './passwords.ts';
import { type NewPerson, createPerson, findActor, mailKey } from './store.ts';

// Changes of people by whoever has access to the database. The audit names no person for them.

/** A person cannot be changed as a command asks. */
export class PersonCommandError extends Error {}

/**
 * Creates a person with a random password.
 * @returns the password
 * @throws MailTakenError
 */
export function createPersonByCommand(
  db: Kysely<GatewayTables>,
  person: Omit<NewPerson, 'password'>,
  stamp: Stamp,
): Promise<string> {
  return auditCommand(db, { action: 'invitePerson', target: person.mail }, stamp, async () => ({
    result: await createPerson(db, person, stamp),
  }));
}

/**
 * Gives a person another password, ends their sessions and lifts their lock-outs.
 * @returns the password
 * @throws PersonCommandError
 */
export async function resetPersonByCommand(
  db: Kysely<GatewayTables>,
  mail: string,
  { removeSecondFactor }: { removeSecondFactor: boolean },
  stamp: Stamp,
): Promise<string> {
  const person = await findPerson(db, mail, stamp.now);
  if (person.state === 'disabled')
    throw new PersonCommandError(`${person.mail} is disabled: run npm run person:enable first.`);
  const password = generatePassword(stamp.random);
  const passwordHash = await hashPassword(password, person.mail, stamp.random);
  const failures = await fetchFailedSignIns(db, stamp.now);
  const addresses = failures
    .filter(({ person_mail }) => person_mail === person.mail)
    .map(({ address }) => address);
  return auditCommand(db, { action: 'resetPerson', target: person.id }, stamp, async () => {
    await replacePassword(db, person.id, { passwordHash, removeSecondFactor, addresses }, stamp.now);
    return { result: password };
  });
}

/**
 * Enables or disables a person, and ends their sessions.
 * @throws PersonCommandError
 */
export async function setAccessByCommand(
  db: Kysely<GatewayTables>,
  mail: string,
  enabled: boolean,
  stamp: Stamp,
): Promise<Person> {
  const before = await findPerson(db, mail, stamp.now);
  try {
    return await auditCommand(db, { action: 'setAccess', target: before.id }, stamp, async () => {
      await setAccess(db, before.id, enabled, stamp.now);
      const person = await findPerson(db, mail, stamp.now);
      return { result: person, changes: findPersonChanges(before, person) };
    });
  } catch (error) {
    // Only `last-partner` can refuse it.
    if (!(error instanceof ProblemError)) throw error;
    throw new PersonCommandError(
      `${before.mail} is the last partner who can sign in: create another first (npm run person:create).`,
    );
  }
}

/** Everybody, by name. */
export async function fetchEverybody(db: Kysely<GatewayTables>, now: number): Promise<Person[]> {
  const everybody: Person[] = [];
  for (;;) {
    const { people, more } = await fetchPeople(db, { after: everybody.at(-1)?.id }, now);
    everybody.push(...people);
    if (!more) return everybody;
  }
}

/** @throws PersonCommandError when nobody has the mail */
async function findPerson(db: Kysely<GatewayTables>, mail: string, now: number): Promise<Person> {
  const row = await findActor(db, mail);
  const person = row && (await fetchListedPerson(db, row.id, now));
  if (!person) throw new PersonCommandError(`Nobody has the mail ${mailKey(mail)}: see npm run person:list.`);
  return person;
}
