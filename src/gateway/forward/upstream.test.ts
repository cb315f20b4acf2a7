import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import type { Role } from '#contract/desk/sessions.ts';
import { v3 } from '#contract/v3.ts';
import { createProblem } from '#gateway/problems.ts';
import { CONSOLE, OWN, SID, json, openWorld } from '#testing/gateway-world.ts';
import { createTestUpstream } from '#testing/upstreams.ts';

const LIST = `/v3/consultas/${OWN}`;

/** Fails a number of times, then replies. */
function failing(times: number, fail: Answer, answer: Answer = json({})): Answer {
  let left = times;
  return (request, response) => {
    left -= 1;
    (left >= 0 ? fail : answer)(request, response);
  };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const status = (code: number) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(code).end();
};
const drop: Answer = (_, response) => void response.destroy();

describe('a read that did not arrive', () => {
  it.each<[string, Answer]>([
    ['no answer', drop],
    ['502', status(502)],
    ['503', status(503)],
    ['504', status(504)],
  ])('is sent twice again, signed anew: %s', async (_, fail) => {
    await using world = await openWorld({ answer: failing(2, fail) });
    const answer = await world.call(LIST, { headers: { cookie: await world.signIn('seller') } });
    expect(answer.statusCode).toBe(200);
    expect(world.upstreamRequests).toHaveLength(3);
    for (const header of ['authorization', 'x-svc-nonce'])
      expect(new Set(world.upstreamRequests.map(({ headers }) => headers[header])).size).toBe(3);
  });

  it('a call that is never answered is aborted after the time-out', async () => {
    await using world = await openWorld({ answer: failing(3, status(503)) });
    const answer = await world.call(LIST, { headers: { cookie: await world.signIn('seller') } });
    expect(answer.json().Type).toBe('/problems/upstream-unreachable');
    expect(world.upstreamRequests).toHaveLength(3);
  });

  it.each<[string, Answer]>([
    ['an answer that cannot be read', json({}, 200, 'text/html')],
    ['an internal error', status(500)],
    ['a refusal', json({}, 429, 'application/problem+json')],
    ['credentials refused', status(401)],
    ['something that is not HTTP', (_, response) => void response.socket?.end('SSH-2.0-x\r\n')],
  ])('is all that is sent again: %s is not', async (_, fail) => {
    await using world = await openWorld({ answer: failing(1, fail) });
    await world.call(LIST, { headers: { cookie: await world.signIn('seller') } });
    expect(world.upstreamRequests).toHaveLength(1);
  });

  it('is sent in the time for one answer', async () => {
    await using world = await openWorld({
      answer: (_, response) => void setTimeout(() => response.destroy(), 250),
      upstreamTimeouts: { answerMs: 300 },
    });
    const cookie = await world.signIn('seller');
    const began = performance.now();
    const answer = await world.call(LIST, { headers: { cookie } });
    expect(answer.statusCode).toBeGreaterThanOrEqual(503);
    expect(performance.now() - began).toBeLessThan(1000);
    expect(world.upstreamRequests.length).toBeLessThan(3);
  });

  it('is not sent again once the browser is gone', async () => {
    const second = Promise.withResolvers<void>();
    const browser = new AbortController();
    await using world = await openWorld({
      answer: (_, response) => {
        response.writeHead(503).end();
        if (world.upstreamRequests.length > 1) second.resolve();
        else browser.abort();
      },
    });
    const upstream = createTestUpstream(world.config, () => world.clock.now);
    const call = upstream.call({ endpoint: v3.listInquiries, path: LIST, signal: browser.signal });
    await expect(call).rejects.toThrow(createProblem('upstream-unreachable').message);
    expect(world.upstreamRequests).toHaveLength(1);
    await upstream.close();
  });

  it('costs a tenth more at most where the service stays away: no storm meets it when it comes back', async () => {
    await using world = await openWorld({ answer: status(503) });
    const upstream = createTestUpstream(world.config, () => world.clock.now, { retryDelaysMs: [2, 6] });
    const CALLS = 300;
    const asking = Array.from({ length: CALLS }, () =>
      upstream.call({ endpoint: v3.listInquiries, path: LIST }).catch((error: unknown) => error),
    );
    await Promise.all(asking);
    expect(world.upstreamRequests.length).toBeLessThanOrEqual(CALLS * 1.1 + 20);
    await upstream.close();
  });
});

it.each<[string, string, string]>([
  ['POST', '/v3/agencias', 'partner'],
  ['PUT', `/v3/agencias/${OWN}`, 'partner'],
  ['PATCH', `/v3/agencias/${OWN}/desasociar`, 'partner'],
  ['DELETE', '/v3/appnotificaciones/x', 'support'],
  ['POST', `${LIST}/${SID}/resendwebhook`, 'support'],
])('a write is sent once: %s %s', async (method, url, role) => {
  for (const fail of [drop, status(503)]) {
    await using world = await openWorld({ answer: failing(1, fail) });
    const cookie = await world.signIn(role as Role);
    const answer = await world.call(url, {
      method: method as 'POST',
      headers: { ...CONSOLE, cookie },
      ...(['POST', 'PUT'].includes(method) && { payload: {} }),
    });
    expect(answer.statusCode).toBe(503);
    expect(world.upstreamRequests).toHaveLength(1);
  }
});

