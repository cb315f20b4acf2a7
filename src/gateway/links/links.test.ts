import type { Kysely } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { LinkInfo } from '#contract/desk/links.ts';
import { People } from '#contract/desk/people.ts';
import { SignInAnswer } from '#contract/desk/signing-in.ts';
import { openDatabase } from '#database/database.ts';
import { onEachEngine } from '#testing/engines.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { stampAt } from '#testing/clocks.ts';
import {
  CONSOLE,
  OWN,
  type World,
  cookieOf,
  findLinkToken,
  openWorld,
  readMails,
  signIn,
} from '#testing/gateway-world.ts';
import { saveRecoveryRequest } from './recoveries.ts';

const PASSWORD = 'correcto caballo grapa';
const HOUR = 3_600_000;

const post = (world: World, path: string, payload: object, remoteAddress = '127.0.0.1') =>
  world.call(`/desk/${path}`, { method: 'POST', headers: CONSOLE, payload, remoteAddress });
const recover = (world: World, mail: string) => post(world, 'recoveries', { mail });
const view = (world: World, token: string) => post(world, 'links/view', { token });
const use = (world: World, token: string, password = PASSWORD) =>
  post(world, 'links/use', { token, password });

async function inDatabase<T>(world: World, work: (db: Kysely<GatewayTables>) => Promise<T>): Promise<T> {
  const database = await openDatabase<GatewayTables>(world.config.database);
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

async function invitation(world: World, name = 'Nora Díaz'): Promise<string> {
  const cookie = await world.signIn('partner');
  const payload = {
    mail: 'nora@ruta9.example',
    name,
    role: 'seller',
    agencies: [{ adminMail: OWN, ownInquiriesOnly: false }],
  };
  await world.call('/desk/people', { method: 'POST', headers: { ...CONSOLE, cookie }, payload });
  return findLinkToken((await readMails(world, 1))[0]);
}

onEachEngine((engine) => {
  describe('an invitation', () => {
    it('says whom it is for, and lets in once with a password of their own', async () => {
      await using world = await openWorld({ engine });
      const token = await invitation(world);
      expect(LinkInfo.parse((await view(world, token)).json())).toEqual({
        kind: 'invitation',
        mail: 'nora@ruta9.example',
        name: 'Nora Díaz',
      });
      const both = await Promise.all([use(world, token), use(world, token)]);
      expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404]);
      const won = both.find(({ statusCode }) => statusCode === 200);
      expect(SignInAnswer.parse(won?.json())).toMatchObject({ next: 'in', session: { agencies: [OWN] } });
      expect((await view(world, token)).statusCode).toBe(404);
      expect((await signIn(world.call, { mail: 'NORA@ruta9.example', password: PASSWORD })).statusCode).toBe(
        200,
      );
    });

    it('ends after 72 hours', async () => {
      await using world = await openWorld({ engine });
      const token = await invitation(world);
      world.clock.now += 72 * HOUR - 1;
      expect((await view(world, token)).statusCode).toBe(200);
      world.clock.now += 1;
      expect([(await view(world, token)).statusCode, (await use(world, token)).statusCode]).toEqual([
        404, 404,
      ]);
    });

    it.each([500, -500])('works after the clock was %d days off', async (days) => {
      await using world = await openWorld({ engine });
      const token = await invitation(world);
      world.clock.now += days * 24 * HOUR;
      expect((await view(world, token)).statusCode).toBe(404);
      world.clock.now -= days * 24 * HOUR;
      expect((await view(world, token)).statusCode).toBe(200);
    });

    it('a link sent by a clock far ahead does not work, is not shown as open, and is sent anew', async () => {
      await using world = await openWorld({ engine });
      world.clock.now += 500 * 24 * HOUR;
      const token = await invitation(world);
      world.clock.now -= 500 * 24 * HOUR;
      expect([(await view(world, token)).statusCode, (await use(world, token)).statusCode]).toEqual([
        404, 404,
      ]);
      const headers = { cookie: await world.signIn('partner') };
      const { people } = People.parse((await world.call('/desk/people?q=nora', { headers })).json());
      expect(people).toMatchObject([{ state: 'invited', invitationEndsAt: null }]);
      await recover(world, 'nora@ruta9.example');
      // Mails are sorted by the time of their clock.
      const [fresh = ''] = (await readMails(world, 2)).map(findLinkToken);
      expect((await use(world, fresh)).statusCode).toBe(200);
    });

    it('takes no password that is short, long, common or the person’s own', async () => {
      await using world = await openWorld({ engine });
      const token = await invitation(world);
      for (const [password, fault] of [
        ['once letras', 'invalid'],
        ['x'.repeat(129), 'invalid'],
        ['passwordpassword', 'common-password'],
        ['Nora.Díaz.2026', 'personal-password'],
      ] as const) {
        const answer = await use(world, token, password);
        expect([answer.statusCode, answer.json().Errors]).toEqual([400, { password: [fault] }]);
      }
      expect((await use(world, token, ` ${'ñ'.repeat(5)} y más espacios `)).statusCode).toBe(200);
    });

    it('is a mail to one person, whatever they are called, with their name as text', async () => {
      await using world = await openWorld({ engine });
      await invitation(world, '<b>Nora</b>');
      const [letter = ''] = await readMails(world, 1);
      expect(letter.match(/^To: /gm)).toHaveLength(1);
      expect(letter).toContain('&lt;b&gt;Nora&lt;/b&gt;');
      expect(letter.replaceAll('=\r\n', '')).toContain('te invita a usar Vitrina');
    });
  });

  describe('recovery', () => {
    it('answers the same for everybody, and mails only who there is', async () => {
      await using world = await openWorld({ engine });
      const answers = [await recover(world, world.mail('seller')), await recover(world, 'nadie@x.example')];
      for (const answer of answers) expect([answer.statusCode, answer.body]).toEqual([202, '']);
      const [{ date: _, 'x-request-id': _id, ...headers } = {}, other] = answers.map(
        (answer) => answer.headers,
      );
      expect(other).toMatchObject(headers);
      expect(Object.keys(other ?? {})).toEqual(Object.keys(answers[0]?.headers ?? {}));
      const [letter] = await readMails(world, 1);
      expect(letter).toMatch(/^To: vendedora@vitrina\.example$/m);
    });

    it('is kept before it is answered, whoever the mail is of', async () => {
      await using world = await openWorld({ engine });
      await inDatabase(world, (db) => db.schema.dropTable('recovery_request').execute());
      for (const mail of [world.mail('seller'), 'nadie@x.example'])
        expect((await recover(world, mail)).statusCode).toBe(500);
    });

    it('is worked on at the next start, if the gateway ended between its answer and its mail', async () => {
      await using world = await openWorld({ engine });
      const asked = [world.mail('seller'), 'nadie@x.example'];
      await inDatabase(world, async (db) => {
        for (const mail of asked) await saveRecoveryRequest(db, mail, stampAt(world.clock.now - 1000));
      });
      await world.restart();
      expect((await readMails(world, 1))[0]).toMatch(/^To: vendedora@/m);
      await vi.waitFor(async () => {
        const left = await inDatabase(world, (db) => db.selectFrom('recovery_request').selectAll().execute());
        expect(left).toEqual([]);
      });
    });

    it.each([500, -500])('is worked on if it was asked for by a clock %d days off', async (days) => {
      await using world = await openWorld({ engine });
      await inDatabase(world, (db) =>
        saveRecoveryRequest(db, world.mail('seller'), stampAt(world.clock.now + days * 24 * HOUR)),
      );
      await world.restart();
      const token = findLinkToken((await readMails(world, 1))[0]);
      expect((await use(world, token)).statusCode).toBe(200);
    });

    it('mails again after three mails by a clock far ahead', async () => {
      await using world = await openWorld({ engine });
      world.clock.now += 500 * 24 * HOUR;
      for (let time = 1; time <= 3; time += 1) {
        await recover(world, world.mail('seller'));
        await readMails(world, time);
      }
      world.clock.now -= 500 * 24 * HOUR;
      await recover(world, world.mail('seller'));
      const tokens = (await readMails(world, 4)).map(findLinkToken);
      expect(
        (await Promise.all(tokens.map((token) => view(world, token)))).map((answer) => answer.statusCode),
      ).toEqual([200, 404, 404, 404]);
    });

    it('sets a new password, ends every session, and works for an hour and once', async () => {
      await using world = await openWorld({ engine });
      const cookie = await world.signIn('seller');
      await recover(world, world.mail('seller').toUpperCase());
      const token = findLinkToken((await readMails(world, 1))[0]);
      world.clock.now += HOUR - 60_000;
      const fresh = cookieOf(await use(world, token));
      const status = async (of: string) =>
        (await world.call('/desk/session', { headers: { cookie: of } })).statusCode;
      expect([await status(cookie), await status(fresh)]).toEqual([401, 200]);
      expect((await use(world, token)).statusCode).toBe(404);
      expect((await signIn(world.call, { mail: world.mail('seller'), password: PASSWORD })).statusCode).toBe(
        200,
      );
    });

    it('kills the link before, and mails nobody more than three times an hour', async () => {
      await using world = await openWorld({ engine });
      for (let time = 1; time <= 3; time += 1) {
        await recover(world, world.mail('seller'));
        await readMails(world, time);
        world.clock.now += 1000;
      }
      const tokens = (await readMails(world, 3)).map(findLinkToken);
      expect(
        (await Promise.all(tokens.map((token) => view(world, token)))).map((answer) => answer.statusCode),
      ).toEqual([404, 404, 200]);
      await recover(world, world.mail('seller'));
      await recover(world, world.mail('support'));
      expect((await readMails(world, 4)).at(-1)).toMatch(/^To: soporte@/m);
    });

    it.each(['', 'nadie', 'a@x.example, b@x.example', 'a@x.example\r\nBcc: b@x.example', 'a@x.example\0'])(
      '400: asks for no mail like %j',
      async (mail) => {
        await using world = await openWorld({ engine });
        const answer = await recover(world, mail);
        expect([answer.statusCode, answer.json().Errors]).toEqual([400, { mail: ['invalid'] }]);
      },
    );

    it('429: an address asks for thirty in a quarter of an hour', async () => {
      await using world = await openWorld({ engine });
      const statuses = [];
      for (let time = 0; time < 31; time += 1)
        statuses.push((await recover(world, `nadie${time}@x.example`)).statusCode);
      expect(statuses).toEqual([...Array.from({ length: 30 }, () => 202), 429]);
      expect((await signIn(world.call, { mail: 'nadie@x.example', password: 'x' })).statusCode).toBe(401);
    });

    it('mails nothing to somebody who is disabled', async () => {
      await using world = await openWorld({ engine });
      const cookie = await world.signIn('partner');
      const headers = { ...CONSOLE, cookie };
      const { people } = People.parse((await world.call('/desk/people', { headers })).json());
      const id = people.find(({ role }) => role === 'seller')?.id;
      await world.call(`/desk/people/${id}/access`, { method: 'PUT', headers, payload: { enabled: false } });
      const answer = await recover(world, world.mail('seller'));
      expect([answer.statusCode, answer.body]).toEqual([202, '']);
      await recover(world, world.mail('support'));
      expect((await readMails(world, 1))[0]).toMatch(/^To: soporte@/m);
    });

    it('invites again who has not accepted yet', async () => {
      await using world = await openWorld({ engine });
      const first = await invitation(world);
      world.clock.now += 1000;
      await recover(world, 'nora@ruta9.example');
      expect((await readMails(world, 2)).at(-1)).toContain('/welcome/');
      expect((await view(world, first)).statusCode).toBe(404);
    });
  });

  it('links that do not work are counted by address', async () => {
    await using world = await openWorld({ engine });
    const token = await invitation(world);
    for (let time = 0; time < 30; time += 1) expect((await view(world, String(time))).statusCode).toBe(404);
    expect((await view(world, token)).statusCode).toBe(429);
    expect((await post(world, 'links/view', { token }, '192.0.2.7')).statusCode).toBe(200);
  });
});
