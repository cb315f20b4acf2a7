import { TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { onEachEngine } from '#testing/engines.ts';
import {
  CONSOLE,
  OWN,
  cookieOf,
  findLinkToken,
  openWorld,
  readMails,
  signIn,
} from '#testing/gateway-world.ts';

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
    const token = findLinkToken((await readMails(world, 1))[0]);
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

  it('a malformed reply of the service is logged by its kind of fault only', async () => {
    const lines: string[] = [];
    const logger = { level: 'trace', stream: { write: (line: string) => void lines.push(line) } };
    await using world = await openWorld({ engine, logger });
    const cookie = await world.signIn('partner');
    const canary = 'Ana Canaria';
    world.upstream.answer = (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(canary);
    const ask = (url: string) => world.call(url, { headers: { cookie } });
    expect((await ask(`/v3/consultas/${OWN}`)).statusCode).toBe(502);
    world.upstream.answer = (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.from([0xff, 0x41]));
    expect((await ask(`/v3/consultas/${OWN}`)).statusCode).toBe(502);
    world.upstream.answer = (_, response) =>
      response.writeHead(401, { 'content-type': 'application/problem+json' }).end(canary);
    await ask('/desk/connection');
    const log = lines.join('');
    expect(log).toContain('SyntaxError');
    expect(log).toContain('ERR_ENCODING_INVALID_ENCODED_DATA');
    expect(log).not.toContain('Canaria');
  });
});
