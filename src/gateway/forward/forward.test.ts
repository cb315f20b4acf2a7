import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { canonicalString, computeHmac, parseAuthorization } from '#signing/request.ts';
import { FOREIGN, KEY, OWN, SECRET, SID, json, openWorld, openSharedWorld } from '#testing/gateway-world.ts';
import { LIST, PROBLEM } from '#testing/forward-world.ts';

const sharedWorld = openSharedWorld();

describe('a call that passes', () => {
  it('goes over the wire as it came, and signed so that the service can verify it', async () => {
    const world = sharedWorld();
    const cookie = await world.signIn('seller');
    const url = `/V3/consultas/${encodeURIComponent(OWN)}?desde=2026-03-01&externalid=a%20b%2Bc&pagina=2`;
    await world.call(url, { headers: { cookie, 'x-svc-nonce': 'chosen', authorization: 'SVC-HMAC a:b' } });

    const [request] = world.upstreamRequests;
    expect(request).toMatchObject({ method: 'GET', url });
    const { headers } = request as IncomingMessage;
    const authorization = parseAuthorization(headers.authorization, 'SVC');
    expect(authorization).toEqual({
      key: KEY,
      hmac: computeHmac(canonicalString({ method: 'GET', path: url, headers }, 'SVC'), SECRET),
    });
    expect(headers.date).toBe('Thu, 05 Mar 2026 14:30:00 GMT');
    expect(headers['x-svc-nonce']).toMatch(/^[\da-f-]{36}$/);
    expect(headers.cookie).toBeUndefined();
  });

  it('is signed anew each time', async () => {
    const world = sharedWorld();
    const cookie = await world.signIn('seller');
    await Promise.all([1, 2, 3].map(() => world.call(LIST, { headers: { cookie } })));
    for (const header of ['authorization', 'x-svc-nonce'])
      expect(new Set(world.upstreamRequests.map(({ headers }) => headers[header])).size).toBe(3);
  });

  it.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'application/json'],
    ['text/html', 'application/json'],
    ['text/json', 'text/json'],
    ['application/vnd.service.ref+json', 'application/vnd.service.ref+json'],
    ['application/vnd.service.entry+json;q=0.9, text/json;q=0.5', 'application/vnd.service.entry+json'],
  ])('asks for a form of the contract: %s', async (accept, form) => {
    await using world = await openWorld({ answer: json({}, 200, form) });
    const cookie = await world.signIn('seller');
    const answer = await world.call(LIST, { headers: { cookie, ...(accept && { accept }) } });
    expect(world.upstreamRequests[0]?.headers.accept).toBe(form);
    expect(answer.headers['content-type']).toContain(form);
  });

  it('turns links of the upstream into paths, and leaves others and their look-alikes', async () => {
    const world = sharedWorld();
    const { origin } = world.upstream;
    const links = (at: string) => ({
      self: { href: `${at}/v3/consultas/${OWN}` },
      find: { href: `${at}/v3/consultas/${OWN}{?desde,hasta}`, templated: true },
    });
    world.upstream.answer = json({
      _links: { ...links(origin), shout: { href: `${origin.toUpperCase()}/v3` } },
      _entries: [
        { href: `${origin}/v3/x`, title: `${origin}/v3/x` },
        { Interesado: { Comentario: `${origin}/v3/x` } },
        { _links: { other: { href: 'https://other.example/v3/x' }, near: { href: `${origin}0/v3/x` } } },
        { _links: { host: { href: `${origin}//evil.example/x` }, bare: { href: origin } } },
      ],
    });
    const answer = await world.call(LIST, { headers: { cookie: await world.signIn('seller') } });
    expect(answer.json()).toEqual({
      _links: { ...links(''), shout: { href: '/v3' } },
      _entries: [
        { href: '/v3/x', title: `${origin}/v3/x` },
        { Interesado: { Comentario: `${origin}/v3/x` } },
        { _links: { other: { href: 'https://other.example/v3/x' }, near: { href: `${origin}0/v3/x` } } },
        { _links: { host: { href: `${origin}//evil.example/x` }, bare: { href: origin } } },
      ],
    });
  });

  it('keeps numbers that a double cannot hold where it turns links into paths', async () => {
    const world = sharedWorld();
    const links = (at: string) => `{"_links":{"self":{"href":"${at}/v3/x"}},`;
    const numbers = '"Total":12345678901234567890,"a":[1.00000000000000000001,-9007199254740993,1e400,7]}';
    world.upstream.answer = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(links(world.upstream.origin) + numbers);
    const answer = await world.call(LIST, { headers: { cookie: await world.signIn('seller') } });
    expect(answer.body).toBe(links('') + numbers);
  });

  it('turns a Location of the upstream into a path', async () => {
    const world = sharedWorld();
    world.upstream.answer = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', location: `${world.upstream.origin}/v3/x` })
        .end('{}');
    const answer = await world.call(LIST, { headers: { cookie: await world.signIn('seller') } });
    expect(answer.headers.location).toBe('/v3/x');
  });

  it('leaves a reply without such links as the service wrote it', async () => {
    const body = '{ "Total": 12345678901234567890, "__proto__": {"a": 1.0}, "_entries": [] }';
    await using world = await openWorld({
      answer: (_, response) =>
        response.writeHead(200, { 'content-type': 'application/json; charset=UTF-8' }).end(body),
    });
    const answer = await world.call(LIST, { headers: { cookie: await world.signIn('seller') } });
    expect(answer.body).toBe(body);
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it('is compressed for who can read it, when it is over a kibibyte', async () => {
    const body = { _entries: [{ Comentario: 'hola '.repeat(400) }] };
    await using world = await openWorld({ answer: json(body) });
    const cookie = await world.signIn('seller');
    const answer = await world.call(LIST, { headers: { cookie, 'accept-encoding': 'gzip, br' } });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString())).toEqual(body);
  });

  it('answers HEAD as GET, without the body', async () => {
    const world = sharedWorld();
    const answer = await world.call(LIST, {
      method: 'HEAD',
      headers: { cookie: await world.signIn('seller') },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('');
    expect(world.upstreamRequests[0]?.method).toBe('GET');
  });

  it('remembers whose inbox the person opened last, when the service knows the agency', async () => {
    const world = sharedWorld();
    const cookie = await world.signIn('partner');
    const last = async () =>
      (await world.call('/desk/session', { headers: { cookie } })).json().lastAgency as string | null;
    const open = (mail: string) => world.call(`/v3/consultas/${mail}`, { headers: { cookie } });
    expect(await last()).toBeNull();
    await open(OWN.toUpperCase());
    expect(await last()).toBe(OWN);
    await open(FOREIGN);
    expect(await last()).toBe(FOREIGN);
    await world.call(`/v3/agencias/${OWN}`, { headers: { cookie } });
    expect(await last()).toBe(FOREIGN);
    world.upstream.answer = json(undefined, 404);
    await open('nadie@x.example');
    expect(await last()).toBe(FOREIGN);
  });
});

