import { expect, it, vi } from 'vitest';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, openWorld } from '#testing/gateway-world.ts';

// Passwords that take their time.
vi.unmock('#gateway/people/password-cost.ts');

onEachEngine((engine) => {
  it('503: sends away whom there is no time to judge, which is no failure', async () => {
    await using world = await openWorld({ engine });
    const right = { mail: world.mail('seller'), password: world.password('seller') };
    const enter = (address: number) =>
      world.call('/desk/session', {
        method: 'POST',
        headers: CONSOLE,
        payload: right,
        remoteAddress: `192.0.2.${address}`,
      });
    const answers = await Promise.all(Array.from({ length: 200 }, (_, address) => enter(address)));
    const busy = answers.find(({ statusCode }) => statusCode === 503);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 503]));
    expect(busy?.json().Type).toBe('/problems/busy');
    expect(busy?.headers['retry-after']).toBe('2');
    const address = answers.findIndex(({ statusCode }) => statusCode === 503);
    for (let tries = 0; tries < 3; tries += 1) expect((await enter(address)).statusCode).toBe(200);
  }, 30_000);
});
