import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';
import { canonicalString, computeDigest, computeHmac, parseAuthorization } from '#signing/request.ts';
import {
  CONSOLE,
  FOREIGN,
  KEY,
  OWN,
  SECRET,
  SID,
  json,
  openSharedWorld,
  openWorld,
} from '#testing/gateway-world.ts';

const sharedWorld = openSharedWorld();

const LIST = `/v3/consultas/${OWN}`;
const PROBLEM = {
  Type: 'https://httpstatuses.com/400',
  Title: 'Validación de información esperada fallida',
  Status: 400,
  Detail: 'Alguna información contiene valores no validos.',
  Instance: LIST,
  Extensions: {},
  Errors: { pagina: ['debe ser 99 o menos'] },
};

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

describe('a call with a body', () => {
  const body = '{ "Nombre" : "\\u00d1and\\u00fa", "Telefono": null }';

  it('passes as the bytes that came, with their digest', async () => {
    const got = Promise.withResolvers<string>();
    await using world = await openWorld({
      answer: (request, response) => {
        void text(request).then(got.resolve);
        response.writeHead(202, { location: `${world.upstream.origin}/v3/agencias/a@b.example` }).end();
      },
    });
    const cookie = await world.signIn('partner');
    const answer = await world.call('/v3/agencias', {
      method: 'POST',
      headers: { ...CONSOLE, cookie, 'content-type': 'application/json' },
      payload: body,
    });
    expect([answer.statusCode, answer.body]).toEqual([202, '']);
    expect(answer.headers.location).toBe('/v3/agencias/a@b.example');
    expect(await got.promise).toBe(body);
    const { headers } = world.upstreamRequests[0] as IncomingMessage;
    expect(headers).toMatchObject({ 'content-type': 'application/json', digest: computeDigest(body) });
    const canonical = canonicalString({ method: 'POST', path: '/v3/agencias', headers }, 'SVC');
    expect(parseAuthorization(headers.authorization, 'SVC')?.hmac).toBe(computeHmac(canonical, SECRET));
  });

  it('is refused when it is not JSON by its type', async () => {
    const world = sharedWorld();
    const answer = await world.call('/v3/agencias', {
      method: 'POST',
      headers: { ...CONSOLE, cookie: await world.signIn('partner'), 'content-type': 'text/plain' },
      payload: body,
    });
    expect(answer.statusCode).toBe(415);
    expect(world.upstreamRequests).toHaveLength(0);
  });

  it.each([
    ['/hook', '/hook'],
    ['/hook?x=1&token=secret=&empty=', '/hook?x=…&token=…&empty=…'],
    ['/hook?secret', '/hook?…'],
    ['/hook?a&b=secret?c#secret', '/hook?…&b=…'],
  ])(
    'comes back from a resend with the callback as it is, what it may be opened by masked: %s',
    async (path, shown) => {
      await using world = await openWorld();
      const resend = async (location: string) => {
        world.upstream.answer = (_, response) =>
          response.writeHead(202, { 'content-type': 'application/json', location }).end('{}');
        world.clock.now += 2000;
        const answer = await world.call(`${LIST}/${SID}/resendwebhook`, {
          method: 'POST',
          headers: { ...CONSOLE, cookie: await world.signIn('support') },
        });
        expect(answer.statusCode).toBe(202);
        return answer.headers.location && decodeURI(answer.headers.location);
      };
      expect(await resend(`${world.upstream.origin}${path}`)).toBe(`${world.upstream.origin}${shown}`);
      expect(await resend(`https://user:secret@b.example:8443${path}`)).toBe(
        `https://…@b.example:8443${shown}`,
      );
      expect(await resend('no address')).toBeUndefined();
    },
  );
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

it('gives up its call when the browser goes away', async () => {
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

it('finishes a write that was begun, though the browser goes away', async () => {
  const seen = Promise.withResolvers<ServerResponse>();
  await using world = await openWorld({ answer: (_, response) => seen.resolve(response) });
  const cookie = await world.signIn('partner');
  const base = await world.gateway.app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
  const done = new Promise<number>((resolve) => {
    world.gateway.app.server.once('request', (_, response: ServerResponse) =>
      response.once('close', () => resolve(response.statusCode)),
    );
  });
  const browser = new AbortController();
  const call = fetch(`${base}/v3/agencias/${OWN}/desasociar`, {
    method: 'PATCH',
    headers: { ...CONSOLE, cookie },
    signal: browser.signal,
  });
  const upstream = await seen.promise;
  browser.abort();
  await expect(call).rejects.toThrow('aborted');
  await done;
  const database = await openDatabase<GatewayTables>(world.config.database);
  const outcome = () =>
    database.db.selectFrom('audit').select('status').where('action', '=', 'disassociateAgency').execute();
  expect(await outcome()).toEqual([{ status: null }]);
  expect(upstream.destroyed).toBe(false);
  upstream.writeHead(204).end();
  await vi.waitFor(async () => expect(await outcome()).toEqual([{ status: 204 }]));
  await database.close();
}, 5000);

describe('a catalog', () => {
  const MAKES = '/v3/marcas?q=fi';
  const tagged = (request: IncomingMessage, response: ServerResponse) =>
    request.headers['if-none-match'] === '"1"'
      ? response.writeHead(304, { etag: '"1"' }).end()
      : json({ _entries: [] })(request, response.setHeader('etag', '"1"'));

  it('is kept by the browser, and asked for again by its tag', async () => {
    await using world = await openWorld({ answer: tagged });
    const cookie = await world.signIn('seller');
    for (const url of [MAKES, '/v3']) {
      const first = await world.call(url, { headers: { cookie } });
      expect(first.headers).toMatchObject({
        etag: '"1"',
        'cache-control': 'private, no-cache',
        vary: 'Accept, Cookie',
      });
      const again = await world.call(url, { headers: { cookie, 'if-none-match': '"1"' } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      expect(again.headers).toMatchObject({ etag: '"1"', 'cache-control': 'private, no-cache' });
      expect(String(again.headers.vary)).toContain('Cookie');
      expect(again.headers['content-type']).toBeUndefined();
    }
  });

  it('is for who is signed in, with the tag too', async () => {
    await using world = await openWorld({ answer: tagged });
    const answer = await world.call(MAKES, { headers: { 'if-none-match': '"1"' } });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(world.upstreamRequests).toHaveLength(0);
  });

  it('a refused reply is not cached', async () => {
    await using world = await openWorld({ answer: json(PROBLEM, 400, 'application/problem+json') });
    const answer = await world.call(MAKES, { headers: { cookie: await world.signIn('seller') } });
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it('alone is: what is personal carries no tag, and asks with none', async () => {
    await using world = await openWorld({ answer: tagged });
    const cookie = await world.signIn('seller');
    const answer = await world.call(LIST, { headers: { cookie, 'if-none-match': '"1"' } });
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, undefined]);
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it('unchanged without having been asked so is a broken reply', async () => {
    await using world = await openWorld({ answer: (_, response) => response.writeHead(304).end() });
    const answer = await world.call(MAKES, { headers: { cookie: await world.signIn('seller') } });
    expect(answer.statusCode).toBe(502);
  });
});

describe('one person', () => {
  it('uses a fifth of what the app may ask in a minute in all sessions together, and leaves the rest to others', async () => {
    await using world = await openWorld({ config: { rateLimit: 25 } });
    const sessions: string[] = [];
    for (let number = 0; number < 6; number += 1) sessions.push(await world.signIn('seller'));
    const [one = ''] = sessions;
    const other = await world.signIn('partner');
    const ask = (cookie: string, url = LIST) => world.call(url, { headers: { cookie } });
    const answers = await Promise.all(sessions.map((cookie) => ask(cookie)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 200, 200, 429,
    ]);
    world.clock.now += 17_000;
    const refused = await ask(one);
    expect([refused.statusCode, refused.json().Type]).toEqual([429, '/problems/too-many-requests']);
    expect(refused.headers['retry-after']).toBe('43');
    expect(world.upstreamRequests).toHaveLength(5);
    expect((await ask(other)).statusCode).toBe(200);
    expect((await ask(one, '/desk/session')).statusCode).toBe(200);
    world.clock.now += 43_000;
    expect((await ask(one)).statusCode).toBe(200);
  });

  it.each<[string, 'GET' | 'PUT', number]>([
    [`/desk/agencies/${OWN}/summary`, 'GET', 2],
    [`/desk/follow-up/${OWN}/${SID}/seen`, 'PUT', 1],
    [`/desk/follow-up/${OWN}/${SID}/looking`, 'PUT', 1],
    ['/desk/webhooks', 'GET', 1],
  ])('uses it also by what the gateway asks itself: %s', async (url, method, asks) => {
    await using world = await openWorld({ config: { rateLimit: 25 } });
    const cookie = await world.signIn('partner');
    const headers = { cookie, ...CONSOLE };
    world.upstreamRequests.length = 0;
    await world.call(url, { method, headers });
    expect(world.upstreamRequests).toHaveLength(asks);
    for (let times = asks; times < 5; times += 1)
      expect((await world.call(LIST, { headers: { cookie } })).statusCode).toBe(200);
    expect((await world.call(LIST, { headers: { cookie } })).statusCode).toBe(429);
    expect((await world.call('/desk/session', { headers: { cookie } })).statusCode).toBe(200);
  });

  it('uses it by the proof that an inquiry is theirs, and is asked for nothing without room', async () => {
    await using world = await openWorld({ config: { rateLimit: 25 } });
    const { db, ...database } = await openGatewayDatabase(world.config.database);
    await db.updateTable('person_agency').set({ own_inquiries_only: 1 }).execute();
    await database.close();
    const cookie = await world.signIn('seller');
    world.upstream.answer = json({ OperadorResponsable: world.mail('seller') });
    world.upstreamRequests.length = 0;
    const view = () => world.call(`/desk/follow-up/${OWN}/${SID}`, { headers: { cookie } });
    for (let times = 0; times < 5; times += 1) expect((await view()).statusCode).toBe(200);
    expect([(await view()).statusCode, world.upstreamRequests.length]).toEqual([429, 5]);
  });

  it('asks the gateway itself twelve hundred times a minute', async () => {
    const world = sharedWorld();
    const cookie = await world.signIn('seller');
    const ask = () => world.call('/desk/session', { headers: { cookie } });
    for (let times = 0; times < 1200; times += 1) expect((await ask()).statusCode).toBe(200);
    expect((await ask()).statusCode).toBe(429);
  });
});

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

it('says nothing of the secret, in no answer and in no log line', async () => {
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
  for (const text of [cookie.slice(-43), world.password('seller'), 'ana@x.example', OWN])
    expect(lines.join('\n')).not.toContain(text);
});
