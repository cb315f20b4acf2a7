import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ApiTokenList, MAX_INSTALLATION_TOKENS, MAX_PERSONAL_TOKENS } from '#contract/desk/api-tokens.ts';
import { desk } from '#contract/desk/desk.ts';
import { FollowUpDetail } from '#contract/desk/follow-up.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { setAccess, updatePerson } from '#gateway/people/management.ts';
import { resetPersonByCommand } from '#gateway/people/commands.ts';
import type { GatewayTables } from '#gateway/store.ts';
import {
  callWith,
  installationToken,
  outcomeOf,
  personalToken,
  requestInstallationToken,
  requestPersonalToken,
} from '#testing/api-tokens.ts';
import { listAudit } from '#testing/audit-entries.ts';
import { stampAt } from '#testing/clocks.ts';
import { onEachEngine } from '#testing/engines.ts';
import { ONE, inquiryReply } from '#testing/follow-up-world.ts';
import { CONSOLE, FOREIGN, OWN, type World, openWorld } from '#testing/gateway-world.ts';
import { inDatabase } from '#testing/session-database.ts';

const FACETS = desk.listFacets.path;
const REFUSED = [401, 'token-refused'];

type Db = Kysely<GatewayTables>;
type PersonRow = Awaited<ReturnType<typeof personOf>>;

const personOf = (world: World, role: Role) =>
  inDatabase(world, (db) =>
    db.selectFrom('person').selectAll().where('mail', '=', world.mail(role)).executeTakeFirstOrThrow(),
  );

const list = async (world: World, role: Role) => {
  const cookie = await world.signIn(role);
  return ApiTokenList.parse((await world.call(desk.listApiTokens.path, { headers: { cookie } })).json());
};

const revoke = async (world: World, role: Role, id: string) =>
  world.call(`/desk/api-tokens/${id}`, {
    method: 'DELETE',
    headers: { ...CONSOLE, cookie: await world.signIn(role) },
  });

