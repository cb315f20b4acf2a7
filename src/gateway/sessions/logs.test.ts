import { TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { onEachEngine } from '#database/engines-for-tests.ts';
import { CONSOLE, cookieOf, letters, openWorld, signIn, tokenIn } from '#gateway/world-for-tests.ts';

const PASSWORD = 'canario amarillo 7391';

onEachEngine((engine) => {
  it('no password, token, code or mail is written to the log, whatever becomes of it', async () => {
    const lines: string[] = [];
    const logger = { level: 'trace', stream: { write: (line: string) => void lines.push(line) } };
    await using world = await openWorld({ engine, logger });
    const mail = world.mail('seller');
    let cookie = '';
    const secrets = [PASSWORD, world.password('seller'), mail];
    const ask = async (method: 'POST' | 'PUT', path: string, payload: object) => {
      const answer = await world.call(`/desk/${path}`, { method, headers: { ...CONSOLE, cookie }, payload });
      if (answer.headers['set-cookie']) {
        cookie = cookieOf(answer);
        secrets.push(cookie.slice(cookie.indexOf('=') + 1));
      }
      return answer;
    };

    await ask('POST', 'recoveries', { mail });
    const token = tokenIn((await letters(world, 1))[0]);
    secrets.push(token);
    await ask('POST', 'links/view', { token });
    await ask('POST', 'links/use', { token, password: PASSWORD });
    await ask('POST', 'links/use', { token, password: PASSWORD });
    await ask('PUT', 'me/password', { current: 'x', password: PASSWORD });
    await ask('PUT', 'me/password', { current: PASSWORD, password: PASSWORD });
    const { secret } = (await ask('POST', 'me/second-factor', { password: PASSWORD })).json<{
      secret: string;
    }>();
    const code = new TOTP({ secret }).generate({ timestamp: world.clock.now });
    const { codes } = (await ask('PUT', 'me/second-factor', { code })).json<{ codes: string[] }>();
    secrets.push(secret, ...codes);
    await ask('POST', 'session', { mail, password: PASSWORD });
    await ask('POST', 'session/second-factor', { code: codes[0] });
    await ask('POST', 'session', { mail, password: PASSWORD, extra: PASSWORD });
    await ask('POST', `links/${token}?token=${token}`, { token });
    await signIn(world.call, { mail: PASSWORD, password: mail });

    const log = lines.join('');
    expect(lines.length).toBeGreaterThanOrEqual(13);
    expect(log).toContain('/desk/links/use');
    expect(secrets.length).toBeGreaterThan(17);
    for (const kept of secrets) expect(log).not.toContain(kept);
  });
});
