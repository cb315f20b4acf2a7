import { TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { CONSOLE, cookieOf, openWorld, signIn } from '#testing/gateway-world.ts';

it('409: with another CONSOLE_KEY no code of the application can be judged, and recovery codes let in', async () => {
  await using world = await openWorld();
  const credentials = { mail: world.mail('seller'), password: world.password('seller') };
  const ask = (cookie: string, method: 'POST' | 'PUT', path: string, payload: object) =>
    world.call(`/desk/${path}`, { method, headers: { ...CONSOLE, cookie }, payload });
  const first = await world.signIn('seller');
  const { password } = credentials;
  const { secret } = (await ask(first, 'POST', 'me/second-factor', { password })).json();
  const totp = new TOTP({ secret });
  const code = () => totp.generate({ timestamp: world.clock.now });
  const { codes } = (await ask(first, 'PUT', 'me/second-factor', { code: code() })).json();
  world.config.consoleKey = Buffer.alloc(32, 8);
  await world.restart();
  world.clock.now += 60_000;
  const half = cookieOf(await signIn(world.call, credentials));
  const refused = await ask(half, 'POST', 'session/second-factor', { code: code() });
  expect([refused.statusCode, refused.json().Type]).toEqual([409, '/problems/codes-unreadable']);
  expect((await ask(half, 'POST', 'session/second-factor', { code: codes[0] })).statusCode).toBe(200);
});
