import { desk } from '#contract/desk/desk.ts';
import { CONSOLE_HEADER, PERSON_CALL } from '#contract/desk/page.ts';
import type { Session } from '#contract/desk/sessions.ts';
import { SignInAnswer } from '#contract/desk/signing-in.ts';
import { addressOf } from '#contract/endpoint.ts';
import type { Person } from '#testing/server-process.ts';

/** A session at a gateway, and the headers of its calls. */
export interface GatewaySession {
  url: string;
  session: Session;
  headers: Record<string, string>;
}

export async function signIn(url: string, { mail, password }: Person): Promise<GatewaySession> {
  const headers = { [CONSOLE_HEADER]: PERSON_CALL, origin: url, 'content-type': 'application/json' };
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
