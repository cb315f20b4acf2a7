import { describe, expect, it } from 'vitest';
import { BACKGROUND_CALL, PERSON_CALL, CONSOLE_HEADER } from '#contract/desk/page.ts';
import { Session } from '#contract/desk/sessions.ts';
import { OpenSessions } from '#contract/desk/open-sessions.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, type World, cookieOf, openWorld, signIn } from '#testing/gateway-world.ts';
import { MINUTE, inDatabase } from '#testing/session-database.ts';

onEachEngine((engine) => {
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
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['clear-site-data']).toBe('"cache", "storage"');
      expect(answer.headers['set-cookie']).toMatch(/^__Host-session=; .*Expires=Thu, 01 Jan 1970/);
      expect(await view(world, cookie)).toBe(401);
    });
  });
});
