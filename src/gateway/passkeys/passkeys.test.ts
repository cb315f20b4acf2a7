import { expect, it } from 'vitest';
import { MAX_PASSKEYS, Me, RecoveryCodes } from '#contract/desk/me.ts';
import { PageData } from '#contract/desk/page.ts';
import { SignInAnswer } from '#contract/desk/signing-in.ts';
import { ROLES } from '#contract/desk/sessions.ts';
import { resetPersonByCommand } from '#gateway/people/commands.ts';
import { listAudit } from '#testing/audit-entries.ts';
import { stampAt } from '#testing/clocks.ts';
import { getRefusal } from '#testing/cookie-browser.ts';
import { onEachEngine } from '#testing/engines.ts';
import { openWorld } from '#testing/gateway-world.ts';
import { createPasskeyBrowser, openPasskeyBrowser } from '#testing/passkeys.ts';
import { inDatabase } from '#testing/session-database.ts';
import { createSoftwareAuthenticator } from '#testing/software-authenticator.ts';

onEachEngine((engine) => {
  it('a passkey is added with the password, and listed with its uses', async () => {
    await using world = await openWorld({ engine });
    const browser = createPasskeyBrowser(world);
    await browser.enterPassword();
    const refused = await browser.call('POST', 'me/passkeys/options', { password: 'x' });
    expect([refused.statusCode, refused.json().Errors]).toEqual([400, { password: ['wrong-password'] }]);
    const password = world.password('seller');
    const options = await browser.call('POST', 'me/passkeys/options', { password });
    const { id } = await inDatabase(world, (db) =>
      db.selectFrom('person').select('id').where('mail', '=', world.mail('seller')).executeTakeFirstOrThrow(),
    );
    expect(options.json()).toMatchObject({
      rp: { id: 'localhost' },
      user: { id: Buffer.from(id).toString('base64url') },
      attestation: 'none',
    });
    const added = await browser.add(' Teléfono de Ana ');
    expect(added.statusCode).toBe(201);
    expect(RecoveryCodes.parse(added.json()).codes).toHaveLength(10);
    const viewMe = async () => Me.parse((await browser.call('GET', 'me')).json());
    const passkey = { name: 'Teléfono de Ana', createdAt: world.clock.now, usedAt: null };
    expect(await viewMe()).toMatchObject({
      secondFactor: { on: false, recoveryCodesLeft: 10 },
      passkeys: [passkey],
    });
    world.clock.now += 60_000;
    await browser.signIn();
    expect((await viewMe()).passkeys).toMatchObject([{ ...passkey, usedAt: world.clock.now }]);
  });

  it('a passkey signs in alone, without a second factor', async () => {
    await using world = await openWorld({ engine, config: { requireSecondFactor: ['seller'] } });
    const browser = createPasskeyBrowser(world);
    expect((await browser.enterPassword()).json()).toMatchObject({ next: 'set-up-second-factor' });
    expect((await browser.add()).json().codes).toHaveLength(10);
    expect((await browser.call('GET', 'session')).statusCode).toBe(200);
    const elsewhere = createPasskeyBrowser(world, browser);
    const answer = await elsewhere.signIn();
    expect(SignInAnswer.parse(answer.json())).toMatchObject({
      next: 'in',
      session: { person: { mail: world.mail('seller') } },
      secondFactors: [],
    });
    expect((await elsewhere.call('GET', 'session')).statusCode).toBe(200);
    expect([...elsewhere.cookies.keys()]).toEqual(['__Host-session']);
  });

  it('a passkey is the second factor after the password, also of a key that does not verify its user', async () => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    browser.authenticator.verifiesUser = false;
    browser.authenticator.userHandle = undefined;
    expect((await browser.enterPassword()).json()).toEqual({
      next: 'second-factor',
      session: null,
      secondFactors: ['passkey'],
    });
    expect((await browser.call('GET', 'me')).statusCode).toBe(401);
    expect((await browser.prove()).json()).toMatchObject({ next: 'in' });
    expect((await browser.call('GET', 'me')).statusCode).toBe(200);
  });

  it('a recovery code replaces the passkey', async () => {
    await using world = await openWorld({ engine });
    const browser = createPasskeyBrowser(world);
    await browser.enterPassword();
    const { codes } = RecoveryCodes.parse((await browser.add()).json());
    await browser.enterPassword();
    const code = { code: codes[0] };
    expect((await browser.call('POST', 'session/second-factor', code)).json()).toMatchObject({ next: 'in' });
  });

  it('a second passkey brings no recovery codes, and ends the other sessions', async () => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    const other = createPasskeyBrowser(world, browser);
    await other.signIn();
    const authenticator = createSoftwareAuthenticator();
    const second = { ...browser, ...createPasskeyBrowser(world, { authenticator }) };
    for (const [name, value] of other.cookies) second.cookies.set(name, value);
    const added = await second.add();
    expect([added.statusCode, added.json()]).toEqual([201, { codes: [] }]);
    expect((await browser.call('GET', 'session')).statusCode).toBe(401);
    expect((await second.call('GET', 'session')).statusCode).toBe(200);
  });

  it('a person has a number of passkeys at most', async () => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    await inDatabase(world, async (db) => {
      const {
        id: _,
        credential_id: __,
        ...passkey
      } = await db.selectFrom('passkey').selectAll().executeTakeFirstOrThrow();
      for (let number = 2; number < MAX_PASSKEYS; number += 1)
        await db
          .insertInto('passkey')
          .values({ ...passkey, id: `${number}`, credential_id: `${number}` })
          .execute();
    });
    const password = world.password('seller');
    const begin = () => browser.call('POST', 'me/passkeys/options', { password });
    const begun = await begin();
    const { authenticator } = createPasskeyBrowser(world);
    const credential = authenticator.create(begun.json());
    expect((await browser.call('POST', 'me/passkeys', { name: 'a', credential })).statusCode).toBe(201);
    expect(getRefusal(await begin())).toEqual([409, '/problems/too-many-saved']);
  });

  it('removing the last passkey needs the password, and ends second factor, recovery codes and other sessions', async () => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    const other = createPasskeyBrowser(world, browser);
    await other.signIn();
    const { passkeys } = Me.parse((await browser.call('GET', 'me')).json());
    const remove = (password: string, id = passkeys[0]?.id) =>
      browser.call('POST', `me/passkeys/${id}/removal`, { password });
    expect((await remove('x')).statusCode).toBe(400);
    expect(getRefusal(await remove(world.password('seller'), 'x'))).toEqual([404, '/problems/not-found']);
    expect((await remove(world.password('seller'))).statusCode).toBe(204);
    expect((await other.call('GET', 'session')).statusCode).toBe(401);
    expect((await browser.call('GET', 'me')).json()).toMatchObject({
      secondFactor: { recoveryCodesLeft: 0 },
      passkeys: [],
    });
    expect((await browser.enterPassword()).json()).toMatchObject({ next: 'in' });
    expect(getRefusal(await other.signIn())).toEqual([403, '/problems/passkey-failed']);
  });

  it('the last second factor of a role that needs one is not removed', async () => {
    await using world = await openWorld({ engine, config: { requireSecondFactor: ROLES } });
    const browser = createPasskeyBrowser(world);
    await browser.enterPassword();
    await browser.add();
    const { passkeys } = Me.parse((await browser.call('GET', 'me')).json());
    const removal = await browser.call('POST', `me/passkeys/${passkeys[0]?.id}/removal`, {
      password: world.password('seller'),
    });
    expect(getRefusal(removal)).toEqual([409, '/problems/second-factor-required']);
    expect(Me.parse((await browser.call('GET', 'me')).json()).passkeys).toHaveLength(1);
  });

  it('an app that is removed leaves passkeys and recovery codes', async () => {
    await using world = await openWorld({ engine, config: { requireSecondFactor: ROLES } });
    const browser = createPasskeyBrowser(world);
    await browser.enterPassword();
    await browser.add();
    await inDatabase(world, (db) => db.updateTable('person').set({ second_factor_secret: 'x' }).execute());
    const password = world.password('seller');
    expect((await browser.call('POST', 'me/second-factor/removal', { password })).statusCode).toBe(204);
    expect((await browser.call('GET', 'me')).json()).toMatchObject({
      secondFactor: { on: false, required: true, recoveryCodesLeft: 10 },
    });
    expect((await browser.call('POST', 'me/recovery-codes', { password })).json().codes).toHaveLength(10);
  });

  it('a reset removes passkeys only with the second factor', async () => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    const reset = (removeSecondFactor: boolean) =>
      inDatabase(world, (db) =>
        resetPersonByCommand(db, world.mail('seller'), { removeSecondFactor }, stampAt(world.clock.now)),
      );
    await reset(false);
    expect((await browser.call('GET', 'session')).statusCode).toBe(401);
    expect((await browser.signIn()).statusCode).toBe(200);
    await reset(true);
    expect(getRefusal(await browser.signIn())).toEqual([403, '/problems/passkey-failed']);
    expect(await inDatabase(world, (db) => db.selectFrom('passkey').selectAll().execute())).toEqual([]);
  });

  it('the audit records passkeys by name, and sign-ins with them', async () => {
    await using world = await openWorld({ engine });
    const browser = await openPasskeyBrowser(world);
    await browser.signIn();
    await browser.enterPassword();
    await browser.prove();
    const { passkeys } = Me.parse((await browser.call('GET', 'me')).json());
    await browser.call('POST', `me/passkeys/${passkeys[0]?.id}/removal`, {
      password: world.password('seller'),
    });
    await browser.signIn();
    const { entries } = await listAudit(world, await world.signIn('partner'));
    const own = entries.filter(({ action }) => /passkey/i.test(action)).toReversed();
    expect(
      own.map(({ action, outcome, person, changes }) => [action, outcome, person?.role, changes?.[0]]),
    ).toEqual([
      ['beginPasskey', 'done', 'seller', undefined],
      ['addPasskey', 'done', 'seller', { field: 'passkey', from: null, to: 'Chrome en Linux' }],
      ['completePasskeySignIn', 'done', 'seller', undefined],
      ['provePasskey', 'done', 'seller', undefined],
      ['removePasskey', 'done', 'seller', { field: 'passkey', from: 'Chrome en Linux', to: null }],
      ['completePasskeySignIn', 'refused', undefined, undefined],
    ]);
  });

  it('the page says where passkeys work', async () => {
    await using world = await openWorld({ engine });
    const { body } = await world.call('/sign-in');
    const [, json = ''] = /id="desk">([^<]+)/.exec(body) ?? [];
    expect(PageData.parse(JSON.parse(json)).signInOptions.passkeyOrigin).toBe('http://localhost:4000');
  });
});
