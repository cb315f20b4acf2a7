import {
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type ServerMetadata,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  clockSkew,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  genericGrantRequest,
  randomPKCECodeVerifier,
} from 'openid-client';
import { Agent, fetch } from 'undici';
import { HOUR_MS } from '#contract/durations.ts';
import { OPENID_CALLBACK_PATH } from '#contract/desk/openid.ts';
import type { OpenIdConfig } from '#gateway/config.ts';
import { type NameLookup, toLookupFunction } from '#http/name-resolver.ts';
import { systemClock } from '#system/clock.ts';

/** decided: a person waits for every call. */
const TIMEOUT_S = 5;
/** decided: endpoints of a provider change rarely; its keys are read anew for each sign-in. */
const METADATA_MS = HOUR_MS;
const MAX_PROVIDER_REPLY_BYTES = 1024 * 1024;

/** Random values of one sign-in, which tie the provider's answers to it. */
export interface OpenIdFlow {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The person for whom the provider vouches. */
export interface OpenIdIdentity {
  claims: Readonly<Record<string, unknown>>;
  /** To sign out at the provider; empty: it cannot sign out. */
  idToken: string;
}

/** A sign-in failed; `reason` has nothing of a token, a code or a person. */
export class OpenIdError extends Error {
  readonly code: 'openid-unreachable' | 'openid-failed';
  readonly reason: string;

  constructor(code: OpenIdError['code'], cause: unknown) {
    super('Signing in by OpenID Connect failed', { cause });
    this.name = 'OpenIdError';
    this.code = code;
    this.reason = describe(cause);
  }
}

/** Faults of a provider that are found without a person; `metadata`: its discovery document cannot be used. */
export type OpenIdFault = 'unreachable' | 'metadata' | 'issuer' | 'credentials';

/** Signs people in by a provider of OpenID Connect. Its metadata is fetched at the first sign-in, not at the start. */
export class OpenIdProvider {
  readonly #config: OpenIdConfig;
  readonly #publicUrl: string;
  readonly #now: () => number;
  readonly #agent: Agent;
  #metadata: { promise: Promise<ServerMetadata>; endsAt: number } | undefined;

