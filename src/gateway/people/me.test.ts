import { describe, expect, it } from 'vitest';
import { onEachEngine } from '#testing/engines.ts';
import { type WorldOptions, findLinkToken, openWorld, readMails } from '#testing/gateway-world.ts';
import { PASSWORD, createSomeone } from '#testing/second-factors.ts';

onEachEngine((engine) => {
  const open = (config: WorldOptions['config'] = {}) => openWorld({ engine, config });

  describe('the password', () => {
    it('changes, ends every session, and leaves the browser that asked with a new one', async () => {
      await using world = await open();
      const other = await world.signIn('seller');
      const one = await createSomeone(world);
      const before = one.cookie();
      const current = world.password('seller');
      const answer = await one.ask('PUT', 'me/password', { current, password: PASSWORD });
      expect(answer.statusCode).toBe(204);
      const status = async (cookie: string) =>
        (await world.call('/desk/session', { headers: { cookie } })).statusCode;
      expect([await status(other), await status(before), await status(one.cookie())]).toEqual([
        401, 401, 200,
      ]);
      expect((await one.enter()).statusCode).toBe(401);
      expect((await one.enter(PASSWORD)).statusCode).toBe(200);
    });

    it('changes once when two sessions change it at the same time', async () => {
      await using world = await open();
      const [one, other] = [await createSomeone(world), await createSomeone(world)];
      const current = world.password('seller');
      const answers = await Promise.all(
        [one, other].map(({ ask }, number) =>
          ask('PUT', 'me/password', { current, password: `una frase bastante larga ${number}` }),
        ),
      );
      const changed = answers.findIndex(({ statusCode }) => statusCode === 204);
      expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
      expect((await one.enter(`una frase bastante larga ${changed}`)).statusCode).toBe(200);
      expect((await one.enter(`una frase bastante larga ${1 - changed}`)).statusCode).toBe(401);
    });

    it('changes, and a link that was asked for before is dead', async () => {
      await using world = await open();
      const one = await createSomeone(world);
      await one.ask('POST', 'recoveries', { mail: world.mail('seller') });
      const token = findLinkToken((await readMails(world, 1))[0]);
      expect((await one.ask('POST', 'links/view', { token })).statusCode).toBe(200);
      await one.ask('PUT', 'me/password', { current: world.password('seller'), password: PASSWORD });
      expect((await one.ask('POST', 'links/view', { token })).statusCode).toBe(404);
    });

    it('400: says which of the two is wrong', async () => {
      await using world = await open();
      const { ask } = await createSomeone(world);
      const current = world.password('seller');
      for (const [body, errors] of [
        [{ current: 'x', password: PASSWORD }, { current: ['wrong-password'] }],
        [{ current, password: 'once letras' }, { password: ['invalid'] }],
        [{ current, password: 'qwertyuiop123' }, { password: ['common-password'] }],
        [{ current, password: 'Valeria Sosa 1' }, { password: ['personal-password'] }],
      ]) {
        const answer = await ask('PUT', 'me/password', body);
        expect([answer.statusCode, answer.json().Errors]).toEqual([400, errors]);
      }
    });

    it('429: is not guessed from a session that was left open', async () => {
      await using world = await open();
      const { ask } = await createSomeone(world);
      const guess = async () =>
        (await ask('PUT', 'me/password', { current: 'x', password: PASSWORD })).statusCode;
      const statuses = [];
      for (let tries = 0; tries < 11; tries += 1) statuses.push(await guess());
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    });
  });
});