onEachEngine((engine) => {
  describe('creating', () => {
    it('201: the secret is shown once, and only its hash is stored', async () => {
      await using world = await openWorld({ engine });
      const { secret, token } = await personalToken(world, 'seller', { scopes: ['inquiries:read'] });
      expect(secret).toMatch(/^vit_[\w-]{43}$/);
      expect(token).toMatchObject({
        kind: 'personal',
        name: 'CRM',
        scopes: ['inquiries:read'],
        role: null,
        agencies: null,
        createdAt: world.clock.now,
        expiresAt: world.clock.now + 30 * DAY_MS,
        usedAt: null,
        revokedAt: null,
      });
      const rows = await inDatabase(world, (db) => db.selectFrom('api_token').selectAll().execute());
      expect(JSON.stringify(rows)).not.toContain(secret.slice(4));
      expect((await list(world, 'seller')).tokens).toEqual([token]);
    });

    it('400: a body that is none, and a wrong or missing password', async () => {
      await using world = await openWorld({ engine });
      for (const [changed, member] of [
        [{ name: ' ' }, 'name'],
        [{ name: 'x'.repeat(61) }, 'name'],
        [{ scopes: [] }, 'scopes'],
        [{ scopes: ['people:write'] }, 'scopes.0'],
        [{ days: 366 }, 'days'],
        [{ days: 0 }, 'days'],
        [{ password: 'no' }, 'password'],
        [{ password: undefined }, 'password'],
        [{ role: 'partner' }, '_'],
      ] as const) {
        const answer = await requestPersonalToken(world, 'seller', changed as never);
        expect([member, answer.statusCode, Object.keys(answer.json().Errors)]).toEqual([
          member,
          400,
          [member],
        ]);
      }
      for (const changed of [{ agencies: [OWN] }, { role: 'seller', agencies: [] }, { role: 'x' }])
        expect((await requestInstallationToken(world, changed as never)).statusCode).toBe(400);
    });

    it.each(['seller', 'support'] as const)('403: a token of the installation, for %s', async (role) => {
      await using world = await openWorld({ engine });
      expect(outcomeOf(await requestInstallationToken(world, {}, role))).toEqual([403, 'forbidden']);
    });

    it('409: beyond as many as there may be; those that have ended do not count', async () => {
      await using world = await openWorld({ engine });
      const { token } = await personalToken(world, 'seller');
      const { token: shared } = await installationToken(world);
      await inDatabase(world, async (db) => {
        for (const [{ id }, count] of [
          [token, MAX_PERSONAL_TOKENS],
          [shared, MAX_INSTALLATION_TOKENS],
        ] as const) {
          const row = await db
            .selectFrom('api_token')
            .selectAll()
            .where('id', '=', id)
            .executeTakeFirstOrThrow();
          for (let at = 1; at < count; at += 1)
            await db
              .insertInto('api_token')
              .values({ ...row, id: id + at, token_hash: id + at })
              .execute();
        }
      });
      expect(outcomeOf(await requestPersonalToken(world, 'seller'))).toEqual([409, 'too-many-saved']);
      expect(outcomeOf(await requestInstallationToken(world))).toEqual([409, 'too-many-saved']);
      expect((await requestPersonalToken(world, 'support')).statusCode).toBe(201);
      await revoke(world, 'seller', token.id);
      expect((await requestPersonalToken(world, 'seller')).statusCode).toBe(201);
    });

    it('429: after too many wrong passwords', async () => {
      await using world = await openWorld({ engine });
      for (let tries = 0; tries < 10; tries += 1)
        await requestPersonalToken(world, 'seller', { password: 'no' });
      expect(outcomeOf(await requestPersonalToken(world, 'seller'))).toEqual([429, 'too-many-attempts']);
    });
  });

  describe('a call', () => {
    it('needs no cookie and no header of the console, and its cookie does not count', async () => {
      await using world = await openWorld({ engine, answer: inquiryReply() });
      const { secret } = await personalToken(world, 'seller');
      expect((await callWith(world, secret, FACETS)).statusCode).toBe(200);
      const change = { id: randomUUID(), version: 0, change: { kind: 'status', status: 'answered' } };
      const answer = await callWith(world, secret, `${ONE}/changes`, { method: 'POST', payload: change });
      expect(FollowUpDetail.parse(answer.json()).timeline[0]?.by.id).toBe(
        (await personOf(world, 'seller')).id,
      );

      const cookie = await world.signIn('partner');
      const people = await callWith(world, secret, desk.listPeople.path, { headers: { cookie } });
      expect(outcomeOf(people)).toEqual([403, 'not-for-tokens']);
      for (const wrong of ['', 'vit_', `${secret}x`, `${secret} ${secret}`])
        expect(outcomeOf(await callWith(world, wrong, FACETS, { headers: { cookie } }))).toEqual(REFUSED);
      expect(
        (await world.call(FACETS, { headers: { cookie, authorization: 'Basic eDp5' } })).statusCode,
      ).toBe(200);
    });

    it('401: says how to authenticate; 403: says which scope is missing', async () => {
      await using world = await openWorld({ engine });
      const unknown = await callWith(world, 'vit_x', FACETS);
      expect(outcomeOf(unknown)).toEqual(REFUSED);
      expect(unknown.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
      const { secret } = await personalToken(world, 'seller', { scopes: ['overview:read'] });
      const missing = await callWith(world, secret, FACETS);
      expect(outcomeOf(missing)).toEqual([403, 'scope-missing']);
      expect(missing.headers['www-authenticate']).toBe(
        'Bearer error="insufficient_scope", scope="inquiries:read"',
      );
    });

    it.each([30, 90, 365] as const)('is refused from the instant at which its %i days end', async (days) => {
      await using world = await openWorld({ engine });
      const { secret, token } = await personalToken(world, 'seller', { days });
      world.clock.now = token.expiresAt - 1;
      expect((await callWith(world, secret, FACETS)).statusCode).toBe(200);
      world.clock.now = token.expiresAt;
      expect(outcomeOf(await callWith(world, secret, FACETS))).toEqual(REFUSED);
    });

    it('is refused where the token was created while the clock was wrong, which it would outlive', async () => {
      await using world = await openWorld({ engine });
      world.clock.now += 2 * 365 * DAY_MS;
      const { secret } = await personalToken(world, 'seller', { days: 365 });
      world.clock.now -= 2 * 365 * DAY_MS;
      expect(outcomeOf(await callWith(world, secret, FACETS))).toEqual(REFUSED);
    });

    it('429: beyond the limit of the token, which leaves its person theirs', async () => {
      await using world = await openWorld({ engine });
      const { secret } = await personalToken(world, 'seller');
      const cookie = await world.signIn('seller');
      for (let calls = 0; calls < 300; calls += 1) await callWith(world, secret, desk.viewIndexState.path);
      const refused = await callWith(world, secret, desk.viewIndexState.path);
      expect(outcomeOf(refused)).toEqual([429, 'too-many-requests']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await world.call(desk.viewIndexState.path, { headers: { cookie } })).statusCode).toBe(200);
      world.clock.now += MINUTE_MS;
      expect((await callWith(world, secret, desk.viewIndexState.path)).statusCode).toBe(200);
    });

    it('429: refused tokens are limited by address, where one that is not refused still passes', async () => {
      await using world = await openWorld({ engine });
      const { secret } = await personalToken(world, 'seller');
      for (let tries = 0; tries < 30; tries += 1)
        expect(outcomeOf(await callWith(world, `vit_${tries}`, FACETS))).toEqual(REFUSED);
      expect(outcomeOf(await callWith(world, 'vit_x', FACETS))).toEqual([429, 'too-many-attempts']);
      const elsewhere = await callWith(world, 'vit_x', FACETS, { remoteAddress: '192.0.2.7' });
      expect(outcomeOf(elsewhere)).toEqual(REFUSED);
      expect((await callWith(world, secret, FACETS)).statusCode).toBe(200);
    });

    it('is noted as the last use, at most every five minutes', async () => {
      await using world = await openWorld({ engine });
      const { secret } = await personalToken(world, 'seller');
      const usedAt = async () => (await list(world, 'seller')).tokens[0]?.usedAt;
      const first = world.clock.now;
      await callWith(world, secret, FACETS);
      world.clock.now += 5 * MINUTE_MS - 1;
      await callWith(world, secret, FACETS);
      expect(await usedAt()).toBe(first);
      world.clock.now += 1;
      await callWith(world, secret, FACETS);
      expect(await usedAt()).toBe(world.clock.now);
    });

    it('is in the audit with its token, as are refused ones', async () => {
      await using world = await openWorld({ engine, answer: inquiryReply() });
      const { secret, token } = await installationToken(world, { role: 'seller', agencies: [OWN] });
      const change = { id: randomUUID(), version: 0, change: { kind: 'note', text: 'Hola', contact: false } };
      await callWith(world, secret, `${ONE}/changes`, { method: 'POST', payload: change });
      await callWith(world, secret, desk.listPeople.path);
      await revoke(world, 'partner', token.id);
      await callWith(world, secret, FACETS);
      const { entries } = await listAudit(world, await world.signIn('partner'));
      const byToken = entries.filter(({ tokenId }) => tokenId === token.id);
      expect(
        byToken.map(({ action, tokenName, personName, status, code }) => [
          action,
          tokenName,
          personName,
          status,
          code,
        ]),
      ).toEqual([
        ['listFacets', 'Tablero', undefined, 401, 'token-refused'],
        ['listPeople', 'Tablero', 'Tablero', 403, 'not-for-tokens'],
        ['changeFollowUp', 'Tablero', 'Tablero', 200, null],
      ]);
      expect(entries.find(({ action }) => action === 'createInstallationToken')).toMatchObject({
        target: token.id,
        changes: expect.arrayContaining([{ field: 'agencies', from: null, to: OWN }]),
      });
      expect(JSON.stringify(entries)).not.toContain(secret);
    });
  });

  describe('a personal token', () => {
    it.each([
      [
        'disabled',
        async (db: Db, { id }: PersonRow, now: number) => {
          await setAccess(db, id, false, now);
          await setAccess(db, id, true, now);
        },
      ],
      [
        'reset',
        (db: Db, { mail }: PersonRow, now: number) =>
          resetPersonByCommand(db, mail, { removeSecondFactor: false }, stampAt(now)),
      ],
      [
        'given another role',
        (db: Db, { id, name, version }: PersonRow, now: number) =>
          updatePerson(db, id, { name, role: 'partner', agencies: [], version }, now),
      ],
    ])('is refused for good once its person was %s', async (_, end) => {
      await using world = await openWorld({ engine });
      const { secret, token } = await personalToken(world, 'support');
      const other = await personalToken(world, 'seller');
      const person = await personOf(world, 'support');
      await inDatabase(world, async (db) => void (await end(db, person, world.clock.now)));
      expect(outcomeOf(await callWith(world, secret, FACETS))).toEqual(REFUSED);
      expect((await callWith(world, other.secret, FACETS)).statusCode).toBe(200);
      const { tokens } = await list(world, 'partner');
      expect(tokens.find(({ id }) => id === token.id)?.revokedAt).toBe(world.clock.now);
    });

    it('has the rights that its person has at each call', async () => {
      await using world = await openWorld({ engine });
      const { secret } = await personalToken(world, 'seller');
      const { id, name, version } = await personOf(world, 'seller');
      const see = async (agency: string) =>
        outcomeOf(await callWith(world, secret, `/desk/follow-up/${agency}`))[1];
      expect([await see(OWN), await see(FOREIGN)]).toEqual(['', 'foreign-agency']);
      const agencies = [{ adminMail: FOREIGN, ownInquiriesOnly: false }];
      await inDatabase(world, (db) =>
        updatePerson(db, id, { name, role: 'seller', agencies, version }, world.clock.now),
      );
      expect([await see(OWN), await see(FOREIGN)]).toEqual(['foreign-agency', '']);
    });

    it('is refused while its person lacks the second factor that their role needs', async () => {
      await using world = await openWorld({ engine });
      const { secret } = await personalToken(world, 'support');
      world.config.requireSecondFactor = ['support'];
      expect(outcomeOf(await callWith(world, secret, FACETS))).toEqual(REFUSED);
      await inDatabase(world, (db) =>
        db.updateTable('person').set({ second_factor_secret: 'x' }).where('role', '=', 'support').execute(),
      );
      expect((await callWith(world, secret, FACETS)).statusCode).toBe(200);
    });
  });

  describe('a token of the installation', () => {
    it('has its agencies, or all that there are, and stays when who created it leaves', async () => {
      await using world = await openWorld({ engine, answer: inquiryReply() });
      const { secret } = await installationToken(world, {
        role: 'seller',
        agencies: [FOREIGN.toUpperCase()],
      });
      const all = await installationToken(world, { role: 'seller', agencies: null });
      await inDatabase(world, async (db) => {
        const { id } = await db
          .selectFrom('person')
          .select('id')
          .where('role', '=', 'partner')
          .executeTakeFirstOrThrow();
        await db.updateTable('person').set({ disabled_at: 1 }).where('id', '=', id).execute();
      });
      const see = async (token: string, agency: string) =>
        outcomeOf(await callWith(world, token, `/desk/follow-up/${agency}`))[1];
      expect([await see(secret, OWN), await see(secret, FOREIGN)]).toEqual(['foreign-agency', '']);
      expect([await see(all.secret, OWN), await see(all.secret, 'x@nada.example')]).toEqual([
        'foreign-agency',
        'foreign-agency',
      ]);
    });

    it('400: claims no inquiry, as nobody would answer for it', async () => {
      await using world = await openWorld({ engine, answer: inquiryReply() });
      const { secret } = await installationToken(world);
      const change = (changed: object) =>
        callWith(world, secret, `${ONE}/changes`, {
          method: 'POST',
          payload: { id: randomUUID(), version: 0, change: changed },
        });
      expect(outcomeOf(await change({ kind: 'claim', claimed: true }))).toEqual([400, 'invalid-request']);
      const answer = await change({ kind: 'status', status: 'answered' });
      expect(FollowUpDetail.parse(answer.json()).followUp.firstTouch?.by.name).toBe('Tablero');
    });
  });

  describe('lists and revocations', () => {
    it('are of one’s own tokens; partners see and revoke everybody’s', async () => {
      await using world = await openWorld({ engine });
      const tokens = {
        seller: await personalToken(world, 'seller'),
        support: await personalToken(world, 'support'),
        partner: await installationToken(world),
      };
      const ids = async (role: Role) => (await list(world, role)).tokens.map(({ id }) => id).toSorted();
      expect(await ids('seller')).toEqual([tokens.seller.token.id]);
      expect(await ids('support')).toEqual([tokens.support.token.id]);
      expect(await ids('partner')).toEqual(
        Object.values(tokens)
          .map(({ token }) => token.id)
          .toSorted(),
      );
      for (const { token } of [tokens.support, tokens.partner])
        expect(outcomeOf(await revoke(world, 'seller', token.id))).toEqual([404, 'not-found']);
      for (const { token, secret } of Object.values(tokens)) {
        expect((await callWith(world, secret, FACETS)).statusCode).toBe(200);
        for (const status of [204, 204])
          expect((await revoke(world, 'partner', token.id)).statusCode).toBe(status);
        expect(outcomeOf(await callWith(world, secret, FACETS))).toEqual(REFUSED);
      }
      expect((await list(world, 'seller')).tokens[0]?.revokedAt).toBe(world.clock.now);
    });
  });
});
