import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { OWN, json, openWorld } from '#gateway/world-for-tests.ts';

const LIST = `/v3/consultas/${OWN}`;

describe('an upstream that fails', () => {
  const reply =
    (status: number, type: string, body: string | Buffer) => (_: unknown, response: ServerResponse) =>
      response.writeHead(status, { 'content-type': type }).end(body);
  const JSON_TYPE = 'application/json';

  it.each<[string, number, string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ['HTML', 502, 'upstream-broken', reply(200, 'text/html', '<h1>Hola</h1>')],
    ['HTML that says it is JSON', 502, 'upstream-broken', reply(200, JSON_TYPE, '<h1>Hola</h1>')],
    ['JSON that says it is text', 502, 'upstream-broken', reply(200, 'text/plain', '{}')],
    ['a problem as a success', 502, 'upstream-broken', reply(200, 'application/problem+json', '{}')],
    ['another vendor', 502, 'upstream-broken', reply(200, 'application/vnd.other.entry+json', '{}')],
    ['no media type', 502, 'upstream-broken', (_, response) => response.writeHead(200).end('{}')],
    ['nothing', 502, 'upstream-broken', reply(200, JSON_TYPE, '')],
    ['half of a JSON text', 502, 'upstream-broken', reply(200, JSON_TYPE, '{"_entries": [{"Mom')],
    [
      'bytes that are not UTF-8',
      502,
      'upstream-broken',
      reply(200, JSON_TYPE, Buffer.from([0x22, 0xff, 0x22])),
    ],
    [
      'too deep to read',
      502,
      'upstream-broken',
      reply(200, JSON_TYPE, `${'['.repeat(1e6)}${']'.repeat(1e6)}`),
    ],
    ['more than 5 MiB', 502, 'upstream-broken', reply(200, JSON_TYPE, `"${'x'.repeat(5 * 1024 * 1024)}"`)],
    [
      'more than 5 MiB of unannounced length',
      502,
      'upstream-broken',
      (_, response) => {
        response.writeHead(200, { 'content-type': JSON_TYPE });
        response.write('"');
        response.end(`${'x'.repeat(6 * 1024 * 1024)}"`);
      },
    ],
    [
      'a body that is cut',
      502,
      'upstream-broken',
      (_, response) => {
        response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': '100' });
        response.write('{"a":', () => response.destroy());
      },
    ],
    ['another success', 502, 'upstream-broken', reply(202, JSON_TYPE, '{}')],
    ['a redirect', 502, 'upstream-broken', (_, response) => response.writeHead(302, { location: '/' }).end()],
    ['an error page', 502, 'upstream-broken', reply(404, 'text/html', '<h1>nginx</h1>')],
    ['an internal error', 502, 'upstream-broken', reply(500, 'application/problem+json', '{}')],
    ['a gateway in between', 503, 'upstream-unreachable', reply(502, 'text/html', '<h1>nginx</h1>')],
    ['a service that is starting', 503, 'upstream-unreachable', reply(503, 'text/html', '')],
    ['a gateway that waited', 503, 'upstream-unreachable', reply(504, 'text/html', '')],
    [
      'credentials refused',
      502,
      'upstream-refused',
      reply(401, 'application/problem+json', '{"Detail":"firma"}'),
    ],
    ['no answer', 503, 'upstream-unreachable', (_, response) => response.destroy()],
    [
      'something that is not HTTP',
      502,
      'upstream-broken',
      (_, response) => response.socket?.end('SSH-2.0-x\r\n'),
    ],
    ['silence', 504, 'upstream-timeout', () => {}],
    [
      'a body that stalls',
      504,
      'upstream-timeout',
      (_, response) => void response.writeHead(200, { 'content-type': JSON_TYPE }).write('{'),
    ],
  ])('%s', async (_, status, code, answer) => {
    await using world = await openWorld({ answer, upstreamLimits: { connectMs: 2000, answerMs: 300 } });
    const failed = await world.call(LIST, { headers: { cookie: await world.signIn('seller') } });
    expect(failed.statusCode).toBe(status);
    expect(failed.headers['content-type']).toBe('application/problem+json');
    expect(failed.json()).toMatchObject({ Type: `/problems/${code}`, Status: status, Instance: LIST });
    expect(failed.body).not.toMatch(/nginx|firma|undici|ECONN/);
  });

  it('a port where nobody listens', async () => {
    await using world = await openWorld({ config: { upstreamUrl: 'http://127.0.0.1:1' } });
    const failed = await world.call(LIST, { headers: { cookie: await world.signIn('seller') } });
    expect(failed.json()).toMatchObject({ Type: '/problems/upstream-unreachable', Status: 503 });
  });

  it('works again as soon as the upstream does', async () => {
    await using world = await openWorld({ answer: (_, response) => response.destroy() });
    const cookie = await world.signIn('seller');
    expect((await world.call(LIST, { headers: { cookie } })).statusCode).toBe(503);
    world.upstream.answer = json({});
    expect((await world.call(LIST, { headers: { cookie } })).statusCode).toBe(200);
  });
});
