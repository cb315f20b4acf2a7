import type { Response } from 'light-my-request';
import type { OpenIdConfig } from '#gateway/config.ts';
import { type CookieBrowser, createCookieBrowser } from './cookie-browser.ts';
import { type World, type WorldOptions, openWorld } from './gateway-world.ts';
import { type TestProvider, startTestProvider } from './openid-provider.ts';

const PUBLIC_URL = 'http://localhost:4000';

/** A world whose people sign in by a provider of OpenID Connect, too. */
export interface OpenIdWorld extends AsyncDisposable {
  world: World;
  provider: TestProvider;
  openBrowser: () => Browser;
}

export interface Browser extends CookieBrowser {
  /** Begins to sign in. @returns the URL of the provider */
  begin: (next?: string) => Promise<string>;
  complete: (query: string) => Promise<Response>;
  /** Signs in by the provider, from the button to the session. */
  signIn: (next?: string) => Promise<Response>;
}

export async function openOpenIdWorld({
  openId,
  hasProvider = true,
  ...options
}: WorldOptions & { openId?: Partial<OpenIdConfig>; hasProvider?: boolean } = {}): Promise<OpenIdWorld> {
  const provider = await startTestProvider();
  provider.serve(PUBLIC_URL);
  const config = {
    ...options.config,
    publicUrl: PUBLIC_URL,
    openId: hasProvider ? { ...provider.config, ...openId } : undefined,
  };
  const world = await openWorld({ ...options, config });
  return {
    world,
    provider,
    openBrowser: () => createBrowser(world, provider),
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

function createBrowser(world: World, provider: TestProvider): Browser {
  const { cookies, call } = createCookieBrowser(world);
  const browser: Browser = {
    cookies,
    call,
    begin: async (next) => {
      const answer = await call('POST', 'session/openid', next === undefined ? {} : { next });
      return answer.json<{ url: string }>().url;
    },
    complete: (query) => call('POST', 'session/openid/callback', { query }),
    signIn: async (next) => browser.complete(await provider.follow(await browser.begin(next))),
  };
  return browser;
}
