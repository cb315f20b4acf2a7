import { expect, it, vi } from 'vitest';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, openWorld } from '#testing/gateway-world.ts';

// Runs with the real cost of password hashes.
vi.unmock('#gateway/people/password-cost.ts');

onEachEngine((engine) => {
  it('503: sends away whom there is no time to judge, which is no failure', async () => {
    await using world = await openWorld({ engine });
    const right = { mail: world.mail('seller'), password: world.password('seller') };
    const enter = (address: number, payload = right) =>
      world.call('/desk/session', {
        method: 'POST',
        headers: CONSOLE,
        payload,
        remoteAddress: `192.0.2.${address}`,
      });
    const strangers = Array.from({ length: 190 }, (_, at) =>
      enter(at, { mail: `nadie${at}@x.example`, password: 'x' }),
    );
    const owners = Array.from({ length: 10 }, (_, at) => enter(190 + at));
    const busy = (await Promise.all(owners)).findLastIndex(({ statusCode }) => statusCode === 503);
    const answers = await Promise.all([...strangers, ...owners]);
    expect(answers.filter(({ statusCode }) => ![200, 401, 503].includes(statusCode))).toEqual([]);
    const refused = answers[190 + busy];
    expect([refused?.json().Type, refused?.headers['retry-after']]).toEqual(['/problems/busy', '2']);
    for (let tries = 0; tries < 3; tries += 1) expect((await enter(190 + busy)).statusCode).toBe(200);
  }, 30_000);

  it('70 attempts at once from many /64s of one /48 refuse nobody who signs in from elsewhere', async () => {
    await using world = await openWorld({ engine });
    const enter = (remoteAddress: string, payload: { mail: string; password: string }) =>
      world.call('/desk/session', { method: 'POST', headers: CONSOLE, payload, remoteAddress });
    const attack = Array.from({ length: 70 }, (_, at) =>
      enter(`2001:db8:1:${at}::1`, { mail: `nadie${at}@x.example`, password: 'x' }),
    );
    const right = { mail: world.mail('seller'), password: world.password('seller') };
    const owners = Array.from({ length: 15 }, (_, at) => enter(`192.0.2.${at}`, right));
    expect((await Promise.all(owners)).map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 15 }, () => 200),
    );
    await Promise.all(attack);
  }, 30_000);
});
