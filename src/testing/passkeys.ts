import type { Response } from 'light-my-request';
import type { Role } from '#contract/desk/sessions.ts';
import { type CookieBrowser, createCookieBrowser } from './cookie-browser.ts';
import type { World } from './gateway-world.ts';
import { type SoftwareAuthenticator, createSoftwareAuthenticator } from './software-authenticator.ts';

/** A browser in which a person signs in, with an authenticator. */
export interface PasskeyBrowser extends CookieBrowser {
  authenticator: SoftwareAuthenticator;
  enterPassword: () => Promise<Response>;
  /** Adds a passkey of the authenticator, in a full session. */
  add: (name?: string) => Promise<Response>;
  /** Uses the passkey as second factor. */
  prove: () => Promise<Response>;
  /** Signs in with the passkey alone. */
  signIn: () => Promise<Response>;
}

export function createPasskeyBrowser(
  world: World,
  {
    role = 'seller',
    authenticator = createSoftwareAuthenticator(),
  }: {
    role?: Role;
    authenticator?: SoftwareAuthenticator;
  } = {},
): PasskeyBrowser {
  const { cookies, call } = createCookieBrowser(world);
  const password = world.password(role);
  const assert = async (path: string) => {
    const options = await call('POST', `${path}/options`);
    if (options.statusCode !== 200) return options;
    return call('POST', path, { credential: authenticator.get(options.json()) });
  };
  return {
    authenticator,
    cookies,
    call,
    enterPassword: () => call('POST', 'session', { mail: world.mail(role), password }),
    add: async (name = 'Chrome en Linux') => {
      const options = await call('POST', 'me/passkeys/options', { password });
      return call('POST', 'me/passkeys', { name, credential: authenticator.create(options.json()) });
    },
    prove: () => assert('session/second-factor/passkey'),
    signIn: () => assert('session/passkey'),
  };
}

/** A browser whose person is signed in and has added a passkey. */
export async function openPasskeyBrowser(
  world: World,
  options?: Parameters<typeof createPasskeyBrowser>[1],
): Promise<PasskeyBrowser> {
  const browser = createPasskeyBrowser(world, options);
  await browser.enterPassword();
  await browser.add();
  return browser;
}
