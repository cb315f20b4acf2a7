import { type KeyObject, generateKeyPairSync, sign } from 'node:crypto';
import { type RequestListener, createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { OPENID_CALLBACK_PATH } from '#contract/desk/openid.ts';
import type { OpenIdConfig } from '#gateway/config.ts';

type Claims = Record<string, unknown>;

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const { privateKey: foreignKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY_ID = 'test';

/** A provider of OpenID Connect that signs everybody in as `account`, without asking. */
export interface TestProvider extends AsyncDisposable {
  config: OpenIdConfig;
  /** The account that signs in next, and what the provider says of it. */
  account: { sub: string } & Claims;
  /** Changes the claims of the next ID tokens, which are signed again by the same key. */
  alterIdToken: ((claims: Claims) => Claims) | undefined;
  /** ID tokens and codes that it gave. */
  secrets: string[];
  /** Begins to answer for the gateway at an address. */
  serve: (publicUrl: string) => void;
  /** Follows a URL of the provider as a browser does. @returns the query with which it sends the browser back */
  follow: (url: string) => Promise<string>;
  /** True: another key signs its ID tokens. */
  isForger: boolean;
  /** True: it closes connections without an answer. */
  isAway: boolean;
}

export async function startTestProvider(): Promise<TestProvider> {
  let publicUrl = '';
  let listener: RequestListener = () => undefined;
  const server = createServer((request, response) => listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const test: TestProvider = {
    config: {
      issuer,
      clientId: 'vitrina',
      clientSecret: 'secreto-de-vitrina',
      name: 'Cuenta Norte',
      isOnly: false,
    },
    account: { sub: 'ana-1' },
    alterIdToken: undefined,
    secrets: [],
    serve(url) {
      publicUrl = url;
      const provider = createProvider(issuer, publicUrl, test);
      const answer = provider.callback();
      listener = (request, response) => {
        if (test.isAway) request.destroy();
        else if (request.url?.startsWith('/interaction/'))
          void provider.interactionFinished(request, response, { login: { accountId: test.account.sub } });
        else answer(request, response);
      };
    },
    follow: (url) => followRedirects(url, publicUrl),
    isForger: false,
    isAway: false,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return test;
}

function createProvider(issuer: string, publicUrl: string, test: TestProvider): Provider {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: test.config.clientId,
        client_secret: test.config.clientSecret,
        redirect_uris: [publicUrl + OPENID_CALLBACK_PATH],
        post_logout_redirect_uris: [`${publicUrl}/sign-in`],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['key of the cookies'] },
    ttl: { AccessToken: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context: unknown, accountId: string) => ({ accountId, claims: () => test.account }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    async loadExistingGrant({
      oidc,
    }: {
      oidc: { session: { accountId: string }; client: { clientId: string } };
    }) {
      const grant = new provider.Grant({
        accountId: oidc.session.accountId,
        clientId: oidc.client.clientId,
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const { body } = context;
    if (context.path !== '/token' || !body?.id_token) return;
    const { alterIdToken = (claims: Claims) => claims, isForger } = test;
    body.id_token = signToken(alterIdToken(readClaims(body.id_token)), isForger ? foreignKey : privateKey);
    test.secrets.push(body.id_token);
  });
  return provider;
}

function readClaims(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

function signToken(claims: Claims, key: KeyObject): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const content = `${encode({ alg: 'RS256', kid: KEY_ID })}.${encode(claims)}`;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), key).toString('base64url')}`;
}

async function followRedirects(start: string, publicUrl: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let url = start; ;) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const header of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (header.split(';', 1)[0] ?? '').split(/=(.*)/);
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    url = new URL(location, url).href;
    if (url.startsWith(publicUrl)) return new URL(url).search;
  }
}
