import { expect, it } from 'vitest';
import { ROLES } from '#contract/desk/sessions.ts';
import { createCookieBrowser, getRefusal } from '#testing/cookie-browser.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, type World, openWorld } from '#testing/gateway-world.ts';
import { openOpenIdWorld } from '#testing/openid-world.ts';
import { type PasskeyBrowser, createPasskeyBrowser, openPasskeyBrowser } from '#testing/passkeys.ts';
import { inDatabase } from '#testing/session-database.ts';
import { type SoftwareAuthenticator, createSoftwareAuthenticator } from '#testing/software-authenticator.ts';
import { CHALLENGE_MS } from './verification.ts';

const FAILED = [403, '/problems/passkey-failed'];
const NOT_SET_UP = [409, '/problems/not-set-up'];
const NOT_FOUND = [404, '/problems/not-found'];

/** Sends the passkey's answer to a challenge that was asked for before. */
async function beginSignIn({ call, authenticator }: PasskeyBrowser) {
  const options = (await call('POST', 'session/passkey/options')).json();
  return { credential: authenticator.get(options) };
}

async function fetchPersonId(world: World, role: (typeof ROLES)[number]): Promise<string> {
  const mail = world.mail(role);
  return inDatabase(world, async (db) => {
    const person = await db
      .selectFrom('person')
      .select('id')
      .where('mail', '=', mail)
      .executeTakeFirstOrThrow();
    return person.id;
  });
}

