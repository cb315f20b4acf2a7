import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CONSOLE, OWN, type World, json, openWorld } from '#testing/gateway-world.ts';

// Malformed requests over a socket: refused, and never forwarded.

let world: World;
let cookie = '';
let port = 0;
beforeAll(async () => {
  world = await openWorld({ answer: json({}) });
  await world.gateway.app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
  const address = world.gateway.app.server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  cookie = await world.signIn('partner');
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => {
  world.upstreamRequests.length = 0;
});

/** Sends raw bytes; returns all bytes until the server closes. */
async function send(bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return Buffer.concat(await socket.toArray()).toString('latin1');
}

const HEADERS = {
  'content-security-policy': /frame-ancestors 'none'/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\)/,
  'referrer-policy': /^same-origin$/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'cache-control': /no-store/,
  'content-type': /^application\/problem\+json/,
};

const long = 'x'.repeat(20_000);
const post = (lines: string[], body: string) =>
  `POST /desk/session HTTP/1.1\r\nHost: localhost:4000\r\nsec-fetch-site: same-origin\r\nx-vitrina: 1\r\nConnection: close\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
const get = (target: string, ...lines: string[]) =>
  `${[`GET ${target} HTTP/1.1`, 'Host: localhost:4000', 'Connection: close', ...lines].join('\r\n')}\r\n\r\n`;

describe('every refusal carries every header', () => {
  it.each<[number, string, string]>([
    [400, 'an address that cannot be decoded', get('/%zz')],
    [400, 'bytes that are no text', get('/v3/agencias/%c3%28')],
    [404, 'no address', get('/v3/nada')],
    [404, 'no file', get('/assets/none.js')],
    [401, 'nobody', get('/v3/marcas')],
    [
      405,
      'another method',
      get('/v3/marcas')
        .replace('GET', 'PUT')
        .replace('Connection', 'x-vitrina: 1\r\nsec-fetch-site: same-origin\r\nConnection'),
    ],
    [
      404,
      'TRACE',
      get('/v3/marcas')
        .replace('GET', 'TRACE')
        .replace('Connection', 'x-vitrina: 1\r\nsec-fetch-site: same-origin\r\nConnection'),
    ],
    [
      403,
      'another site',
      post(['Content-Length: 2', 'content-type: application/json'], '{}').replace(
        'same-origin',
        'cross-site',
      ),
    ],
    [
      413,
      'too large a body',
      post(['Content-Length: 300000', 'content-type: application/json'], ' '.repeat(300_000)),
    ],
    [415, 'another type', post(['Content-Length: 2', 'content-type: text/plain'], '{}')],
    [400, 'no JSON', post(['Content-Length: 1', 'content-type: application/json'], '{')],
    [431, 'too large headers', get('/', `x: ${long}`)],
    [431, 'too long an address', get(`/${long}`)],
    [400, 'no HTTP', 'hola\r\n\r\n'],
  ])('%i: %s', async (status, _, bytes) => {
    const [head = '', body = ''] = (await send(bytes)).split('\r\n\r\n');
    expect(head.split('\r\n', 1)[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const headers = new Map(
      head.split('\r\n').map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.replace(/^[^:]*: */, '')]),
    );
    for (const [name, value] of Object.entries(HEADERS))
      expect([name, headers.get(name)]).toEqual([name, expect.stringMatching(value)]);
    expect(headers.has('strict-transport-security')).toBe(false);
    expect(headers.has('server') || headers.has('x-powered-by')).toBe(false);
    expect(JSON.parse(body)).toMatchObject({ Status: status, Type: expect.stringMatching(/^\/problems\//) });
    expect(body).not.toMatch(/node_modules|FST_|at .*\.ts/);
  });
});

describe('a second request hidden in the first', () => {
  const NEXT = 'GET /healthz HTTP/1.1\r\nHost: localhost:4000\r\n\r\n';
  const first = (...lines: string[]) =>
    `POST /v3/agencias HTTP/1.1\r\nHost: localhost:4000\r\nCookie: ${cookie}\r\n${Object.entries(CONSOLE)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}content-type: application/json\r\n${lines.join('\r\n')}\r\n\r\n`;

  it.each<[string, () => string]>([
    [
      'length and chunks',
      () => `${first('Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n${NEXT}`,
    ],
    [
      'chunks and length',
      () => `${first('Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n${NEXT}`,
    ],
    ['two lengths', () => `${first('Content-Length: 2', 'Content-Length: 4')}{}${NEXT}`],
    ['the same length twice', () => `${first('Content-Length: 2', 'Content-Length: 2')}{}${NEXT}`],
    ['a list of lengths', () => `${first('Content-Length: 2, 4')}{}${NEXT}`],
    ['a negative length', () => `${first('Content-Length: -2')}${NEXT}`],
    ['a length with a sign', () => `${first('Content-Length: +2')}{}${NEXT}`],
    ['a hexadecimal length', () => `${first('Content-Length: 0x2')}{}${NEXT}`],
    ['a length of nothing', () => `${first('Content-Length: ')}${NEXT}`],
    ['a huge length', () => `${first('Content-Length: 99999999999999999999')}{}${NEXT}`],
    ['another encoding', () => `${first('Transfer-Encoding: xchunked')}0\r\n\r\n${NEXT}`],
    ['chunks that are not last', () => `${first('Transfer-Encoding: chunked, identity')}0\r\n\r\n${NEXT}`],
    [
      'chunks twice',
      () => `${first('Transfer-Encoding: chunked', 'Transfer-Encoding: identity')}0\r\n\r\n${NEXT}`,
    ],
    ['a space before the colon', () => `${first('Transfer-Encoding : chunked')}0\r\n\r\n${NEXT}`],
    ['a folded header', () => `${first('X: a', ' Transfer-Encoding: chunked')}0\r\n\r\n${NEXT}`],
    ['a header without a name', () => `${first(': chunked')}${NEXT}`],
    ['a bare CR in a header', () => `${first('X: a\rTransfer-Encoding: chunked')}0\r\n\r\n${NEXT}`],
    ['a NUL in a header', () => `${first('X: a\0b')}${NEXT}`],
    ['a chunk without a size', () => `${first('Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n${NEXT}`],
    [
      'a chunk longer than it says',
      () => `${first('Transfer-Encoding: chunked')}1\r\n{}\r\n0\r\n\r\n${NEXT}`,
    ],
    ['a space in the address', () => `GET /v3 /healthz HTTP/1.1\r\nHost: x\r\n\r\n${NEXT}`],
    ['another version', () => `GET /v3 HTTP/9.9\r\nHost: x\r\n\r\n${NEXT}`],
    ['lines that end otherwise', () => first('X: a').replaceAll('\r\n', '\r') + NEXT],
  ])('%s: 400, and no more is read', async (_, bytes) => {
    const answer = await send(bytes());
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1);
    expect(answer).toMatch(/connection: close/i);
    expect(world.upstreamRequests).toHaveLength(0);
  });
});

