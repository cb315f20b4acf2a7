import { expect, it } from 'vitest';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE } from '#testing/gateway-world.ts';
import { getRefusal } from '#testing/cookie-browser.ts';
import { type OpenIdWorld, openOpenIdWorld } from '#testing/openid-world.ts';
import { inDatabase } from '#testing/session-database.ts';
import { shareFixture } from '#testing/share-fixture.ts';
import { FLOW_MS } from './flow-cookie.ts';

type Claims = Record<string, unknown>;

const FAILED = [403, '/problems/openid-failed'];

onEachEngine((engine) => {
  const shared = shareFixture(() => openOpenIdWorld({ engine }));
  /** A world in which the seller signs in as herself; nothing was linked yet. */
  const openAsSeller = (): OpenIdWorld => {
    const opened = shared();
    opened.provider.account = { sub: 'ana-1', email: opened.world.mail('seller'), email_verified: true };
    opened.provider.alterIdToken = undefined;
    return opened;
  };
  const countLinks = ({ world }: OpenIdWorld) =>
    inDatabase(world, async (db) => {
      const linked = await db
        .selectFrom('person')
        .select('id')
        .where('openid_subject', 'is not', null)
        .execute();
      return linked.length;
    });

  it('an answer with another state is refused', async () => {
    const opened = openAsSeller();
    const browser = opened.openBrowser();
    const query = await opened.provider.follow(await browser.begin());
    const answer = await browser.complete(query.replace(/state=[\w-]+/, `state=${'A'.repeat(43)}`));
    expect(getRefusal(answer)).toEqual(FAILED);
    expect(browser.cookies.size).toBe(0);
  });

  it('an answer to another browser is refused', async () => {
    const opened = openAsSeller();
    const attacker = opened.openBrowser();
    const query = await opened.provider.follow(await attacker.begin());
    expect(getRefusal(await opened.openBrowser().complete(query))).toEqual(FAILED);
    const victim = opened.openBrowser();
    await victim.begin();
    expect(getRefusal(await victim.complete(query))).toEqual(FAILED);
  });

  it.each<[string, (claims: Claims) => Claims]>([
    ['another nonce', (claims) => ({ ...claims, nonce: 'other' })],
    ['no nonce', (claims) => ({ ...claims, nonce: undefined })],
    ['another audience', (claims) => ({ ...claims, aud: 'other' })],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://other.example' })],
    ['no subject', (claims) => ({ ...claims, sub: undefined })],
    ['a subject that cannot be stored', (claims) => ({ ...claims, sub: 'a\0b' })],
  ])('an ID token with %s is refused', async (_, alter) => {
    const opened = openAsSeller();
    opened.provider.alterIdToken = alter;
    expect(getRefusal(await opened.openBrowser().signIn())).toEqual(FAILED);
    expect(await countLinks(opened)).toBe(0);
  });

  it('an ID token is accepted until it expires by the time of the gateway', async () => {
    const opened = openAsSeller();
    const { world, provider, openBrowser } = opened;
    const expireAfter = (seconds: number) => {
      provider.alterIdToken = (claims) => ({ ...claims, exp: Math.floor(world.clock.now / 1000) + seconds });
    };
    // The library tolerates 30 seconds.
    expireAfter(-32);
    expect(getRefusal(await openBrowser().signIn())).toEqual(FAILED);
    provider.account = { sub: 'ana-1', email_verified: true };
    expireAfter(2);
    expect(getRefusal(await openBrowser().signIn())).toEqual([403, '/problems/mail-unverified']);
  });

  it('an ID token that somebody else signed is refused', async () => {
    const opened = openAsSeller();
    opened.provider.isForger = true;
    expect(getRefusal(await opened.openBrowser().signIn())).toEqual(FAILED);
    opened.provider.isForger = false;
  });

  it.each(['iss=https%3A%2F%2Fother.example', ''])(
    'an answer of another provider is refused, with iss or without: %s',
    async (iss) => {
      const opened = openAsSeller();
      const browser = opened.openBrowser();
      const query = await opened.provider.follow(await browser.begin());
      expect(query).toContain('iss=');
      expect(getRefusal(await browser.complete(query.replace(/iss=[^&]+/, iss)))).toEqual(FAILED);
    },
  );

  it('an answer is refused once the time to sign in is over', async () => {
    const opened = openAsSeller();
    const browser = opened.openBrowser();
    const query = await opened.provider.follow(await browser.begin());
    const { clock } = opened.world;
    clock.now += FLOW_MS;
    expect(getRefusal(await browser.complete(query))).toEqual(FAILED);
    clock.now -= FLOW_MS;
  });

  it('a denial at the provider, and an answer without a code, are refused', async () => {
    const opened = openAsSeller();
    const browser = opened.openBrowser();
    const url = new URL(await browser.begin());
    const state = url.searchParams.get('state');
    const iss = encodeURIComponent(opened.provider.config.issuer);
    expect(getRefusal(await browser.complete(`?error=access_denied&state=${state}&iss=${iss}`))).toEqual(
      FAILED,
    );
    await browser.begin();
    expect(getRefusal(await browser.complete(''))).toEqual(FAILED);
  });

  it.each([
    { email_verified: false },
    { email_verified: 'true' },
    { email_verified: undefined },
    { email: 'x' },
  ])('an unverified mail links nothing: %j', async (claims) => {
    const opened = openAsSeller();
    Object.assign(opened.provider.account, claims);
    expect(getRefusal(await opened.openBrowser().signIn())).toEqual([403, '/problems/mail-unverified']);
    expect(await countLinks(opened)).toBe(0);
  });

  it('a verified mail that nobody here has is refused', async () => {
    const opened = openAsSeller();
    opened.provider.account.email = 'nadie@vitrina.example';
    expect(getRefusal(await opened.openBrowser().signIn())).toEqual([403, '/problems/mail-unknown']);
  });

  it('an answer is refused from another site, or without the header of the console', async () => {
    const opened = openAsSeller();
    const payload = { query: '?code=x&state=y' };
    for (const headers of [
      { ...CONSOLE, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-origin' },
    ])
      expect(
        getRefusal(
          await opened.world.call('/desk/session/openid/callback', { method: 'POST', headers, payload }),
        ),
      ).toEqual([403, '/problems/cross-site']);
  });

  it('an answer signs in once', async () => {
    await using opened = await openOpenIdWorld({ engine });
    const { world, provider, openBrowser } = opened;
    provider.account = { sub: 'ana-1', email: world.mail('seller'), email_verified: true };
    const browser = openBrowser();
    const query = await provider.follow(await browser.begin());
    const cookies = new Map(browser.cookies);
    const [first, second] = await Promise.all([browser.complete(query), copyBrowser().complete(query)]);
    expect(new Set([first.statusCode, second.statusCode])).toEqual(new Set([200, 403]));
    expect(getRefusal(await copyBrowser().complete(query))).toEqual(FAILED);

    function copyBrowser() {
      const copy = openBrowser();
      for (const [name, value] of cookies) copy.cookies.set(name, value);
      return copy;
    }
  });

  it('a person who is linked to an account is not linked to another one with the same mail', async () => {
    await using opened = await openOpenIdWorld({ engine });
    const { world, provider, openBrowser } = opened;
    const mail = { email: world.mail('seller'), email_verified: true };
    provider.account = { sub: 'ana-1', ...mail };
    const browser = openBrowser();
    await browser.signIn();
    provider.account = { sub: 'mallory', ...mail };
    expect(getRefusal(await openBrowser().signIn())).toEqual([409, '/problems/linked-otherwise']);
    expect((await browser.call('GET', 'session')).statusCode).toBe(200);
  });

  it('the first sign-in ends sessions and mailed links of before', async () => {
    await using opened = await openOpenIdWorld({ engine });
    const { world, provider, openBrowser } = opened;
    const former = await world.signIn('seller');
    await world.call('/desk/recoveries', {
      method: 'POST',
      headers: CONSOLE,
      payload: { mail: world.mail('seller') },
    });
    await expect
      .poll(() => inDatabase(world, (db) => db.selectFrom('link').selectAll().execute()))
      .toHaveLength(1);
    provider.account = { sub: 'ana-1', email: world.mail('seller'), email_verified: true };
    expect((await openBrowser().signIn()).statusCode).toBe(200);
    expect((await world.call('/desk/session', { headers: { cookie: former } })).statusCode).toBe(401);
    expect(await inDatabase(world, (db) => db.selectFrom('link').selectAll().execute())).toEqual([]);
  });

  it('sessions end when the person is disabled, or the link is removed by a reset', async () => {
    await using opened = await openOpenIdWorld({ engine });
    const { world, provider, openBrowser } = opened;
    const cookie = await world.signIn('partner');
    const partner = (method: 'PUT' | 'POST', path: string, payload: object) =>
      world.call(`/desk/people/${path}`, { method, headers: { ...CONSOLE, cookie }, payload });
    provider.account = { sub: 'ana-1', email: world.mail('seller'), email_verified: true };
    const browser = openBrowser();
    const { id } = (await browser.signIn()).json<{ session: { person: { id: string } } }>().session.person;
    const begun = openBrowser();
    const query = await provider.follow(await begun.begin());

    await partner('PUT', `${id}/access`, { enabled: false });
    expect((await browser.call('GET', 'session')).statusCode).toBe(401);
    expect(getRefusal(await begun.complete(query))).toEqual([403, '/problems/mail-unknown']);
    expect(getRefusal(await openBrowser().signIn())).toEqual([403, '/problems/mail-unknown']);

    await partner('PUT', `${id}/access`, { enabled: true });
    await browser.signIn();
    expect((await browser.call('GET', 'session')).statusCode).toBe(200);
    const reset = await partner('POST', `${id}/reset`, { removeSecondFactor: false });
    expect(reset.json()).toMatchObject({ openIdIssuer: null });
    expect((await browser.call('GET', 'session')).statusCode).toBe(401);
    provider.account = { sub: 'ana-1', email: world.mail('seller'), email_verified: false };
    expect(getRefusal(await openBrowser().signIn())).toEqual([403, '/problems/mail-unverified']);
  });

  it('sessions end with a person who is deleted', async () => {
    await using opened = await openOpenIdWorld({ engine });
    const { world, provider, openBrowser } = opened;
    provider.account = { sub: 'ana-1', email: world.mail('support'), email_verified: true };
    const browser = openBrowser();
    await browser.signIn();
    await inDatabase(world, (db) =>
      db.deleteFrom('person').where('mail', '=', world.mail('support')).execute(),
    );
    expect((await browser.call('GET', 'session')).statusCode).toBe(401);
    expect(getRefusal(await openBrowser().signIn())).toEqual([403, '/problems/mail-unknown']);
  });

  it('failures count against the address, sign-ins do not', async () => {
    await using opened = await openOpenIdWorld({ engine });
    const { world, provider, openBrowser } = opened;
    provider.account = { sub: 'ana-1', email: world.mail('seller'), email_verified: true };
    const statuses = [];
    for (let attempt = 0; attempt < 101; attempt += 1)
      statuses.push((await openBrowser().complete('?code=x&state=y')).statusCode);
    expect(statuses.slice(0, 100).every((status) => status === 403)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    const answer = await openBrowser().call('POST', 'session/openid', {});
    expect(getRefusal(answer)).toEqual([429, '/problems/too-many-attempts']);
    expect(answer.headers['retry-after']).toBe(String(15 * 60));
  });

  it('without a provider there is nothing to sign in by', async () => {
    await using opened = await openOpenIdWorld({ engine, hasProvider: false });
    const browser = opened.openBrowser();
    expect(getRefusal(await browser.call('POST', 'session/openid', {}))).toEqual([
      404,
      '/problems/not-found',
    ]);
    expect(getRefusal(await browser.complete('?code=x'))).toEqual([404, '/problems/not-found']);
    expect(getRefusal(await browser.call('POST', 'session/openid', { next: 1 }))).toEqual([
      400,
      '/problems/invalid-request',
    ]);
  });
});