describe('a refusal of the service', () => {
  it.each([400, 403, 409, 429])('passes as it is: %i', async (status) => {
    const problem = { ...PROBLEM, Status: status };
    await using world = await openWorld({
      answer: (_, response) =>
        response
          .writeHead(status, { 'content-type': 'application/problem+json', 'retry-after': '7' })
          .end(JSON.stringify(problem)),
    });
    const answer = await world.call(LIST, { headers: { cookie: await world.signIn('seller') } });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.headers['retry-after']).toBe('7');
    expect(answer.json()).toEqual(problem);
  });

  it('passes as it is: 404 without a body', async () => {
    await using world = await openWorld({ answer: (_, response) => response.writeHead(404).end() });
    const answer = await world.call(`${LIST}/${SID}`, { headers: { cookie: await world.signIn('seller') } });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toBe('');
    expect(answer.headers['content-type']).toBeUndefined();
  });
});

it('the gateway gives up its call when the browser goes away', async () => {
  const seen = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  await using world = await openWorld({
    answer: (_, response) => {
      response.once('close', () => cancelled.resolve());
      seen.resolve();
    },
  });
  const cookie = await world.signIn('seller');
  const base = await world.gateway.app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
  const browser = new AbortController();
  const call = fetch(`${base}${LIST}`, { headers: { cookie }, signal: browser.signal });
  await seen.promise;
  browser.abort();
  await expect(call).rejects.toThrow('aborted');
  // The default time-out is 10 s: a call that is not aborted would outlast the test.
  await cancelled.promise;
}, 5000);

describe('addresses that are not of the contract', () => {
  it.each(['/v3/nada', `/v3/agencias/${OWN}/x`, '/v3/index.html', '/desk', '/desk/x'])(
    '%s is not found',
    async (url) => {
      const world = sharedWorld();
      const answer = await world.call(url, { headers: { accept: 'text/html' } });
      expect(answer.statusCode).toBe(404);
      expect(answer.json().Type).toBe('/problems/not-found');
    },
  );

  it.each([
    ['POST', LIST, 'GET, HEAD'],
    ['DELETE', `/v3/agencias/${OWN}/`, 'GET, PUT, HEAD'],
    ['OPTIONS', '/v3/agencias', 'GET, POST, HEAD'],
    ['PUT', '/desk/session', 'POST, GET, DELETE, HEAD'],
  ] as const)('%s %s: 405 with Allow', async (method, url, allow) => {
    const world = sharedWorld();
    const answer = await world.call(url, {
      method,
      headers: { 'sec-fetch-site': 'same-origin', 'x-vitrina': '1' },
    });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe(allow);
    expect(world.upstreamRequests).toHaveLength(0);
  });
});

it('a request has one id at the gateway, at the service, and in the problem', async () => {
  await using world = await openWorld({ answer: json({}, 500) });
  const { headers, body } = await world.call(LIST, {
    headers: { cookie: await world.signIn('seller'), 'x-request-id': 'chosen-by-the-browser' },
  });
  const id = headers['x-request-id'];
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(new Set(world.upstreamRequests.map((request) => request.headers['x-request-id']))).toEqual(
    new Set([id]),
  );
  expect(JSON.parse(body)).toMatchObject({ Extensions: { RequestId: id } });
});

it('the gateway says nothing of the secret, in no answer and in no log line', async () => {
  const lines: string[] = [];
  await using world = await openWorld({
    logger: { level: 'trace', stream: { write: (line: string) => void lines.push(line) } },
  });
  const cookie = await world.signIn('seller');
  const said: string[] = [];
  const answers = [
    json({}),
    (_: IncomingMessage, response: ServerResponse) => response.writeHead(401).end(),
    (_: IncomingMessage, response: ServerResponse) => response.destroy(),
  ];
  for (const answer of answers) {
    world.upstream.answer = answer;
    const { headers, body } = await world.call(`${LIST}?operador=ana@x.example`, { headers: { cookie } });
    said.push(JSON.stringify(headers), body);
  }
  expect(lines.some((line) => line.includes('"status":502'))).toBe(true);
  const hmacs = world.upstreamRequests.map(
    ({ headers }) => String(headers.authorization).split(':')[1] ?? '',
  );
  for (const text of [SECRET, ...hmacs]) expect([...said, ...lines].join('\n')).not.toContain(text);
  for (const text of [cookie.slice(-43), world.password('seller'), 'ana@x.example'])
    expect(lines.join('\n')).not.toContain(text);
});