describe('a body that means harm', () => {
  const ask = (payload: string, url = '/desk/session', method: 'POST' | 'PUT' = 'POST') =>
    world.call(url, { method, headers: { ...CONSOLE, cookie, 'content-type': 'application/json' }, payload });

  it.each([
    '{"__proto__":{"polluted":true},"mail":"a@b.example","password":"x"}',
    '{"constructor":{"prototype":{"polluted":true}},"mail":"a@b.example","password":"x"}',
    '{"mail":{"__proto__":{"polluted":true}},"password":"x"}',
    '{"mail":"a@b.example","password":"x","__proto__":null}',
    '[]',
    'null',
    '"x"',
    '1e400',
    '{"mail":["a@b.example"],"password":"x"}',
    '{"mail":{"$ne":""},"password":{"$ne":""}}',
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`,
    `{"mail":"a@b.example","password":"${'x'.repeat(200_000)}"}`,
    `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join()}}`,
  ])('is refused as a whole: %#', async (payload) => {
    for (const [url, method] of [
      ['/desk/session', 'POST'],
      ['/desk/people', 'POST'],
      ['/desk/me/password', 'PUT'],
      ['/desk/links/view', 'POST'],
    ] as const) {
      const began = performance.now();
      const answer = await ask(payload, url, method);
      expect([url, answer.statusCode]).toEqual([url, 400]);
      expect(answer.body.length).toBeLessThan(1000 + 30 * 20_000);
      expect(performance.now() - began).toBeLessThan(2000);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each([
    '__proto__[polluted]=1',
    '__proto__.polluted=1',
    'constructor[prototype][polluted]=1',
    `${'a=1&'.repeat(3000)}a=1`,
  ])('is no query either: %#', async (query) => {
    expect((await world.call(`/desk/audit?${query}`, { headers: { cookie } })).statusCode).toBe(400);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('too large is refused before it is read', async () => {
    expect((await ask(' '.repeat(256 * 1024 + 1))).statusCode).toBe(413);
    expect((await ask(' '.repeat(256 * 1024 + 1), '/v3/agencias')).statusCode).toBe(413);
  });

  it('compressed is refused', async () => {
    const answer = await world.call('/desk/session', {
      method: 'POST',
      headers: { ...CONSOLE, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: Buffer.from('1f8b0800', 'hex'),
    });
    expect([400, 415]).toContain(answer.statusCode);
  });
});

describe('a header within a value', () => {
  it.each([
    '/x%0d%0aSet-Cookie:%20a=b',
    '/sign-in?next=/%0d%0aSet-Cookie:%20a=b',
    '/%E5%98%8A%E5%98%8DSet-Cookie:a=b',
  ])('is none: %s', async (url) => {
    for (const who of ['', cookie]) {
      const answer = await world.call(url, { headers: { accept: 'text/html', cookie: who } });
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.headers.location ?? '').not.toMatch(/[\r\n]/);
    }
  });
});

it('the gateway gives slow clients the time that the other server gives them', () => {
  const { server } = world.gateway.app;
  expect(server.headersTimeout).toBe(10_000);
  expect(server.requestTimeout).toBe(13_500);
});

describe('what says where a request comes from', () => {
  const lastAddress = async (other: World) =>
    (await other.call('/desk/audit', { headers: { cookie: await other.signIn('support') } })).json()
      .entries[1].address as string;
  const enter = (other: World, remoteAddress: string, headers: Record<string, string>) =>
    other.call('/desk/session', {
      method: 'POST',
      remoteAddress,
      headers: { ...CONSOLE, ...headers },
      payload: { mail: other.mail('seller'), password: 'x' },
    });
  const FORWARDED = 'x-forwarded-for';

  it.each<[string, false | number | string[], string, string, string]>([
    ['nobody is believed', false, '10.0.0.1', '203.0.113.9', '10.0.0.1'],
    ['one proxy', 1, '10.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['two proxies', 2, '10.0.0.1', '198.51.100.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    [
      'a proxy by its range',
      ['10.0.0.0/8'],
      '10.0.0.1',
      '198.51.100.1, 203.0.113.9, 10.7.7.7',
      '203.0.113.9',
    ],
    ['not that proxy', ['10.0.0.0/8'], '192.0.2.1', '203.0.113.9', '192.0.2.1'],
    ['a proxy that says nothing', 1, '10.0.0.1', '', '10.0.0.1'],
    ['an address with its port', 1, '10.0.0.1', '203.0.113.9:50123', '203.0.113.9'],
    ['IPv6', 1, '10.0.0.1', '2001:DB8::0:9', '2001:db8::9'],
    ['IPv6 with its port', 1, '10.0.0.1', '[2001:db8::9]:50123', '2001:db8::9'],
    ['IPv4 written as IPv6', 1, '10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['IPv4 written as IPv6, of the connection', false, '::ffff:203.0.113.9', '', '203.0.113.9'],
    ['a word', 1, '10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
    ['a word behind another proxy', 2, '10.0.0.1', '_hidden, 10.0.0.2', '10.0.0.2'],
    ['a number', 1, '10.0.0.1', '3232235777', '10.0.0.1'],
    ['half an address', 1, '10.0.0.1', '203.0.113', '10.0.0.1'],
    ['an address with a zone', 1, '10.0.0.1', 'fe80::1%eth0', '10.0.0.1'],
    ['a text without end', 1, '10.0.0.1', 'x'.repeat(5000), '10.0.0.1'],
  ])('%s', async (_, trustProxy, remote, forwarded, address) => {
    await using other = await openWorld({ config: { trustProxy } });
    await enter(other, remote, {
      ...(forwarded && { [FORWARDED]: forwarded }),
      'x-real-ip': '198.51.100.2',
      forwarded: 'for=198.51.100.3',
      'client-ip': '198.51.100.4',
      'x-user-id': '1',
    });
    expect(await lastAddress(other)).toBe(address);
  });

  it.each<[string, number | false, (at: number) => string, number]>([
    ['addresses of their own', 1, (at) => `203.0.113.${at}`, 401],
    ['nobody is believed', false, (at) => `203.0.113.${at}`, 429],
    ['ports of one address', 1, (at) => `203.0.113.9:${5000 + at}`, 429],
    ['one network of IPv6', 1, (at) => `2001:db8:0:7:${at}::${at}`, 429],
    ['networks of IPv6', 1, (at) => `2001:db8:0:${at}::1`, 401],
    ['words', 1, (at) => `x${at}`, 429],
  ])('limits by it: %s', async (_, trustProxy, forwarded, last) => {
    await using other = await openWorld({ config: { trustProxy } });
    let status;
    for (let at = 0; at < 6; at += 1)
      status = (await enter(other, '10.0.0.1', { [FORWARDED]: forwarded(at) })).statusCode;
    expect(status).toBe(last);
  });
});

it(`passes nothing on of what was said about who asks`, async () => {
  await world.call(`/v3/agencias/${OWN}`, {
    headers: {
      cookie,
      'x-user-id': '1',
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=x',
      referer: 'http://x',
    },
  });
  const [{ headers } = { headers: {} }] = world.upstreamRequests;
  expect(Object.keys(headers).filter((name) => /forwarded|user|referer|cookie/.test(name))).toEqual([]);
});
