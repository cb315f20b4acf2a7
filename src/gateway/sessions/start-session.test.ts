import type { FastifyReply, FastifyRequest } from 'fastify';
import { TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { MAX_SESSIONS, OpenSessions } from '#contract/desk/open-sessions.ts';
import { createAuditIds } from '#gateway/audit/store.ts';
import { beginSecondFactor, activateSecondFactor } from '#gateway/second-factor/store.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import { deleteSessionsOfPerson } from '#gateway/sessions/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { systemRandom } from '#system/random.ts';
import { stampAt } from '#testing/clocks.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, type World, cookieOf, openWorld, signIn } from '#testing/gateway-world.ts';
import { type SignInProof, createSignedInSession } from './start-session.ts';

const FACTOR = { second_factor_secret: 'sealed' };

/** A browser that has proved something, and only then gets its session. */
async function openSlowBrowser(world: World) {
  const database = await openGatewayDatabase(world.config.database);
  const { db } = database;
  const seller = await db
    .selectFrom('person')
    .selectAll()
    .where('mail', '=', world.mail('seller'))
    .executeTakeFirstOrThrow();
  const reply = { setCookie: () => reply } as unknown as FastifyReply;
  const request = { cookies: {}, headers: {}, address: '192.0.2.1' } as unknown as FastifyRequest;
  const gateway = {
    db,
    config: world.config,
    now: () => world.clock.now,
    random: systemRandom,
    createAuditId: createAuditIds(systemRandom),
    sendingHold: { isHeld: async () => false },
  };
  return {
    db,
    seller,
    start: (proof: SignInProof) => createSignedInSession(gateway, seller.id, proof, request, reply),
    countSessions: async () => (await db.selectFrom('session').select('id').execute()).length,
    changeSeller: (change: { password_hash?: string; disabled_at?: number; second_factor_secret?: string }) =>
      db.updateTable('person').set(change).where('id', '=', seller.id).execute(),
    [Symbol.asyncDispose]: () => database.close(),
  };
}

onEachEngine((engine) => {
  it.each([
    ['changed', { password_hash: '$argon2id$other' }],
    ['reset', { password_hash: '' }],
    ['right, and its person disabled', { disabled_at: 1 }],
  ])('a password that is %s while it is verified opens no session', async (_, change) => {
    await using world = await openWorld({ engine });
    await using browser = await openSlowBrowser(world);
    const { password_hash: passwordHash } = browser.seller;
    await browser.changeSeller(change);
    await expect(browser.start({ passwordHash })).rejects.toMatchObject({
      problem: { Type: '/problems/wrong-credentials' },
    });
    expect(await browser.countSessions()).toBe(0);
  });

  it('a second factor that is set up while the password is verified is asked for', async () => {
    await using world = await openWorld({ engine });
    await using browser = await openSlowBrowser(world);
    await browser.changeSeller(FACTOR);
    const { password_hash: passwordHash } = browser.seller;
    expect(await browser.start({ passwordHash })).toEqual({
      next: 'second-factor',
      session: null,
      secondFactors: ['code'],
    });
  });

  it('a sign-in that ends while its second factor is verified opens no session', async () => {
    await using world = await openWorld({ engine });
    await using browser = await openSlowBrowser(world);
    await browser.changeSeller(FACTOR);
    await browser.start({ passwordHash: browser.seller.password_hash });
    const { id } = await browser.db.selectFrom('session').select('id').executeTakeFirstOrThrow();
    await deleteSessionsOfPerson(browser.db, browser.seller.id);
    await expect(browser.start({ pendingSession: id })).rejects.toMatchObject({
      problem: { Type: '/problems/sign-in-required' },
    });
    expect(await browser.countSessions()).toBe(0);
  });

  it('a second factor is not set up by a session that a reset has ended', async () => {
    await using world = await openWorld({ engine });
    await using browser = await openSlowBrowser(world);
    const secrets = createSecretBox(world.config.consoleKey, systemRandom);
    const { db, seller } = browser;
    const { secret } = await beginSecondFactor({ db, secrets, random: systemRandom }, seller);
    const { now } = world.clock;
    const code = new TOTP({ secret }).generate({ timestamp: now });
    const owner = { ...seller, session: 'ended' };
    await expect(activateSecondFactor({ db, secrets }, owner, code, stampAt(now))).rejects.toMatchObject({
      problem: { Type: '/problems/sign-in-required' },
    });
    const { second_factor_secret } = await db
      .selectFrom('person')
      .select('second_factor_secret')
      .where('id', '=', seller.id)
      .executeTakeFirstOrThrow();
    expect(second_factor_secret).toBeNull();
  });

  it('a proof of the second factor opens one session', async () => {
    await using world = await openWorld({ engine });
    await using browser = await openSlowBrowser(world);
    await browser.changeSeller(FACTOR);
    await browser.start({ passwordHash: browser.seller.password_hash });
    const { id } = await browser.db.selectFrom('session').select('id').executeTakeFirstOrThrow();
    const results = await Promise.allSettled([1, 2].map(() => browser.start({ pendingSession: id })));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await browser.countSessions()).toBe(1);
  });

  it('sign-ins that wait for a second factor end each other without an entry in the audit', async () => {
    await using world = await openWorld({ engine });
    await using browser = await openSlowBrowser(world);
    await browser.changeSeller(FACTOR);
    for (let number = 0; number <= MAX_SESSIONS; number += 1)
      await browser.start({ passwordHash: browser.seller.password_hash });
    expect(await browser.countSessions()).toBe(MAX_SESSIONS);
    const entries = browser.db.selectFrom('audit').select('id').where('action', '=', 'endSession');
    expect(await entries.execute()).toEqual([]);
  });

  it('sign-ins with the old password during its change leave no session', async () => {
    await using world = await openWorld({ engine });
    const enter = () =>
      signIn(world.call, { mail: world.mail('seller'), password: world.password('seller') });
    const cookie = cookieOf(await enter());
    const change = world.call('/desk/me/password', {
      method: 'PUT',
      headers: { ...CONSOLE, cookie },
      payload: { current: world.password('seller'), password: 'una frase bastante larga' },
    });
    const sessions = (await Promise.all(Array.from({ length: 8 }, enter))).map(cookieOf);
    const changed = await change;
    expect(changed.statusCode).toBe(204);
    const view = (session: string) => world.call('/desk/session', { headers: { cookie: session } });
    for (const session of sessions) expect((await view(session)).statusCode).toBe(401);
    expect((await view(cookieOf(changed))).statusCode).toBe(200);
  });

  it('one session more than a person may have ends the least recently used one, and the audit says so', async () => {
    await using world = await openWorld({ engine });
    const cookies: string[] = [];
    for (let number = 0; number < MAX_SESSIONS; number += 1) {
      cookies.push(await world.signIn('seller'));
      world.clock.now += 61_000;
    }
    const [first = '', second = ''] = cookies;
    const view = (cookie: string) => world.call('/desk/session', { headers: { cookie } });
    await view(first);
    const newest = await world.signIn('seller');
    expect([await view(first), await view(second), await view(newest)].map((it) => it.statusCode)).toEqual([
      200, 401, 200,
    ]);
    const list = await world.call('/desk/sessions', { headers: { cookie: newest } });
    expect(OpenSessions.parse(list.json()).sessions).toHaveLength(MAX_SESSIONS);
    const audit = await world.call('/desk/audit?action=endSession', {
      headers: { cookie: await world.signIn('partner') },
    });
    expect(audit.json().entries).toMatchObject([
      { action: 'endSession', outcome: 'done', code: 'too-many-sessions', person: { role: 'seller' } },
    ]);
  });

  it('a session that began while the clock was far ahead ends when the clock is right again', async () => {
    await using world = await openWorld({ engine });
    world.clock.now += 500 * 86_400_000;
    const cookie = await world.signIn('seller');
    world.clock.now -= 500 * 86_400_000;
    expect((await world.call('/desk/session', { headers: { cookie } })).statusCode).toBe(401);
    expect(await world.signIn('seller')).not.toBe('');
  });
});
