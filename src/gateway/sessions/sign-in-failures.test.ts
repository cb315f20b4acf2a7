import { describe, expect, it } from 'vitest';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, readMails, openWorld, signIn, findLinkToken } from '#testing/gateway-world.ts';
import { MINUTE } from '#testing/session-database.ts';

onEachEngine((engine) => {
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
});
