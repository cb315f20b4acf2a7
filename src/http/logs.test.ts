import { Writable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { expect, it, vi } from 'vitest';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { registerHealthRoutes } from './health.ts';
import { REQUEST_ID_HEADER, getRequestContext } from './request-context.ts';
import { createServer, listen, logRequests } from './server.ts';

interface Line {
  level: number;
  msg: string;
  route?: string;
}

const INFO = 30;
const WARN = 40;

function openServer(check: () => Promise<void>) {
  const lines: Line[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)) as Line);
      done();
    },
  });
  const app = createServer({ logger: { level: 'info', stream }, clock: systemClock, random: systemRandom });
  logRequests(app);
  registerHealthRoutes(app, check, systemClock);
  app.get('/other', () => 'here');
  return { app, lines };
}

it('answers of health probes are not logged at the level `info`', async () => {
  const { app, lines } = openServer(async () => {});
  for (const path of ['/healthz', '/readyz', '/other', '/READYZ/']) await app.inject(path);
  expect(lines.map(({ level, route }) => [level, route])).toEqual([[INFO, '/other']]);
  await app.close();
});

it('the reason of an unready process is logged once, and its recovery too', async () => {
  let isAway = true;
  const { app, lines } = openServer(async () => {
    if (isAway) throw new Error('away');
  });
  for (let probe = 0; probe < 3; probe++) await app.inject('/readyz');
  isAway = false;
  for (let probe = 0; probe < 3; probe++) await app.inject('/readyz');
  expect(lines.map(({ msg }) => msg)).toEqual(['away', 'ready again']);
  await app.close();
});

it('the line of the start has the version', async () => {
  const { app, lines } = openServer(async () => {});
  await listen(app, { host: '127.0.0.1', port: 0 }, 'PORT');
  expect(lines[0]?.msg).toMatch(/^Vitrina \d+\.\d+\.\d+ is listening on http/);
  await app.close();
});

it('an answered request has its id, and those of the person and the agency, in its line', async () => {
  const { app, lines } = openServer(async () => {});
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/known', (request) => {
    request.context.person = 'p1';
    request.context.agency = 'a@a.example';
    const context = getRequestContext();
    if (context) context.upstreamCalls += 1;
    return { id: context?.id };
  });
  const reply = await app.inject({
    method: 'POST',
    path: '/known?secret=1',
    payload: 'x',
    headers: { 'content-type': 'text/plain' },
  });
  const id = reply.headers[REQUEST_ID_HEADER];
  expect(reply.json()).toEqual({ id });
  expect(lines).toMatchObject([
    { msg: 'answered', reqId: id, person: 'p1', agency: 'a@a.example', upstreamCalls: 1, upstreamMs: 0 },
  ]);
  expect(JSON.stringify(lines)).not.toContain('secret');
  await app.close();
});

it('failed and slow answers stand out', async () => {
  const { app, lines } = openServer(async () => {});
  app.get('/failed', (_, reply) => reply.code(500).send());
  app.get('/missing', (_, reply) => reply.code(404).send());
  const slow = (milliseconds: number) => async (_request: unknown, reply: FastifyReply) => {
    vi.spyOn(reply, 'elapsedTime', 'get').mockReturnValue(milliseconds);
    return 'late';
  };
  app.get('/at-once', slow(999));
  app.get('/late', slow(1000));
  for (const path of ['/failed', '/missing', '/at-once', '/late']) await app.inject(path);
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [WARN, 'failed'],
    [INFO, 'answered'],
    [INFO, 'answered'],
    [WARN, 'answered slowly'],
  ]);
  await app.close();
});

it.each([
  ['5f8b1c2e-0d3f-4a55-9c21-7a6a1f0f9b11', true],
  ['01JABCDEFGHJKMNPQRSTVWXYZ0', true],
  ['a'.repeat(8), true],
  ['a'.repeat(7), false],
  ['a'.repeat(64), true],
  ['a'.repeat(65), false],
  ['a b c d e f', false],
  ['id"quoted"', false],
])('the id %s of a caller is kept: %s', async (id, isKept) => {
  for (const acceptsRequestIds of [true, false]) {
    const app = createServer({ clock: systemClock, random: systemRandom, acceptsRequestIds });
    app.get('/', () => 'here');
    const reply = await app.inject({ path: '/', headers: { [REQUEST_ID_HEADER]: id } });
    expect(reply.headers[REQUEST_ID_HEADER] === id).toBe(isKept && acceptsRequestIds);
    await app.close();
  }
});
