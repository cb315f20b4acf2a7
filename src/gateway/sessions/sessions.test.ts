import { describe, expect, it } from 'vitest';
import { BACKGROUND_CALL, PERSON_CALL, CONSOLE_HEADER } from '#contract/desk/page.ts';
import { listRights } from '#gateway/permissions/permissions.ts';
import { Session } from '#contract/desk/sessions.ts';
import { OpenSessions } from '#contract/desk/open-sessions.ts';
import { SignInAnswer } from '#contract/desk/signing-in.ts';
import { openDatabase } from '#database/database.ts';
import { onEachEngine } from '#testing/engines.ts';
import { generatePassword } from '#gateway/people/passwords.ts';
import type { GatewayTables } from '#gateway/store.ts';
import {
  CONSOLE,
  OWN,
  type World,
  cookieOf,
  readMails,
  openWorld,
  signIn,
  findLinkToken,
} from '#testing/gateway-world.ts';

const MINUTE = 60_000;

async function inDatabase<T>(
  world: World,
  work: (db: Awaited<ReturnType<typeof openDatabase<GatewayTables>>>['db']) => Promise<T>,
): Promise<T> {
  const database = await openDatabase<GatewayTables>(world.config.database);
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

onEachEngine((engine) => {
  describe('signing in', () => {
    it('answers who the person is and sets a cookie that no script and no other site can use', async () => {
      await using world = await openWorld({ engine });
      const answer = await signIn(world.call, {
        mail: world.mail('seller'),
        password: world.password('seller'),
      });
      expect(answer.statusCode).toBe(200);
      expect(SignInAnswer.parse(answer.json())).toEqual({
        next: 'in',
        session: {
          person: {
            id: expect.stringMatching(/^\w{26}$/),
            mail: 'vendedora@vitrina.example',
            name: 'Valeria Sosa',
            role: 'seller',
          },
          agencies: [OWN],
          ownInquiriesIn: [],
          lastAgency: null,
          may: listRights('seller'),
          timeZone: 'America/Argentina/Buenos_Aires',
          regionsKnown: true,
          endsInMs: 30 * MINUTE,
          endsAtLatestInMs: 12 * 60 * MINUTE,
        },
      });
      expect(answer.headers['cache-control']).toBe('private, no-store');
      expect(answer.headers['set-cookie']).toMatch(
        /^__Host-session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
    });

    it('takes the mail in any case', async () => {
      await using world = await openWorld({ engine });
      const mail = world.mail('support').toUpperCase();
      expect((await signIn(world.call, { mail, password: world.password('support') })).statusCode).toBe(200);
    });

    it('says the same of a wrong password, an unknown person and a disabled one', async () => {
      await using world = await openWorld({ engine });
      await inDatabase(world, (db) =>
        db
          .updateTable('person')
          .set({ disabled_at: world.clock.now })
          .where('mail', '=', world.mail('support'))
          .execute(),
      );
      const answers = await Promise.all([
        signIn(world.call, { mail: world.mail('seller'), password: generatePassword() }),
        signIn(world.call, { mail: 'nadie@vitrina.example', password: generatePassword() }),
        signIn(world.call, { mail: world.mail('support'), password: world.password('support') }),
      ]);
      for (const answer of answers) {
        expect(answer.statusCode).toBe(401);
        expect(answer.headers['set-cookie']).toBeUndefined();
        expect(answer.body).toBe(answers[0]?.body);
      }
      expect(answers[0]?.json()).toMatchObject({ Type: '/problems/wrong-credentials', Status: 401 });
    });

    it.each([
      ['no body', undefined, '_'],
      ['a list', [], '_'],
      ['no mail', { mail: 'x', password: 'x' }, 'mail'],
      ['no password', { mail: 'a@b.example' }, 'password'],
      ['a member too many', { mail: 'a@b.example', password: 'x', role: 'support' }, '_'],
    ])('names the field that is wrong: %s', async (_, payload, field) => {
      await using world = await openWorld({ engine });
      const answer = await world.call('/desk/session', {
        method: 'POST',
        headers: { ...CONSOLE, 'content-type': 'application/json' },
        payload: JSON.stringify(payload) ?? '',
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ Type: '/problems/invalid-request' });
      expect(Object.keys(answer.json().Errors)).toContain(field);
    });

    it('refuses what is not JSON', async () => {
      await using world = await openWorld({ engine });
      const send = (type: string, payload: string) =>
        world.call('/desk/session', {
          method: 'POST',
          headers: { ...CONSOLE, 'content-type': type },
          payload,
        });
      expect((await send('application/json', '{')).statusCode).toBe(400);
      expect((await send('text/plain', '{}')).json()).toMatchObject({
        Type: '/problems/unsupported-media-type',
      });
      expect((await send('application/json', ' '.repeat(300_000))).json()).toMatchObject({
        Type: '/problems/too-large',
      });
    });
  });

  describe('too many failures', () => {
    it('makes the pair of mail and address wait, and nobody else', async () => {
      await using world = await openWorld({ engine });
      const wrong = { mail: world.mail('seller'), password: 'x' };
      for (let tries = 0; tries < 10; tries += 1) {
        expect((await signIn(world.call, wrong)).statusCode).toBe(401);
        world.clock.now += MINUTE;
      }

      const right = { mail: world.mail('seller'), password: world.password('seller') };
      const refused = await signIn(world.call, right);
      expect(refused.statusCode).toBe(429);
      expect(refused.json()).toMatchObject({ Type: '/problems/too-many-attempts' });
      expect(refused.headers['retry-after']).toBe('300');

      const elsewhere = await world.call('/desk/session', {
        method: 'POST',
        headers: CONSOLE,
        payload: right,
        remoteAddress: '192.0.2.7',
      });
      expect(elsewhere.statusCode).toBe(200);
      await world.signIn('support');

      world.clock.now += 15 * MINUTE;
      expect((await signIn(world.call, right)).statusCode).toBe(200);
    });

    it('goes slower before that', async () => {
      await using world = await openWorld({ engine });
      const wrong = { mail: world.mail('seller'), password: 'x' };
      for (let tries = 0; tries < 3; tries += 1)
        expect((await signIn(world.call, wrong)).statusCode).toBe(401);
      const refused = await signIn(world.call, wrong);
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
      world.clock.now += 1000;
      await world.signIn('seller');
    });

    it('slows guesses at one mail from everywhere, and neither a session nor a recovery of its owner', async () => {
      await using world = await openWorld({ engine });
      const cookie = await world.signIn('seller');
      const enter = async (address: number, password: string) => {
        const payload = { mail: world.mail('seller'), password };
        const remoteAddress = `192.0.2.${address}`;
        return world.call('/desk/session', { method: 'POST', headers: CONSOLE, payload, remoteAddress });
      };
      const statuses: number[] = [];
      for (let guess = 0; guess < 60; guess += 1)
        statuses.push((await enter(guess % 20, String(guess))).statusCode);
      expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401));
      expect(new Set(statuses.slice(20))).toEqual(new Set([429]));
      const refused = await enter(99, world.password('seller'));
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);

      expect((await world.call('/desk/session', { headers: { cookie } })).statusCode).toBe(200);
      const headers = { ...CONSOLE, cookie };
      const post = (url: string, payload: object) => world.call(url, { method: 'POST', headers, payload });
      await post('/desk/recoveries', { mail: world.mail('seller') });
      const [letter] = await readMails(world, 1);
      const password = 'correcto caballo grapa';
      expect((await post('/desk/links/use', { token: findLinkToken(letter), password })).statusCode).toBe(
        200,
      );
      expect((await enter(99, password)).statusCode).toBe(200);
    });

    it('sign-in for one mail, known or not, is allowed again after a minute, and waiting counts against nobody', async () => {
      await using world = await openWorld({ engine });
      for (const mail of [world.mail('seller'), 'nadie@x.example']) {
        const enter = (address: number) =>
          world.call('/desk/session', {
            method: 'POST',
            headers: CONSOLE,
            payload: { mail, password: 'x' },
            remoteAddress: `192.0.2.${address}`,
          });
        for (let guess = 0; guess < 20; guess += 1) await enter(guess);
        for (let early = 0; early < 12; early += 1) expect((await enter(99)).statusCode).toBe(429);
        world.clock.now += MINUTE;
        expect((await enter(99)).statusCode).toBe(401);
        expect((await enter(99)).statusCode).toBe(429);
      }
    });

    it('counts an address for itself, whoever it says it is', async () => {
      await using world = await openWorld({ engine });
      for (let tries = 0; tries < 100; tries += 1)
        await signIn(world.call, { mail: `nadie${tries}@x.example`, password: 'x' });
      const right = { mail: world.mail('seller'), password: world.password('seller') };
      expect((await signIn(world.call, right)).statusCode).toBe(429);
    }, 20_000);

    it('holds when the tries come at once', async () => {
      await using world = await openWorld({ engine });
      const wrong = { mail: world.mail('seller'), password: 'x' };
      const statuses = await Promise.all(
        Array.from({ length: 14 }, async () => (await signIn(world.call, wrong)).statusCode),
      );
      expect(statuses.filter((status) => status === 401)).toHaveLength(3);
      expect(statuses.filter((status) => status === 429)).toHaveLength(11);
    });

    it('forgets the failures of a person who then signs in', async () => {
      await using world = await openWorld({ engine });
      for (let tries = 0; tries < 3; tries += 1)
        await signIn(world.call, { mail: world.mail('seller'), password: 'x' });
      world.clock.now += MINUTE;
      await world.signIn('seller');
      expect((await signIn(world.call, { mail: world.mail('seller'), password: 'x' })).statusCode).toBe(401);
    });
  });

  describe('a session', () => {
    const view = (world: World, cookie: string) =>
      world.call('/desk/session', { headers: { cookie } }).then((answer) => answer.statusCode);

    it('ends after half an hour without a call', async () => {
      await using world = await openWorld({ engine });
      const cookie = await world.signIn('seller');
      world.clock.now += 29 * MINUTE;
      expect(await view(world, cookie)).toBe(200);
      world.clock.now += 29 * MINUTE;
      expect(await view(world, cookie)).toBe(200);
      world.clock.now += 30 * MINUTE;
      expect(await view(world, cookie)).toBe(401);
    });

    it('ends after twelve hours, however much it is used', async () => {
      await using world = await openWorld({ engine });
      const cookie = await world.signIn('seller');
      for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
        expect(await view(world, cookie)).toBe(200);
        world.clock.now += 20 * MINUTE;
      }
      expect(await view(world, cookie)).toBe(401);
    });

    it('is not kept alive by what the page does by itself', async () => {
      await using world = await openWorld({ engine });
      const cookie = await world.signIn('seller');
      const ask = (by: string) => world.call('/desk/session', { headers: { cookie, [CONSOLE_HEADER]: by } });
      world.clock.now += 29 * MINUTE;
      expect(Session.parse((await ask(BACKGROUND_CALL)).json()).endsInMs).toBe(MINUTE);
      world.clock.now += MINUTE / 2;
      expect(Session.parse((await ask(PERSON_CALL)).json()).endsInMs).toBe(30 * MINUTE);
      world.clock.now += 30 * MINUTE;
      expect((await ask(BACKGROUND_CALL)).statusCode).toBe(401);
    });

    it('is listed among the person’s own, and ended there', async () => {
      await using world = await openWorld({ engine });
      const first = await world.signIn('seller');
      world.clock.now += MINUTE;
      const second = await world.signIn('seller');
      const other = await world.signIn('support');
      const list = async (cookie: string) =>
        OpenSessions.parse((await world.call('/desk/sessions', { headers: { cookie } })).json()).sessions;
      const [mine, former] = await list(second);
      expect([mine?.current, former?.current]).toEqual([true, false]);
      const end = (id: string | undefined, cookie: string) =>
        world.call(`/desk/sessions/${id}`, { method: 'DELETE', headers: { ...CONSOLE, cookie } });
      expect((await end(former?.id, other)).statusCode).toBe(404);
      expect(await view(world, first)).toBe(200);
      expect((await end(former?.id, second)).statusCode).toBe(204);
      expect(await view(world, first)).toBe(401);
      expect(await list(second)).toHaveLength(1);
    });

    it('404: ended by no id that is not one', async () => {
      await using world = await openWorld({ engine });
      const cookie = await world.signIn('seller');
      for (const id of ['x', '%00', '%27%20or%201=1', 'x'.repeat(65)]) {
        const answer = await world.call(`/desk/sessions/${id}`, {
          method: 'DELETE',
          headers: { ...CONSOLE, cookie },
        });
        expect([id, answer.statusCode]).toEqual([id, 404]);
      }
    });

    it('notes its use at most once a minute', async () => {
      await using world = await openWorld({ engine });
      const cookie = await world.signIn('seller');
      const seen = () =>
        inDatabase(world, (db) => db.selectFrom('session').select('seen_at').executeTakeFirstOrThrow());
      const start = world.clock.now;
      world.clock.now += MINUTE - 1;
      await view(world, cookie);
      expect((await seen()).seen_at).toBe(start);
      world.clock.now += 1;
      await view(world, cookie);
      expect((await seen()).seen_at).toBe(start + MINUTE);
    });

    it('is kept as a hash only', async () => {
      await using world = await openWorld({ engine });
      const cookie = await world.signIn('seller');
      const rows = await inDatabase(world, (db) => db.selectFrom('session').selectAll().execute());
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1]);
    });

    it('gets a new token at each sign-in, and the former one ends (fixation)', async () => {
      await using world = await openWorld({ engine });
      const first = await world.signIn('seller');
      const again = await signIn(
        world.call,
        { mail: world.mail('seller'), password: world.password('seller') },
        { cookie: first },
      );
      expect(cookieOf(again)).not.toBe(first);
      expect(await view(world, first)).toBe(401);
      expect(await view(world, cookieOf(again))).toBe(200);
    });

    it('never takes a token that somebody else chose', async () => {
      await using world = await openWorld({ engine });
      const chosen = `__Host-session=${'A'.repeat(43)}`;
      const answer = await signIn(
        world.call,
        { mail: world.mail('seller'), password: world.password('seller') },
        { cookie: chosen },
      );
      expect(cookieOf(answer)).not.toBe(chosen);
      expect(await view(world, chosen)).toBe(401);
    });

    it('ends for a person who is disabled', async () => {
      await using world = await openWorld({ engine });
      const cookie = await world.signIn('seller');
      await inDatabase(world, (db) => db.updateTable('person').set({ disabled_at: 1 }).execute());
      expect(await view(world, cookie)).toBe(401);
    });

    it('ends by signing out, which clears what the browser kept', async () => {
      await using world = await openWorld({ engine });
      const cookie = await world.signIn('seller');
      const answer = await world.call('/desk/session', { method: 'DELETE', headers: { ...CONSOLE, cookie } });
      expect(answer.statusCode).toBe(204);
      expect(answer.headers['clear-site-data']).toBe('"cache", "storage"');
      expect(answer.headers['set-cookie']).toMatch(/^__Host-session=; .*Expires=Thu, 01 Jan 1970/);
      expect(await view(world, cookie)).toBe(401);
    });
  });
});

