import { desk } from '#contract/desk/desk.ts';
import { BY_PERSON, CONSOLE_HEADER } from '#contract/desk/page.ts';
import type { Session } from '#contract/desk/sessions.ts';
import { SignInAnswer } from '#contract/desk/signing-in.ts';
import { addressOf } from '#contract/endpoint.ts';
import type { Person } from '#testing/server-process.ts';

/** A session at a gateway, and the headers that a call of it carries. */
export interface SignedIn {
  url: string;
  session: Session;
  headers: Record<string, string>;
}

export async function signIn(url: string, { mail, password }: Person): Promise<SignedIn> {
  const headers = { [CONSOLE_HEADER]: BY_PERSON, origin: url, 'content-type': 'application/json' };
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