  constructor(
    config: OpenIdConfig,
    { publicUrl, lookup, now }: { publicUrl: string; lookup: NameLookup; now: () => number },
  ) {
    this.#config = config;
    this.#publicUrl = publicUrl;
    this.#now = now;
    this.#agent = new Agent({
      connect: { lookup: toLookupFunction(lookup) },
      maxResponseSize: MAX_PROVIDER_REPLY_BYTES,
    });
  }

  get issuer(): string {
    return this.#config.issuer;
  }

  /** The URL at which the provider asks who somebody is. @throws OpenIdError */
  async buildSignInUrl({ state, nonce, codeVerifier }: OpenIdFlow): Promise<string> {
    const configuration = await this.#configure();
    return buildAuthorizationUrl(configuration, {
      redirect_uri: this.#publicUrl + OPENID_CALLBACK_PATH,
      scope: 'openid email',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    }).href;
  }

  /** Redeems the code in the query of the callback. @throws OpenIdError */
  async redeem(query: string, { state, nonce, codeVerifier }: OpenIdFlow): Promise<OpenIdIdentity> {
    const configuration = await this.#configure();
    const url = new URL(OPENID_CALLBACK_PATH, this.#publicUrl);
    url.search = query;
    try {
      const tokens = await authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new TypeError('The provider sent no ID token');
      const { userinfo_endpoint, end_session_endpoint } = configuration.serverMetadata();
      // Many providers leave the mail, or groups, out of the ID token.
      const isMissing = ['email', 'email_verified', this.#config.roles?.claim ?? 'sub'].some(
        (name) => claims[name] === undefined,
      );
      const shouldAsk = userinfo_endpoint !== undefined && isMissing;
      const userInfo = shouldAsk
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : undefined;
      return {
        claims: { ...userInfo, ...claims },
        idToken: end_session_endpoint === undefined ? '' : (tokens.id_token ?? ''),
      };
    } catch (error) {
      throw new OpenIdError(isUnreachable(error) ? 'openid-unreachable' : 'openid-failed', error);
    }
  }

  /** The URL that signs out at the provider; undefined: it has none, or is away. */
  async fetchSignOutUrl(idToken: string | null | undefined): Promise<string | undefined> {
    try {
      return buildEndSessionUrl(await this.#configure(), {
        post_logout_redirect_uri: `${this.#publicUrl}/sign-in`,
        ...(idToken && { id_token_hint: idToken }),
      }).href;
    } catch {
      return undefined;
    }
  }

  /** Fetches the metadata again, and redeems an invented code: a provider that refuses the code accepts the client. */
  async findFault(): Promise<{ fault: OpenIdFault; reason: string } | undefined> {
    this.#metadata = undefined;
    let configuration: Configuration;
    try {
      configuration = await this.#configure();
    } catch (error) {
      const { cause, reason } =
        error instanceof OpenIdError ? error : new OpenIdError('openid-failed', error);
      if (reason.includes('COMPARISON_FAILED')) return { fault: 'issuer', reason };
      return { fault: isUnreachable(cause) ? 'unreachable' : 'metadata', reason };
    }
    try {
      await genericGrantRequest(configuration, 'authorization_code', {
        code: 'health-check',
        redirect_uri: this.#publicUrl + OPENID_CALLBACK_PATH,
        code_verifier: randomPKCECodeVerifier(),
      });
    } catch (error) {
      const { reason } = new OpenIdError('openid-failed', error);
      if (isUnreachable(error)) return { fault: 'unreachable', reason };
      if (isClientRefused(error)) return { fault: 'credentials', reason };
    }
    return undefined;
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  /** Configures a client with the gateway's time. @throws OpenIdError when the provider cannot be found */
  async #configure(): Promise<Configuration> {
    const metadata = await this.#loadMetadata();
    const { clientId, clientSecret } = this.#config;
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const configuration = new Configuration(
      metadata,
      clientId,
      { [clockSkew]: Math.round((this.#now() - systemClock.now()) / 1000) },
      methods.includes('client_secret_basic')
        ? ClientSecretBasic(clientSecret)
        : ClientSecretPost(clientSecret),
    );
    configuration.timeout = TIMEOUT_S;
    configuration[customFetch] = this.#fetch;
    for (const extend of this.#extensions) extend(configuration);
    // The signature of the ID token is verified, although it comes from the provider itself.
    enableNonRepudiationChecks(configuration);
    return configuration;
  }

  /** Reads the provider's metadata; concurrent sign-ins share one reading, and the next one tries again after a failure. */
  async #loadMetadata(): Promise<ServerMetadata> {
    const now = this.#now();
    if (!this.#metadata || this.#metadata.endsAt <= now || this.#metadata.endsAt > now + METADATA_MS)
      this.#metadata = { promise: this.#fetchMetadata(), endsAt: now + METADATA_MS };
    const current = this.#metadata;
    try {
      return await current.promise;
    } catch (error) {
      if (this.#metadata === current) this.#metadata = undefined;
      throw new OpenIdError('openid-unreachable', error);
    }
  }

  async #fetchMetadata(): Promise<ServerMetadata> {
    const { issuer, clientId } = this.#config;
    const configuration = await discovery(new URL(issuer), clientId, undefined, undefined, {
      timeout: TIMEOUT_S,
      [customFetch]: this.#fetch,
      execute: this.#extensions,
    });
    return configuration.serverMetadata();
  }

  /** The configuration allows http on loopback only. */
  get #extensions() {
    return this.#config.issuer.startsWith('http:') ? [allowInsecureRequests] : [];
  }

  #fetch = (url: string, options: object): Promise<Response> =>
    fetch(url, { ...options, dispatcher: this.#agent }) as unknown as Promise<Response>;
}

/** Returns true if the provider did not answer, or failed. */
function isUnreachable(error: unknown): boolean {
  return chain(error).some(
    (cause) =>
      (cause instanceof TypeError && cause.message === 'fetch failed') ||
      (cause instanceof Error && cause.name === 'TimeoutError') ||
      (typeof cause === 'object' && cause !== null && 'status' in cause && Number(cause.status) >= 500),
  );
}

/** Returns true if the provider does not accept the client, whatever it would say about a code. */
function isClientRefused(error: unknown): boolean {
  return chain(error).some(
    (cause) =>
      typeof cause === 'object' &&
      cause !== null &&
      (('error' in cause && (cause.error === 'invalid_client' || cause.error === 'unauthorized_client')) ||
        ('status' in cause && cause.status === 401)),
  );
}

/** Codes of an error and its causes; messages and members may have tokens or claims. */
function describe(error: unknown): string {
  const words = chain(error).flatMap((cause) => {
    if (!(cause instanceof Error)) return [];
    const { code, error: answer } = cause as { code?: unknown; error?: unknown };
    return [cause.name, code, answer].filter(
      (word) => typeof word === 'string' && /^[\w-]{1,60}$/.test(word),
    );
  });
  return [...new Set(words)].join(' ');
}

function chain(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let cause = error; cause !== undefined && causes.length < 5;)
    cause = causes.push(cause) && cause instanceof Error ? cause.cause : undefined;
  return causes;
}