describe('calls that change something', () => {
  const attempt = async (headers: Record<string, string>, publicUrl = 'http://localhost:4000') => {
    await using world = await openWorld({ config: { publicUrl } });
    const cookie = await world.signIn('seller');
    const answer = await world.call('/desk/session', { method: 'DELETE', headers: { cookie, ...headers } });
    const kept = await world.call('/desk/session', { headers: { cookie } });
    expect(kept.statusCode).toBe(answer.statusCode === 204 ? 401 : 200);
    return answer.statusCode === 204 ? 'done' : answer.json().Type;
  };
  const header = { 'x-vitrina': '1' };

  it.each<[string, Record<string, string>, string?]>([
    ['no header of the console', { 'sec-fetch-site': 'same-origin' }],
    ['neither site nor origin', header],
    ['another site', { ...header, 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { ...header, 'sec-fetch-site': 'same-site' }],
    ['typed by hand', { ...header, 'sec-fetch-site': 'none' }],
    [
      'a lie about the origin beside the truth',
      { ...header, 'sec-fetch-site': 'cross-site', origin: 'http://localhost:4000' },
    ],
    ['another origin', { ...header, origin: 'http://evil.example' }],
    ['another port', { ...header, origin: 'http://localhost:4001' }],
    ['another scheme', { ...header, origin: 'https://localhost:4000' }],
    ['an origin without a name', { ...header, origin: 'null' }],
    ['a name that begins like ours', { ...header, origin: 'http://localhost:4000.evil.example' }],
    [
      'a host that agrees with the origin',
      { ...header, origin: 'http://evil.example', host: 'evil.example' },
    ],
    ['loopback, where we are not', { ...header, origin: 'http://localhost' }, 'https://consola.example'],
  ])('are refused: %s', async (_, headers, publicUrl) => {
    expect(await attempt(headers, publicUrl)).toBe('/problems/cross-site');
  });

  it.each<[string, Record<string, string>, string?]>([
    ['same origin by the browser', { ...header, 'sec-fetch-site': 'same-origin' }],
    ['same origin by its name', { ...header, origin: 'http://localhost:4000' }],
    ['the other name of loopback', { ...header, origin: 'http://127.0.0.1:4000' }],
    ['the public name', { ...header, origin: 'https://consola.example' }, 'https://consola.example'],
  ])('are done: %s', async (_, headers, publicUrl) => {
    expect(await attempt(headers, publicUrl)).toBe('done');
  });
});
