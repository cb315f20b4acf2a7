import { desk } from '#contract/desk/desk.ts';
import { CONSOLE_HEADER, PERSON_CALL } from '#contract/desk/page.ts';
import type { Session } from '#contract/desk/sessions.ts';
import { SignInAnswer } from '#contract/desk/signing-in.ts';
import { addressOf } from '#contract/endpoint.ts';
import { generatePassword } from '#gateway/people/passwords.ts';
import { createPeople } from '#gateway/people/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readDatabaseTargets } from '#server/configuration.ts';
import { systemRandom } from '#system/random.ts';
import type { Person } from '#testing/server-process.ts';

/** A session at a gateway, and the headers of its calls. */
export interface GatewaySession {
  url: string;
  session: Session;
  headers: Record<string, string>;
}

/**
 * Creates partners beside a running gateway, and signs them in: limits are by person.
 * @param environment of the gateway
 */
export async function signInNewPartners(
  url: string,
  environment: Record<string, string>,
  count: number,
): Promise<GatewaySession[]> {
  const database = await openGatewayDatabase(readDatabaseTargets(environment).gateway);
  const sessions: GatewaySession[] = [];
  for (let number = 0; number < count; number++) {
    const person = { mail: `partner${number}@a.example`, password: generatePassword(systemRandom) };
    const rights = { name: `Partner ${number}`, role: 'partner' as const, agencies: [] };
    await createPeople(database.db, [{ ...person, ...rights }], { now: Date.now(), random: systemRandom });
    sessions.push(await signIn(url, person));
  }
  await database.close();
  return sessions;
}

/** @param origin the gateway's public URL, where it is not the one that it is called by */
export async function signIn(
  url: string,
  { mail, password }: Pick<Person, 'mail' | 'password'>,
  origin = url,
): Promise<GatewaySession> {
  const headers = { [CONSOLE_HEADER]: PERSON_CALL, origin, 'content-type': 'application/json' };
  const response = await fetch(url + addressOf(desk.signIn), {
    method: desk.signIn.method,
    headers,
    body: JSON.stringify({ mail, password }),
  });
  if (!response.ok) throw new Error(`${mail} could not sign in: ${response.status}`);
  const { session } = SignInAnswer.parse(await response.json());
  if (!session) throw new Error(`${mail} has a second factor`);
  const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  return { url, session, headers: { ...headers, cookie } };
}
