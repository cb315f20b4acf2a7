import { TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contract/durations.ts';
import { resetPersonByCommand } from '#gateway/people/commands.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import { systemRandom } from '#system/random.ts';
import { listAudit } from '#testing/audit-entries.ts';
import { stampAt } from '#testing/clocks.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, OWN, cookieOf, findLinkToken, readMails, signIn } from '#testing/gateway-world.ts';
import { getRefusal } from '#testing/cookie-browser.ts';
import { openOpenIdWorld } from '#testing/openid-world.ts';
import { inDatabase } from '#testing/session-database.ts';
import { toIdTokenUse } from '#gateway/sessions/store.ts';

const PASSWORDS_OFF = [403, '/problems/passwords-off'];

onEachEngine((engine) => {
  it('a person signs in by a verified mail, and later by the account whatever its mail is', async () => {
    await using opened = await openOpenIdWorld({ engine });
    const { world, provider, openBrowser } = opened;
    const mail = world.mail('seller');
    provider.account = { sub: 'ana-1', email: mail.toUpperCase(), email_verified: true };
    const browser = openBrowser();
    const answer = await browser.signIn('/jobs?a=1');
    expect(answer.json()).toMatchObject({
      next: 'in',
      session: { person: { mail }, agencies: [OWN] },
      returnTo: '/jobs?a=1',
    });
    expect((await browser.call('GET', 'session')).statusCode).toBe(200);
    expect((await browser.call('GET', 'me')).json()).toMatchObject({ hasPassword: true });

    provider.account = { sub: 'ana-1', email: 'otra@vitrina.example', email_verified: false };
    const later = await openBrowser().signIn('//evil.example/');
    expect(later.json()).toMatchObject({ next: 'in', session: { person: { mail } }, returnTo: null });
    expect((await signIn(world.call, { mail, password: world.password('seller') })).statusCode).toBe(200);

    const { entries } = await listAudit(world, await world.signIn('partner'), '?action=completeOpenIdSignIn');
    expect(entries).toMatchObject([
      { person: { mail }, status: 200, outcome: 'done' },
      { changes: [{ field: 'openIdIssuer', from: null, to: provider.config.issuer }] },
    ]);
    expect(entries[0]).not.toHaveProperty('changes');
  });

  it('the request has PKCE, state and nonce, and a cookie that no script can read', async () => {
    await using opened = await openOpenIdWorld({ engine });
    const answer = await opened.openBrowser().call('POST', 'session/openid', {});
    expect(Object.fromEntries(new URL(answer.json<{ url: string }>().url).searchParams)).toEqual({
      client_id: 'vitrina',
      response_type: 'code',
      redirect_uri: 'http://localhost:4000/sign-in/openid',
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-openid=v1\.[\w.-]+; Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it('the page to which the provider sends people back opens from its site, and is no referrer', async () => {
    await using opened = await openOpenIdWorld({ engine });
    const answer = await opened.world.call('/sign-in/openid?code=x&state=y', {
      headers: { accept: 'text/html', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    });
    expect([answer.statusCode, answer.headers['referrer-policy']]).toEqual([200, 'no-referrer']);
    expect(answer.body).toContain('"signInOptions":{"provider":"Cuenta Norte","passwords":true,');
  });

  it('an open invitation is accepted, and its link then works no more; an expired one is not', async () => {
    await using opened = await openOpenIdWorld({ engine });
    const { world, provider, openBrowser } = opened;
    const headers = { ...CONSOLE, cookie: await world.signIn('partner') };
    const invite = async (mail: string) => {
      const payload = { mail, name: 'Nueva Persona', role: 'support', agencies: [] };
      const answer = await world.call('/desk/people', { method: 'POST', headers, payload });
      return answer.json<{ id: string }>().id;
    };
    const id = await invite('nueva@vitrina.example');
    const token = findLinkToken((await readMails(world, 1))[0]);
    provider.account = { sub: 'n', email: 'nueva@vitrina.example', email_verified: true };
    const browser = openBrowser();
    expect((await browser.signIn()).json()).toMatchObject({ next: 'in', session: { person: { id } } });
    expect((await browser.call('GET', 'me')).json()).toMatchObject({ hasPassword: false });
    const used = await world.call('/desk/links/use', {
      method: 'POST',
      headers: CONSOLE,
      payload: { token, password: 'canario amarillo 7391' },
    });
    expect(used.statusCode).toBe(404);
    const person = await world.call(`/desk/people/${id}`, { headers });
    expect(person.json()).toMatchObject({ state: 'active', openIdIssuer: provider.config.issuer });

    await invite('tarde@vitrina.example');
    await inDatabase(world, (db) => db.updateTable('link').set({ expires_at: world.clock.now }).execute());
    provider.account = { sub: 't', email: 'tarde@vitrina.example', email_verified: true };
    expect(getRefusal(await openBrowser().signIn())).toEqual([403, '/problems/mail-unknown']);
  });

  it('an account of another provider replaces the one of a provider that is not configured any more', async () => {
    await using opened = await openOpenIdWorld({ engine });
    const { world, provider, openBrowser } = opened;
    await inDatabase(world, (db) =>
      db
        .updateTable('person')
        .set({ openid_issuer: 'https://former.example', openid_subject: 'x' })
        .where('mail', '=', world.mail('seller'))
        .execute(),
    );
    provider.account = { sub: 'ana-1', email: world.mail('seller'), email_verified: true };
    expect((await openBrowser().signIn()).statusCode).toBe(200);
  });

  it('a second factor is asked for after the provider, and signing out then leads there', async () => {
    await using opened = await openOpenIdWorld({ engine, config: { requireSecondFactor: ['partner'] } });
    const { world, provider, openBrowser } = opened;
    provider.account = { sub: 'ana-1', email: world.mail('partner'), email_verified: true };
    const browser = openBrowser();
    const first = await browser.signIn('/jobs');
    expect(first.json()).toEqual({
      next: 'set-up-second-factor',
      session: null,
      secondFactors: [],
      returnTo: '/jobs',
    });
    expect((await browser.call('GET', 'session')).statusCode).toBe(401);
    const { secret } = (await browser.call('POST', 'me/second-factor', {})).json<{ secret: string }>();
    const codeAt = (timestamp: number) => new TOTP({ secret }).generate({ timestamp });
    await browser.call('PUT', 'me/second-factor', { code: codeAt(world.clock.now) });
    expect((await browser.call('GET', 'session')).statusCode).toBe(200);

    world.clock.now += 60_000;
    const next = openBrowser();
    expect((await next.signIn()).json()).toMatchObject({ next: 'second-factor' });
    const proven = await next.call('POST', 'session/second-factor', { code: codeAt(world.clock.now) });
    expect(proven.json()).toMatchObject({ next: 'in' });
    const { url } = (await next.call('DELETE', 'session')).json<{ url: string }>();
    const { origin, pathname, searchParams } = new URL(url);
    expect(origin + pathname).toBe(`${provider.config.issuer}/session/end`);
    expect(searchParams.get('post_logout_redirect_uri')).toBe('http://localhost:4000/sign-in');
    expect(searchParams.get('id_token_hint')).toBe(provider.secrets.at(-1));
    expect((await next.call('GET', 'session')).statusCode).toBe(401);
  });

  it('signing out of a session that began with a password, or while the provider is away, is here only', async () => {
    await using opened = await openOpenIdWorld({ engine });
    const { world, provider, openBrowser } = opened;
    const signOut = async (cookie: string) =>
      (await world.call('/desk/session', { method: 'DELETE', headers: { ...CONSOLE, cookie } })).json();
    expect(await signOut(await world.signIn('seller'))).toEqual({ url: null });
    expect(await signOut('')).toEqual({ url: null });
    const browser = openBrowser();
    provider.account = { sub: 'ana-1', email: world.mail('seller'), email_verified: true };
    await browser.signIn();
    expect((await browser.call('DELETE', 'session')).json()).toEqual({ url: expect.any(String) });
    await browser.signIn();
    provider.isAway = true;
    world.clock.now += HOUR_MS;
    await browser.call('GET', 'session');
    expect((await browser.call('DELETE', 'session')).json()).toEqual({ url: null });
  });

  it('while the provider is away passwords work, and the next sign-in looks for it again', async () => {
    const lines: string[] = [];
    const logger = { level: 'trace', stream: { write: (line: string) => void lines.push(line) } };
    await using opened = await openOpenIdWorld({ engine, logger });
    const { world, provider, openBrowser } = opened;
    provider.account = { sub: 'ana-1', email: world.mail('seller'), email_verified: true };
    provider.isAway = true;
    const unreachable = [503, '/problems/openid-unreachable'];
    // More often than failures may come from an address.
    for (let attempt = 0; attempt < 101; attempt += 1)
      expect(getRefusal(await openBrowser().call('POST', 'session/openid', {}))).toEqual(unreachable);
    expect(lines.join('')).toContain('UND_ERR_SOCKET');
    await world.signIn('seller');

    provider.isAway = false;
    const browser = openBrowser();
    const query = await provider.follow(await browser.begin());
    provider.isAway = true;
    expect(getRefusal(await browser.complete(query))).toEqual(unreachable);
    provider.isAway = false;
    expect((await browser.signIn()).statusCode).toBe(200);
  });

  it('nothing of a token or a code is in the log, the audit or, unless it is encrypted, the database', async () => {
    const lines: string[] = [];
    const logger = { level: 'trace', stream: { write: (line: string) => void lines.push(line) } };
    await using opened = await openOpenIdWorld({ engine, logger });
    const { world, provider, openBrowser } = opened;
    provider.account = { sub: 'canary-subject', email: world.mail('seller'), email_verified: true };
    const queries: string[] = [];
    for (const alter of [undefined, (claims: object) => ({ ...claims, nonce: 'x' })]) {
      provider.alterIdToken = alter;
      const browser = openBrowser();
      queries.push(await provider.follow(await browser.begin()));
      await browser.complete(queries.at(-1) ?? '');
      await browser.complete(queries.at(-1) ?? '');
    }
    const codes = queries.map((query) => new URLSearchParams(query).get('code') ?? '');
    const { audit, sessions } = await inDatabase(world, async (db) => ({
      audit: JSON.stringify(await db.selectFrom('audit').selectAll().execute()),
      sessions: await db.selectFrom('session').select(['person_id', 'id_token']).execute(),
    }));
    const log = lines.join('');
    expect(log).toContain('OAUTH_JWT_CLAIM_COMPARISON_FAILED');
    expect(provider.secrets).toHaveLength(2);
    for (const secret of [...provider.secrets, ...codes, 'canary-subject', provider.config.clientSecret]) {
      expect(secret).not.toBe('');
      expect(log).not.toContain(secret);
      expect(audit + JSON.stringify(sessions)).not.toContain(secret);
    }
    const [session] = sessions;
    const box = createSecretBox(world.config.consoleKey, systemRandom);
    expect(box.open(session?.id_token ?? '', toIdTokenUse(session?.person_id ?? ''))).toBe(
      provider.secrets[0],
    );
  });

  it('roles come from a claim where it is configured, with the first value that the account has', async () => {
    const byValue = new Map([
      ['admins', 'partner'],
      ['help', 'support'],
    ] as const);
    await using opened = await openOpenIdWorld({ engine, openId: { roles: { claim: 'groups', byValue } } });
    const { world, provider, openBrowser } = opened;
    const signInWith = (groups: unknown) => {
      provider.account = { sub: 'ana-1', email: world.mail('seller'), email_verified: true, groups };
      return openBrowser().signIn();
    };
    for (const groups of [undefined, 'other', ['other'], 'constructor', { admins: 1 }])
      expect(getRefusal(await signInWith(groups))).toEqual([403, '/problems/no-role']);
    expect((await signInWith('help')).json()).toMatchObject({
      session: { person: { role: 'support' }, agencies: null },
    });
    expect((await signInWith(['x', 'help', 'admins'])).json()).toMatchObject({
      session: { person: { role: 'partner' } },
    });
    const cookie = await world.signIn('partner');
    const { entries } = await listAudit(world, cookie, '?action=completeOpenIdSignIn&outcome=done');
    expect(entries[0]).toMatchObject({ changes: [{ field: 'role', from: 'support', to: 'partner' }] });
  });

  it('a claim does not take the role from the last person who administers', async () => {
    const byValue = new Map([['help', 'support']] as const);
    await using opened = await openOpenIdWorld({ engine, openId: { roles: { claim: 'groups', byValue } } });
    const { world, provider, openBrowser } = opened;
    provider.account = { sub: 'p', email: world.mail('partner'), email_verified: true, groups: 'help' };
    expect(getRefusal(await openBrowser().signIn())).toEqual([409, '/problems/last-partner']);
  });

  it('with OIDC_ONLY no password signs in, is chosen or recovered, and sessions of before are over', async () => {
    await using opened = await openOpenIdWorld({ engine });
    const { world, provider, openBrowser } = opened;
    const headers = { ...CONSOLE, cookie: await world.signIn('seller') };
    const partner = { ...CONSOLE, cookie: await world.signIn('partner') };
    const payload = { mail: 'nueva@vitrina.example', name: 'Nueva Persona', role: 'support', agencies: [] };
    await world.call('/desk/people', { method: 'POST', headers: partner, payload });
    const token = findLinkToken((await readMails(world, 1))[0]);
    Object.assign(world.config.openId ?? {}, { isOnly: true });

    expect((await world.call('/desk/session', { headers })).statusCode).toBe(401);
    const mail = world.mail('seller');
    const password = world.password('seller');
    expect(getRefusal(await signIn(world.call, { mail, password }))).toEqual(PASSWORDS_OFF);
    expect((await signIn(world.call, { mail, password: 'x' })).statusCode).toBe(401);
    const { call } = openBrowser();
    expect(getRefusal(await call('POST', 'recoveries', { mail }))).toEqual(PASSWORDS_OFF);
    const use = { token, password: 'canario amarillo 7391' };
    expect(getRefusal(await call('POST', 'links/use', use))).toEqual(PASSWORDS_OFF);

    provider.account = { sub: 'p', email: world.mail('partner'), email_verified: true };
    const browser = openBrowser();
    const { session } = (await browser.signIn()).json<{ session: { person: { id: string } } }>();
    expect((await browser.call('GET', 'me')).json()).toMatchObject({ hasPassword: false });
    const change = { current: world.password('partner'), password: 'canario amarillo 7391' };
    expect(getRefusal(await browser.call('PUT', 'me/password', change))).toEqual(PASSWORDS_OFF);
    await browser.call('POST', `people/${session.person.id}/reset`, { removeSecondFactor: false });
    await readMails(world, 1);
  });

  it('with OIDC_ONLY a password of a command signs in for a day, which the audit records', async () => {
    await using opened = await openOpenIdWorld({ engine, openId: { isOnly: true } });
    const { world, openBrowser } = opened;
    const mail = world.mail('partner');
    const password = await inDatabase(world, (db) =>
      resetPersonByCommand(db, mail, { removeSecondFactor: false }, stampAt(world.clock.now)),
    );
    const answer = await signIn(world.call, { mail, password });
    expect(answer.json()).toMatchObject({ next: 'in' });
    const cookie = cookieOf(answer);
    const { entries } = await listAudit(world, cookie, '?action=resetPerson');
    expect(entries).toMatchObject([{ person: null, address: 'command', outcome: 'done' }]);
    world.clock.now += DAY_MS - 60_000;
    expect((await signIn(world.call, { mail, password })).statusCode).toBe(200);
    world.clock.now += 60_000;
    expect(getRefusal(await signIn(world.call, { mail, password }))).toEqual(PASSWORDS_OFF);
    expect(openBrowser().cookies.size).toBe(0);
  });
});
