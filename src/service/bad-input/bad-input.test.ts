import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LightMyRequestResponse } from 'fastify';
import { attemptLog } from '#contract/attempts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { PROBLEM_TYPE, Problem } from '#contract/problem.ts';
import { publisher } from '#contract/publisher.ts';
import { v3 } from '#contract/v3.ts';
import { openRefusalWorld } from '#testing/service-world.ts';

const MAIL = 'a@a.example';
const VALID: Record<string, string> = { adminMail: MAIL, sid: '0'.repeat(26), topic: 'x', id: '1' };
const rows: [string, Endpoint][] = Object.entries({ ...v3, ...publisher, ...attemptLog });

/** Path segments, percent-encoded or invalid. */
const TEXTS = [
  '',
  '%20',
  '+',
  '%00',
  'a%00b',
  '%0d%0a',
  '%zz',
  '%',
  '%c3%28',
  '%ff',
  '%c0%af',
  '%ED%A0%80',
  '%EF%BB%BF',
  '%E2%80%AE',
  '%EF%BC%91',
  "'%20or%201=1--",
  '$%7B7*7%7D',
  '..%2F..',
  '%2e%2e',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '1e9',
  '99999999999999999999',
  '%25',
  '%5B',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '%2B275760-09-13',
  'ñ@x.y',
  'a@b@c',
  'a'.repeat(5000),
].map((text) => text.replace('ñ', '%C3%B1'));

const BODIES = [
  '',
  'null',
  'true',
  '1e400',
  '"x"',
  '[]',
  '{}',
  '{',
  '{"AdminMail":',
  '{"a":1,}',
  '\0',
  '{"AdminMail":"\\u0000"}',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"AdminMail":1,"AdminMail":2}',
  '{"AdminMail":{"__proto__":{"polluted":1}}}',
  '{"Callback":"\\ud800"}',
  '{"AdminMail":"a@x.example\\r\\nBcc: b@x.example"}',
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  `{"AdminMail":"${'a'.repeat(100_000)}"}`,
  `{${Array.from({ length: 10_000 }, (_, at) => `"k${at}":${at}`).join()}}`,
  `{"AdminMail":${'9'.repeat(10_000)}}`,
];

// All requests are made in one minute of the clock.
const world = openRefusalWorld(
  'sqlite',
  async (world) => {
    await world.agency(MAIL);
    await world.database.db.updateTable('apps').set({ publisher: 1 }).execute();
  },
  { rateLimit: 100_000 },
);

/** Expects no 5xx, and a problem in every error reply with a body. */
function expectAnswered(reply: LightMyRequestResponse): void {
  expect(reply.statusCode).toBeLessThan(500);
  const refused = reply.statusCode >= 400 && reply.body !== '';
  const told = refused ? reply.headers['content-type'] : PROBLEM_TYPE;
  expect(told).toContain(PROBLEM_TYPE);
  expect(refused ? Problem.parse(reply.json()).Status : reply.statusCode).toBe(reply.statusCode);
}

const filled = (path: string, values = VALID) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'x');

describe.each(rows)('%s', (_name, row) => {
  const parameters = Object.keys(row.params?.shape ?? {});
  const searches = [...Object.keys(row.query?.shape ?? {}), 'otra'];

  it.each(TEXTS)('takes %.20j for each parameter', async (text) => {
    const paths = [
      ...parameters.map((name) => filled(row.path, { ...VALID, [name]: text })),
      ...searches.flatMap((name) => [
        `${filled(row.path)}?${name}=${text}`,
        `${filled(row.path)}?${name}=${text}&${name}=${text}`,
        `${filled(row.path)}?${name}[]=${text}&${text}=${name}`,
      ]),
    ];
    const body = row.body ? '{}' : undefined;
    for (const path of paths) expectAnswered(await world().call(path, { method: row.method, body }));
  });
});

describe.each(rows.filter(([, { body }]) => body))('%s', (_name, row) => {
  it.each(BODIES)('refuses the body %.40j', async (body) => {
    for (const headers of [
      {},
      { 'content-encoding': 'gzip' },
      { 'content-type': 'application/json; charset=utf-16' },
    ]) {
      const reply = await world().call(filled(row.path), { method: row.method, body, headers });
      expectAnswered(reply);
      expect([200, 400, 403, 404, 409]).toContain(reply.statusCode);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('on the wire', () => {
  let port = 0;
  beforeAll(async () => {
    const address = await world().app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
    port = Number(new URL(address).port);
  });
  afterAll(() => world().app.server.closeAllConnections());

  const say = async (text: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(text);
    const chunks: Buffer[] = [];
    await new Promise<void>((resolve) => {
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.once('close', () => resolve());
    });
    return Buffer.concat(chunks).toString();
  };
  const close = 'Host: x\r\nConnection: close\r\n';

  it.each([
    ['an unknown verb', `NADA /v3 HTTP/1.1\r\n${close}\r\n`, 400],
    ['TRACE', `TRACE /v3/agencias HTTP/1.1\r\n${close}\r\n`, 401],
    ['100,000 characters', `GET /v3/marcas?q=${'a'.repeat(100_000)} HTTP/1.1\r\n${close}\r\n`, 431],
    [
      '100,000 characters of header',
      `GET /v3 HTTP/1.1\r\nAccept: ${'a'.repeat(100_000)}\r\n${close}\r\n`,
      431,
    ],
    [
      'two Content-Lengths',
      `POST /v3/agencias HTTP/1.1\r\n${close}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      400,
    ],
    [
      'Content-Length beside chunks',
      `POST /v3/agencias HTTP/1.1\r\n${close}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    [
      'an expectation',
      `POST /v3/agencias HTTP/1.1\r\n${close}Expect: nada\r\nContent-Length: 0\r\n\r\n`,
      417,
    ],
    ['no host', 'GET /v3 HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a NUL in the path', `GET /v3/\0 HTTP/1.1\r\n${close}\r\n`, 400],
    ['no HTTP at all', '\x16\x03\x01\x02\x00\r\n\r\n', 400],
  ])('refuses %s', async (_what, text, status) => {
    expect(await say(text)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});