onEachEngine((engine) => {
  it.each<[string, (authenticator: SoftwareAuthenticator) => void]>([
    ['another origin', (it) => void (it.origin = 'http://evil.example')],
    ['another port', (it) => void (it.origin = 'http://localhost:4001')],
    ['another host name', (it) => void (it.rpId = 'evil.example')],
    ['an unknown credential', (it) => void (it.credentialId = 'AAAA')],
    ['the id of another person', (it) => void (it.userHandle = 'AAAA')],
    ['a counter that went back', (it) => void (it.counter = 0)],
    ['a counter that stood still', (it) => void (it.counter -= 1)],
  ])('an answer with %s is refused, alone and as second factor', async (_, forge) => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    for (let use = 0; use < 3; use += 1) expect((await browser.signIn()).statusCode).toBe(200);
    forge(browser.authenticator);
    expect(getRefusal(await browser.signIn())).toEqual(FAILED);
    await browser.enterPassword();
    forge(browser.authenticator);
    expect(getRefusal(await browser.prove())).toEqual(FAILED);
    expect((await browser.call('GET', 'session')).statusCode).toBe(401);
  });

  it('an answer whose signature is of another key is refused', async () => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    const { credentialId, userHandle } = browser.authenticator;
    const authenticator = createSoftwareAuthenticator({ credentialId, userHandle });
    expect(getRefusal(await createPasskeyBrowser(world, { authenticator }).signIn())).toEqual(FAILED);
  });

  it('alone, a passkey must verify its user, and say who it is', async () => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    browser.authenticator.verifiesUser = false;
    expect(getRefusal(await browser.signIn())).toEqual(FAILED);
    browser.authenticator.verifiesUser = true;
    browser.authenticator.userHandle = undefined;
    expect(getRefusal(await browser.signIn())).toEqual(FAILED);
  });

  it('an answer signs in once, also twice at a time', async () => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    const answer = await beginSignIn(browser);
    const [first, second] = [copyBrowser(), copyBrowser()];
    const complete = (it: PasskeyBrowser) => it.call('POST', 'session/passkey', answer);
    const answers = await Promise.all([complete(first), complete(second)]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 403]));
    expect(getRefusal(await complete(browser))).toEqual(FAILED);

    function copyBrowser() {
      const copy = createPasskeyBrowser(world, browser);
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
      return copy;
    }
  });

  it('an answer to the challenge of another browser, or to none, is refused', async () => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    const answer = await beginSignIn(browser);
    const victim = createCookieBrowser(world);
    expect(getRefusal(await victim.call('POST', 'session/passkey', answer))).toEqual(FAILED);
    await victim.call('POST', 'session/passkey/options');
    expect(getRefusal(await victim.call('POST', 'session/passkey', answer))).toEqual(FAILED);
  });

  it('a challenge is answered in the session, and for the purpose, that it was made for', async () => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    const { call, authenticator } = browser;
    const password = world.password('seller');
    const added = (await call('POST', 'me/passkeys/options', { password })).json();
    const credential = authenticator.get(added);
    expect(getRefusal(await call('POST', 'session/passkey', { credential }))).toEqual(FAILED);

    await browser.enterPassword();
    const begun = await call('POST', 'session/second-factor/passkey/options');
    await browser.enterPassword();
    const late = { credential: authenticator.get(begun.json()) };
    expect(getRefusal(await call('POST', 'session/second-factor/passkey', late))).toEqual(FAILED);
    const alone = await beginSignIn(browser);
    expect(getRefusal(await call('POST', 'session/second-factor/passkey', alone))).toEqual(FAILED);
    expect((await browser.prove()).statusCode).toBe(200);
  });

  it('a challenge expires', async () => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    const complete = async (afterMs: number) => {
      const answer = await beginSignIn(browser);
      world.clock.now += afterMs;
      return browser.call('POST', 'session/passkey', answer);
    };
    expect((await complete(CHALLENGE_MS - 1)).statusCode).toBe(200);
    expect(getRefusal(await complete(CHALLENGE_MS))).toEqual(FAILED);
  });

  it('the passkey of another person is no second factor, and cannot be removed or added again', async () => {
    await using world = await openWorld({ engine });
    const seller = await openPasskeyBrowser(world);
    const partner = await openPasskeyBrowser(world, { role: 'partner' });
    await seller.enterPassword();
    const begun = await seller.call('POST', 'session/second-factor/passkey/options');
    const credential = partner.authenticator.get(begun.json());
    expect(getRefusal(await seller.call('POST', 'session/second-factor/passkey', { credential }))).toEqual(
      FAILED,
    );
    await seller.prove();
    const { id } = await inDatabase(world, (db) =>
      db
        .selectFrom('passkey')
        .select('id')
        .where('credential_id', '=', partner.authenticator.credentialId)
        .executeTakeFirstOrThrow(),
    );
    const password = world.password('seller');
    expect(getRefusal(await seller.call('POST', `me/passkeys/${id}/removal`, { password }))).toEqual(
      NOT_FOUND,
    );
    const options = await seller.call('POST', 'me/passkeys/options', { password });
    const { credentialId } = partner.authenticator;
    const copy = createSoftwareAuthenticator({ credentialId });
    const again = { name: 'x', credential: copy.create(options.json()) };
    expect(getRefusal(await seller.call('POST', 'me/passkeys', again))).toEqual(FAILED);
    expect((await partner.signIn()).json()).toMatchObject({ session: { person: { role: 'partner' } } });
  });

  it.each<[string, (authenticator: SoftwareAuthenticator) => void]>([
    ['of another origin', (it) => void (it.origin = 'http://evil.example')],
    ['of another host name', (it) => void (it.rpId = 'evil.example')],
  ])('a new passkey %s is not added', async (_, forge) => {
    await using world = await openWorld({ engine });
    const browser = createPasskeyBrowser(world);
    await browser.enterPassword();
    forge(browser.authenticator);
    expect(getRefusal(await browser.add())).toEqual(FAILED);
  });

  it('a new passkey is added once, with a challenge of its session', async () => {
    await using world = await openWorld({ engine });
    const browser = createPasskeyBrowser(world);
    const { call, authenticator } = browser;
    await browser.enterPassword();
    const password = world.password('seller');
    const begin = async () => (await call('POST', 'me/passkeys/options', { password })).json();
    const answer = { name: 'x', credential: authenticator.create(await begin()) };
    await browser.enterPassword();
    expect(getRefusal(await call('POST', 'me/passkeys', answer))).toEqual(FAILED);
    const invalid = await call('POST', 'me/passkeys', { ...answer, name: 'a\0' });
    expect([invalid.statusCode, Object.keys(invalid.json().Errors)]).toEqual([400, ['name']]);
    const right = { name: 'x', credential: authenticator.create(await begin()) };
    expect((await call('POST', 'me/passkeys', right)).statusCode).toBe(201);
    expect(getRefusal(await call('POST', 'me/passkeys', right))).toEqual(FAILED);
  });

  it('who knows only the password adds no passkey, and proves none that is not there', async () => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    const password = world.password('seller');
    expect(getRefusal(await browser.call('POST', 'session/second-factor/passkey/options'))).toEqual(
      NOT_SET_UP,
    );
    await browser.enterPassword();
    const { call } = browser;
    const credential = browser.authenticator.create({ challenge: 'AAAA' });
    for (const answer of [
      await call('POST', 'me/passkeys/options', { password }),
      await call('POST', 'me/passkeys', { name: 'x', credential }),
    ])
      expect(getRefusal(answer)).toEqual([401, '/problems/sign-in-required']);
    await inDatabase(world, async (db) => {
      await db.deleteFrom('passkey').execute();
      await db.updateTable('person').set({ second_factor_secret: 'x' }).execute();
    });
    expect(getRefusal(await call('POST', 'session/second-factor/passkey/options'))).toEqual(NOT_SET_UP);
  });

  it('a disabled person is refused, and one who is deleted', async () => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    const id = await fetchPersonId(world, 'seller');
    const answer = await beginSignIn(browser);
    const partner = { ...CONSOLE, cookie: await world.signIn('partner') };
    const access = { method: 'PUT', headers: partner, payload: { enabled: false } } as const;
    await world.call(`/desk/people/${id}/access`, access);
    expect(getRefusal(await browser.call('POST', 'session/passkey', answer))).toEqual(FAILED);
    await inDatabase(world, (db) => db.deleteFrom('person').where('id', '=', id).execute());
    expect(getRefusal(await browser.signIn())).toEqual(FAILED);
    expect(await inDatabase(world, (db) => db.selectFrom('passkey').selectAll().execute())).toEqual([]);
  });

  it('a role that needs a second factor keeps the sessions of people with a passkey', async () => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    const other = await world.signIn('partner');
    world.config.requireSecondFactor = ROLES;
    await world.restart();
    expect((await browser.call('GET', 'session')).statusCode).toBe(200);
    expect((await world.call('/desk/session', { headers: { cookie: other } })).statusCode).toBe(401);
  });

  it('another CONSOLE_KEY leaves passkeys as they are', async () => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    const begun = await beginSignIn(browser);
    world.config.consoleKey = Buffer.alloc(32, 8);
    await world.restart();
    expect(getRefusal(await browser.call('POST', 'session/passkey', begun))).toEqual(FAILED);
    expect((await browser.signIn()).statusCode).toBe(200);
  });

  it('refusals count against the address, sign-ins do not', async () => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    const { credential } = await beginSignIn(browser);
    const forged = () => createCookieBrowser(world).call('POST', 'session/passkey', { credential });
    for (let attempt = 0; attempt < 100; attempt += 1) expect((await forged()).statusCode).toBe(403);
    const refused = await browser.signIn();
    expect(getRefusal(refused)).toEqual([429, '/problems/too-many-attempts']);
    expect(refused.headers['retry-after']).toBe(String(15 * 60));
  });

  it('five refused proofs end what the password began', async () => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    await browser.enterPassword();
    browser.authenticator.origin = 'http://evil.example';
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      statuses.push((await browser.prove()).statusCode);
      world.clock.now += 60_000;
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 401]);
  });

  it('calls from another site, or without the header of the console, are refused', async () => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    const payload = await beginSignIn(browser);
    for (const headers of [
      { ...CONSOLE, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-origin' },
    ])
      for (const path of ['session/passkey', 'session/passkey/options', 'me/passkeys', 'me/passkeys/options'])
        expect(getRefusal(await world.call(`/desk/${path}`, { method: 'POST', headers, payload }))).toEqual([
          403,
          '/problems/cross-site',
        ]);
  });

  it('nothing but what Web Authentication says is read', async () => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    for (const credential of [undefined, {}, { id: 'a', response: {} }, { id: 'á', response: null }]) {
      const answer = await browser.call('POST', 'session/passkey', { credential });
      expect(getRefusal(answer)).toEqual([400, '/problems/invalid-request']);
    }
    const { credential } = await beginSignIn(browser);
    const response = { ...credential.response, authenticatorData: 'AAAA' };
    const broken = { credential: { ...credential, response } };
    expect(getRefusal(await browser.call('POST', 'session/passkey', broken))).toEqual(FAILED);
  });

  it('with OIDC_ONLY no passkey signs in alone, but one is still the second factor', async () => {
    await using opened = await openOpenIdWorld({ engine });
    const { world, provider, openBrowser } = opened;
    const browser = await openPasskeyBrowser(world);
    const begun = await beginSignIn(browser);
    world.config.openId = { ...provider.config, isOnly: true };
    await world.restart();
    const OFF = [403, '/problems/passwords-off'];
    expect(getRefusal(await browser.call('POST', 'session/passkey/options'))).toEqual(OFF);
    expect(getRefusal(await browser.call('POST', 'session/passkey', begun))).toEqual(OFF);
    provider.account = { sub: 'ana-1', email: world.mail('seller'), email_verified: true };
    const linked = openBrowser();
    expect((await linked.signIn()).json()).toMatchObject({
      next: 'second-factor',
      secondFactors: ['passkey'],
    });
    const options = await linked.call('POST', 'session/second-factor/passkey/options');
    const proof = { credential: browser.authenticator.get(options.json()) };
    expect((await linked.call('POST', 'session/second-factor/passkey', proof)).json()).toMatchObject({
      next: 'in',
    });
  });

  it('at an address without passkeys there is nothing to call', async () => {
    await using world = await openWorld({ engine, config: { publicUrl: 'http://192.0.2.7:4000' } });
    const browser = createPasskeyBrowser(world);
    const credential = browser.authenticator.get({ challenge: 'AAAA' });
    expect(getRefusal(await browser.call('POST', 'session/passkey/options'))).toEqual(NOT_FOUND);
    expect(getRefusal(await browser.call('POST', 'session/passkey', { credential }))).toEqual(NOT_FOUND);
    await browser.enterPassword();
    const { call } = browser;
    expect(getRefusal(await call('POST', 'me/passkeys/options', {}))).toEqual(NOT_FOUND);
    const created = { name: 'x', credential: browser.authenticator.create({ challenge: 'AAAA' }) };
    expect(getRefusal(await call('POST', 'me/passkeys', created))).toEqual(NOT_FOUND);
    await inDatabase(world, (db) => db.updateTable('person').set({ second_factor_secret: 'x' }).execute());
    await browser.enterPassword();
    expect(getRefusal(await call('POST', 'session/second-factor/passkey/options'))).toEqual(NOT_FOUND);
    expect(getRefusal(await call('POST', 'session/second-factor/passkey', { credential }))).toEqual(
      NOT_FOUND,
    );
  });
});
