import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { Me, NewSecondFactor, RecoveryCodes } from '#contract/desk/me.ts';
import { People } from '#contract/desk/people.ts';
import { ROLES } from '#contract/desk/sessions.ts';
import { openDatabase } from '#database/database.ts';
import { onEachEngine } from '#testing/engines.ts';
import type { GatewayTables } from '#gateway/store.ts';
import {
  CONSOLE,
  type World,
  type WorldOptions,
  cookieOf,
  findLinkToken,
  openWorld,
  readMails,
} from '#testing/gateway-world.ts';
import { PASSWORD, createSomeone } from '#testing/second-factors.ts';

const STEP = 30_000;

type Someone = Awaited<ReturnType<typeof createSomeone>>;

const codeOf = (uri: string, now: number) => {
  const [, secret = ''] = /secret=([A-Z2-7]+)/.exec(uri) ?? [];
  return new TOTP({ secret }).generate({ timestamp: now });
};

async function setUp(world: World, { ask }: Someone, password?: string) {
  const begun = await ask('POST', 'me/second-factor', { ...(password && { password }) });
  const { uri } = NewSecondFactor.parse(begun.json());
  const confirmed = await ask('PUT', 'me/second-factor', { code: codeOf(uri, world.clock.now) });
  world.clock.now += STEP;
  return { uri, codes: RecoveryCodes.parse(confirmed.json()).codes };
}

/** Reads and optionally changes the seller's second factor in the database. */
async function keptFactor(
  world: World,
  change?: { second_factor_secret: string; second_factor_next: string },
) {
  const database = await openDatabase<GatewayTables>(world.config.database);
  if (change)
    await database.db.updateTable('person').set(change).where('mail', '=', world.mail('seller')).execute();
  const row = await database.db
    .selectFrom('person')
    .select(['second_factor_secret', 'second_factor_next'])
    .where('mail', '=', world.mail('seller'))
    .executeTakeFirstOrThrow();
  await database.close();
  return row;
}