it('the upstream sends those away for whom there is no place in the line', async () => {
  const waiting: ServerResponse[] = [];
  await using world = await openWorld({ answer: (_, response) => void waiting.push(response) });
  const upstream = createTestUpstream(world.config, () => world.clock.now);
  const calls = Array.from({ length: 400 }, () =>
    upstream.call({ endpoint: v3.listInquiries, path: LIST }).then(
      () => 'answered',
      (error: Error) => error.message,
    ),
  );
  await vi.waitFor(() => expect(waiting).toHaveLength(64));
  world.upstream.answer = json({});
  for (const response of waiting) json({})({} as IncomingMessage, response);
  const said = Map.groupBy(await Promise.all(calls), (text) => text);
  expect(said.get('answered')).toHaveLength(64 + 256);
  expect(said.get(createProblem('busy').message)).toHaveLength(400 - 64 - 256);
  await upstream.close();
});

describe('credentials that the service refuses', () => {
  const problem = {
    Type: 'x',
    Title: 'x',
    Status: 401,
    Detail: 'El reloj\u0000 está a 7 min',
    Extensions: {},
  };

  it.each<[Role, string]>([
    ['seller', 'Avisale a quien administra Vitrina.'],
    ['support', 'Avisale a quien administra Vitrina. El reloj está a 7 min'],
    ['partner', 'Avisale a quien administra Vitrina. El reloj está a 7 min'],
  ])('are explained to who can do something about it: %s', async (role, end) => {
    await using world = await openWorld({ answer: json(problem, 401, 'application/problem+json') });
    const answer = await world.call(LIST, { headers: { cookie: await world.signIn(role) } });
    expect([answer.statusCode, answer.json().Type]).toEqual([502, '/problems/upstream-refused']);
    expect(answer.json().Detail).toMatch(new RegExp(`${end}$`));
  });

  it('are explained by 300 characters', async () => {
    const Detail = `${'x'.repeat(299)}yz`;
    await using world = await openWorld({
      answer: json({ ...problem, Detail }, 401, 'application/problem+json'),
    });
    const answer = await world.call(LIST, { headers: { cookie: await world.signIn('support') } });
    expect(answer.json().Detail).toMatch(/ x{299}y$/);
  });

  it.each<[string, Answer]>([
    ['HTML', (_, response) => void response.writeHead(401, { 'content-type': 'text/html' }).end('<h1>reloj')],
    [
      'no JSON',
      (_, response) =>
        void response.writeHead(401, { 'content-type': 'application/problem+json' }).end('reloj'),
    ],
    ['null', json(null, 401, 'application/problem+json')],
    ['another Detail', json({ Detail: { reloj: 1 } }, 401, 'application/problem+json')],
  ])('by a problem only: %s', async (_, answer) => {
    await using world = await openWorld({ answer });
    const said = await world.call(LIST, { headers: { cookie: await world.signIn('support') } });
    expect(said.statusCode).toBe(502);
    expect(said.json().Detail).toMatch(/Avisale a quien administra Vitrina\.$/);
  });
});

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
    ['an internal error', 503, 'upstream-failed', reply(500, 'application/problem+json', '{}')],
    ['an internal error without a word', 503, 'upstream-failed', reply(500, 'text/html', '<h1>nginx</h1>')],
    ['a service that cannot now', 503, 'upstream-failed', reply(503, 'application/problem+json', '{}')],
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
    const upstreamTimeouts = { answerMs: 300 };
    await using world = await openWorld({ answer, ...(status === 504 && { upstreamTimeouts }) });
    const failed = await world.call(LIST, { headers: { cookie: await world.signIn('seller') } });
    expect(failed.statusCode).toBe(status);
    expect(failed.headers['content-type']).toBe('application/problem+json');
    expect(failed.json()).toMatchObject({ Type: `/problems/${code}`, Status: status, Instance: LIST });
    expect(failed.body).not.toMatch(/nginx|firma|undici|ECONN/);
  });

  it('says when a service that cannot now wants to be asked again', async () => {
    const answer: Answer = (_, response) =>
      response
        .writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '30' })
        .end('{"Title":"Sin espacio para guardar"}');
    await using world = await openWorld({ answer });
    const failed = await world.call(LIST, { headers: { cookie: await world.signIn('seller') } });
    expect([failed.json().Type, failed.headers['retry-after']]).toEqual(['/problems/upstream-failed', '30']);
    // The service's own 503 is not retried.
    expect(world.upstreamRequests).toHaveLength(1);
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