onEachEngine((engine) => {
  const open = (config: WorldOptions['config'] = {}) => openWorld({ engine, config });

  describe('the second factor', () => {
    it('is set up with the password and a code, and asked for from then on', async () => {
      await using world = await open();
      const one = await createSomeone(world);
      expect((await one.ask('POST', 'me/second-factor', {})).json().Errors).toEqual({
        password: ['wrong-password'],
      });
      const { uri, codes } = await setUp(world, one, world.password('seller'));
      expect(uri).toMatch(/^otpauth:\/\/totp\/Vitrina:vendedora%40vitrina\.example\?/);
      expect(new Set(codes).size).toBe(10);
      expect(Me.parse((await one.ask('GET', 'me')).json()).secondFactor).toEqual({
        on: true,
        required: false,
        recoveryCodesLeft: 10,
      });

      const entered = await one.enter();
      expect(entered.json()).toEqual({ next: 'second-factor', session: null, secondFactors: ['code'] });
      const half = one.cookie();
      expect((await one.ask('GET', 'session')).statusCode).toBe(401);
      expect((await world.call('/v3', { headers: { cookie: half } })).statusCode).toBe(401);
      expect((await one.ask('POST', 'me/second-factor', {})).statusCode).toBe(401);
      const proved = await one.ask('POST', 'session/second-factor', { code: codeOf(uri, world.clock.now) });
      expect(proved.json()).toMatchObject({ next: 'in', session: { person: { role: 'seller' } } });
      expect(one.cookie()).not.toBe(half);
      expect((await world.call('/desk/session', { headers: { cookie: half } })).statusCode).toBe(401);
    });

    it('is not asked again of the session that set it up, and ends those opened without it', async () => {
      await using world = await open();
      const one = await createSomeone(world);
      const others = await Promise.all(
        [world.signIn('seller'), world.signIn('partner')].map(async (cookie) => cookie),
      );
      await setUp(world, one, world.password('seller'));
      const status = async (cookie: string) =>
        (await world.call('/desk/session', { headers: { cookie } })).statusCode;
      expect(await Promise.all([one.cookie(), ...others].map(status))).toEqual([200, 401, 200]);
    });

    it('a second authenticator cannot be set up by somebody who only knows the password', async () => {
      await using world = await open({ requireSecondFactor: ROLES });
      const [thief, owner] = [await createSomeone(world), await createSomeone(world)];
      const begun = await thief.ask('POST', 'me/second-factor', {});
      expect(begun.statusCode).toBe(200);
      await setUp(world, owner);
      expect((await thief.ask('POST', 'me/second-factor', {})).statusCode).toBe(401);
      const code = codeOf(NewSecondFactor.parse(begun.json()).uri, world.clock.now);
      expect((await thief.ask('PUT', 'me/second-factor', { code })).statusCode).toBe(401);
    });

    it('requiring a second factor ends sessions opened without one', async () => {
      await using world = await open();
      const [plain, proved] = [await createSomeone(world), await world.signIn('partner')];
      const { codes } = await setUp(world, plain, world.password('seller'));
      const status = async (cookie: string) =>
        (await world.call('/desk/session', { headers: { cookie } })).statusCode;
      world.config.requireSecondFactor = ROLES;
      await world.restart();
      expect(await Promise.all([plain.cookie(), proved].map(status))).toEqual([200, 401]);
      expect((await world.call('/', { headers: { cookie: proved } })).headers.location).toMatch(/^\/sign-in/);
      expect((await world.call('/desk/events', { headers: { cookie: proved } })).statusCode).toBe(401);
      await plain.enter();
      expect((await plain.ask('POST', 'session/second-factor', { code: codes[0] ?? '' })).statusCode).toBe(
        200,
      );
    });

    it('takes a code once, of the present half minute and its neighbours', async () => {
      await using world = await open();
      const one = await createSomeone(world);
      const { uri } = await setUp(world, one, world.password('seller'));
      const prove = async (at: number) => {
        await one.enter();
        return (await one.ask('POST', 'session/second-factor', { code: codeOf(uri, at) })).statusCode;
      };
      const { now } = world.clock;
      expect(await prove(now)).toBe(200);
      expect(await prove(now)).toBe(401);
      expect(await prove(now - STEP)).toBe(401);
      expect(await prove(now + STEP)).toBe(200);
      expect(await prove(now + 3 * STEP)).toBe(401);
    });

    it('takes codes again after one was used while the clock was far ahead', async () => {
      await using world = await open();
      const one = await createSomeone(world);
      const { uri } = await setUp(world, one, world.password('seller'));
      const { now } = world.clock;
      const prove = async () => {
        await one.enter();
        const code = codeOf(uri, world.clock.now);
        return (await one.ask('POST', 'session/second-factor', { code })).statusCode;
      };
      world.clock.now = now + 500 * 86_400_000;
      expect(await prove()).toBe(200);
      world.clock.now = now;
      expect(await prove()).toBe(200);
    });

    it('takes a recovery code once, however it is typed', async () => {
      await using world = await open();
      const one = await createSomeone(world);
      const { codes } = await setUp(world, one, world.password('seller'));
      const prove = async (code: string) => {
        await one.enter();
        return (await one.ask('POST', 'session/second-factor', { code })).statusCode;
      };
      const typed = ` ${codes[0]?.toUpperCase().replace('-', ' ')} `;
      expect(await prove(typed)).toBe(200);
      expect(Me.parse((await one.ask('GET', 'me')).json()).secondFactor.recoveryCodesLeft).toBe(9);
      expect(await prove(typed)).toBe(401);
      const renewed = await one.ask('POST', 'me/recovery-codes', { password: world.password('seller') });
      expect(renewed.statusCode).toBe(401);
      expect(await prove(codes[1] ?? '')).toBe(200);
      const fresh = await one.ask('POST', 'me/recovery-codes', { password: world.password('seller') });
      expect(RecoveryCodes.parse(fresh.json()).codes).toHaveLength(10);
      expect(await prove(codes[2] ?? '')).toBe(401);
    });

    it('429: five wrong codes end what the password began', async () => {
      await using world = await open();
      const one = await createSomeone(world);
      await setUp(world, one, world.password('seller'));
      await one.enter();
      const statuses = [];
      for (let tries = 0; tries < 7; tries += 1) {
        statuses.push((await one.ask('POST', 'session/second-factor', { code: '000000' })).statusCode);
        world.clock.now += 60_000;
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 401]);
    });

    it('429: the right password again and again makes no room for more codes', async () => {
      await using world = await open();
      const one = await createSomeone(world);
      await setUp(world, one, world.password('seller'));
      for (let tries = 0; tries < 10; tries += 1) {
        expect((await one.enter()).statusCode).toBe(200);
        const wrong = await one.ask('POST', 'session/second-factor', { code: '000000' });
        expect(wrong.statusCode).toBe(401);
        world.clock.now += 60_000;
      }
      expect((await one.enter()).statusCode).toBe(429);
    });

    describe('429: nor do many addresses', () => {
      /** Locks the seller's second factor with a hundred wrong codes. */
      const locked = async (world: World) => {
        const one = await createSomeone(world);
        const { uri, codes } = await setUp(world, one, world.password('seller'));
        const prove = async (code: string, password = world.password('seller'), at = 100) => {
          const from = { method: 'POST', remoteAddress: `192.0.2.${at}` } as const;
          const payload = { mail: world.mail('seller'), password };
          const half = await world.call('/desk/session', { ...from, headers: CONSOLE, payload });
          const headers = { ...CONSOLE, cookie: cookieOf(half) };
          const url = '/desk/session/second-factor';
          return (await world.call(url, { ...from, headers, payload: { code } })).statusCode;
        };
        for (let at = 0; at < 100; at += 1) expect(await prove('000000', undefined, at)).toBe(401);
        const proveNow = (password?: string) => prove(codeOf(uri, world.clock.now), password);
        expect(await proveNow()).toBe(429);
        return { ...one, codes, prove, proveNow };
      };

      it('for a day', async () => {
        await using world = await open();
        const { proveNow } = await locked(world);
        world.clock.now += 24 * 3_600_000;
        expect(await proveNow()).toBe(200);
      }, 30_000);

      it('recovery codes are the exception', async () => {
        await using world = await open();
        const { prove, codes } = await locked(world);
        expect(await prove('aaaaa-aaaaa')).toBe(401);
        expect(await prove(codes[0] ?? '')).toBe(200);
      }, 30_000);

      it('until the owner recovers', async () => {
        await using world = await open();
        const { ask, proveNow } = await locked(world);
        await ask('POST', 'recoveries', { mail: world.mail('seller') });
        const token = findLinkToken((await readMails(world, 1))[0]);
        expect((await ask('POST', 'links/use', { token, password: PASSWORD })).statusCode).toBe(200);
        expect(await proveNow(PASSWORD)).toBe(200);
      }, 30_000);

      it('until a partner resets the password', async () => {
        await using world = await open();
        await locked(world);
        const headers = { ...CONSOLE, cookie: await world.signIn('partner') };
        const { people } = People.parse((await world.call('/desk/people', { headers })).json());
        const id = people.find(({ role }) => role === 'seller')?.id;
        const payload = { removeSecondFactor: false };
        await world.call(`/desk/people/${id}/reset`, { method: 'POST', headers, payload });
        const { db, ...database } = await openDatabase<GatewayTables>(world.config.database);
        const left = await db.selectFrom('rate_limit').select('count').where('count', '>=', 100).execute();
        await database.close();
        expect(left).toEqual([]);
      }, 30_000);
    });

    it('is in the database as nobody can read it without the key', async () => {
      await using world = await open();
      const one = await createSomeone(world);
      const begun = await one.ask('POST', 'me/second-factor', { password: world.password('seller') });
      const { secret, uri } = NewSecondFactor.parse(begun.json());
      const { second_factor_next: next } = await keptFactor(world);
      await one.ask('PUT', 'me/second-factor', { code: codeOf(uri, world.clock.now) });
      const { second_factor_secret: held } = await keptFactor(world);
      for (const kept of [next, held]) {
        expect(kept).toMatch(/^v1\./);
        expect(kept).not.toContain(secret);
      }
    });

    it('is not judged with another key: no code is called wrong, and recovery codes go on working', async () => {
      await using world = await open();
      const one = await createSomeone(world);
      const { uri, codes } = await setUp(world, one, world.password('seller'));
      world.config.consoleKey = Buffer.alloc(32, 8);
      await world.restart();
      await one.enter();
      const answer = await one.ask('POST', 'session/second-factor', { code: codeOf(uri, world.clock.now) });
      expect([answer.statusCode, answer.json().Type]).toEqual([409, '/problems/codes-unreadable']);
      const proved = await one.ask('POST', 'session/second-factor', { code: codes[0] ?? '' });
      expect(proved.statusCode).toBe(200);
    });

    it('waits ten minutes for the code', async () => {
      await using world = await open();
      const one = await createSomeone(world);
      const { uri } = await setUp(world, one, world.password('seller'));
      await one.enter();
      world.clock.now += 10 * 60_000;
      const late = await one.ask('POST', 'session/second-factor', { code: codeOf(uri, world.clock.now) });
      expect(late.json().Type).toBe('/problems/sign-in-required');
    });

    it('is removed with the password', async () => {
      await using world = await open();
      const one = await createSomeone(world);
      const remove = (password: string) => one.ask('POST', 'me/second-factor/removal', { password });
      expect((await remove('x')).json().Type).toBe('/problems/not-set-up');
      await setUp(world, one, world.password('seller'));
      expect((await remove('x')).statusCode).toBe(400);
      expect((await remove(world.password('seller'))).statusCode).toBe(204);
      expect((await one.enter()).json().next).toBe('in');
    });

    it('is kept by a reset, and removed by one that says so', async () => {
      await using world = await open();
      const one = await createSomeone(world);
      await setUp(world, one, world.password('seller'));
      const headers = { ...CONSOLE, cookie: await world.signIn('partner') };
      const { people } = People.parse((await world.call('/desk/people', { headers })).json());
      const id = people.find(({ role }) => role === 'seller')?.id;
      const next = async (removeSecondFactor: boolean, count: number) => {
        const url = `/desk/people/${id}/reset`;
        await world.call(url, { method: 'POST', headers, payload: { removeSecondFactor } });
        const token = findLinkToken((await readMails(world, count)).at(-1));
        world.clock.now += 1000;
        return (await one.ask('POST', 'links/use', { token, password: PASSWORD })).json().next;
      };
      expect([await next(false, 1), await next(true, 2)]).toEqual(['second-factor', 'in']);
    });

    it('is set up as part of signing in where the configuration asks for it, and stays', async () => {
      await using world = await open({ requireSecondFactor: ROLES });
      const one = await createSomeone(world);
      expect(one.first).toEqual({ next: 'set-up-second-factor', session: null, secondFactors: [] });
      expect((await one.ask('GET', 'me')).statusCode).toBe(401);
      expect((await one.ask('PUT', 'me/second-factor', { code: '000000' })).json().Type).toBe(
        '/problems/not-set-up',
      );
      const wrong = await one.ask('POST', 'session/second-factor', { code: '000000' });
      expect(wrong.statusCode).toBe(409);
      await setUp(world, one);
      expect(Me.parse((await one.ask('GET', 'me')).json()).secondFactor).toMatchObject({
        on: true,
        required: true,
      });
      const removal = await one.ask('POST', 'me/second-factor/removal', {
        password: world.password('seller'),
      });
      expect([removal.statusCode, removal.json().Type]).toEqual([409, '/problems/second-factor-required']);
    });
  });
});
