import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';
import { AdminMail } from '#contract/values.ts';
import { createServer } from '#http/server.ts';
import { createAppStore } from './apps/store.ts';
import { registerErrorHandlers } from './app.ts';
import { createAuthentication } from './authentication.ts';
import { defineRoute, registerEndpoints } from './endpoint.ts';
import { SharedRateLimiter } from '#database/shared-rate-limiter.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { NOON, createSignedRequest, openServiceWorld } from '#testing/service-world.ts';
import { shareFixture } from '#testing/share-fixture.ts';

const world = shareFixture(() => openServiceWorld('sqlite'));

it.each([
  ['POST', '/v3/marcas', 'GET, HEAD, OPTIONS'],
  ['DELETE', '/V3/MARCAS/x', 'GET, HEAD, OPTIONS'],
  ['PUT', '/v3/consultas/no-es-mail?pagina=x', 'GET, HEAD, OPTIONS'],
  ['PATCH', '/v3/consultas/a@a.example/01JC0000000000000000000000/', 'GET, HEAD, OPTIONS'],
] as const)('405: %s %s', async (method, path, allow) => {
  const reply = await world().call(path, { method, headers: { accept: 'text/html' } });
  expect(reply.statusCode).toBe(405);
  expect(reply.headers.allow).toBe(allow);
  expect(Problem.parse(reply.json()).Status).toBe(405);
});

it.each(['/v3/agencias', '/v3/agencias/no-es-mail', '/v3/consultas/a@a.example?pagina=0'])(
  '406: %s',
  async (path) => {
    const reply = await world().call(path, { headers: { accept: 'text/html' } });
    expect(reply.statusCode).toBe(406);
    expect(Problem.parse(reply.json()).Instance).toBe(path.split('?')[0]);
  },
);

it.each(['/V3/nada', '/v3/agencias/a@a.example/b/c', '/v3/%zz', '/v3/consultas', '/v3//agencias'])(
  '404 of %s, after 401',
  async (path) => {
    expect((await world().app.inject(path)).statusCode).toBe(401);
    const reply = await world().call(path, { headers: { accept: 'text/html' } });
    expect([reply.statusCode, reply.body]).toEqual([404, '']);
  },
);

it('an endpoint answers HEAD as GET without a body, and OPTIONS with what is allowed', async () => {
  const get = await world().call('/v3/colores/1');
  const head = await world().call('/v3/colores/1', { method: 'HEAD' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  expect(head.headers['content-length']).toBe(get.headers['content-length']);
  const options = await world().call('/v3/colores/1', { method: 'OPTIONS' });
  expect([options.statusCode, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
  expect((await world().app.inject({ method: 'OPTIONS', url: '/v3/agencias' })).statusCode).toBe(401);
});

it.each(['PROPFIND', 'TRACE', 'COPY', 'LOCK'])('%s: 401 without a signature, then 405', async (method) => {
  const sent = { method: method as 'GET', url: '/v3/colores' };
  expect((await world().app.inject(sent)).statusCode).toBe(401);
  const reply = await world().call('/v3/colores', { method: method as 'GET' });
  expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect((await world().call('/v3/nada', { method: method as 'GET' })).statusCode).toBe(404);
});

it.each([
  ['/v3/nada', 404],
  ['/v3/colores', 405],
  ['/v3/agencias', 415],
])('a malformed content type is judged after the path: %s %i', async (path, status) => {
  for (const type of [';;', 'json', 'a/b/c d', ' '])
    expect([
      type,
      (await world().call(path, { method: 'POST', body: '{}', headers: { 'content-type': type } }))
        .statusCode,
    ]).toEqual([type, status]);
});

it('an endpoint ignores parameters that an endpoint does not name, and what the method does not carry', async () => {
  expect((await world().call('/v3/agencias?otra=1&__proto__=2&constructor=3')).statusCode).toBe(200);
  expect((await world().call('/v3/agencias', { headers: { 'content-type': 'text/html' } })).statusCode).toBe(
    200,
  );
});

/** A service with endpoints for this test only. */
async function openTrial() {
  const world = await openServiceWorld('sqlite');
  await world.agency('a@a.example');
  const app = createServer({ logger: false, clock: systemClock, random: systemRandom });
  registerErrorHandlers(app);
  const authentication = createAuthentication(world.config, {
    apps: createAppStore(world.database.db, world.secrets),
    replays: world.replays,
    rateLimiter: new SharedRateLimiter(world.database.db, { limit: 6000, now: () => world.clock.now }),
    now: () => world.clock.now,
  });
  const Body = z.strictObject({
    Nombre: z.string().check(z.minLength(2)),
    Lista: z.optional(z.array(z.string())),
  });
  const params = z.object({ adminMail: AdminMail });
  registerEndpoints(app, { vendor: 'service', authentication, agencies: world.agencies }, [
    defineRoute(
      endpoint({
        method: 'PUT',
        path: '/v3/trial/{adminMail}',
        params,
        body: Body,
        reply: Body,
        success: 200,
        errors: [400, 403],
      }),
      { handle: ({ body }) => Promise.resolve({ body }) },
    ),
    defineRoute(
      endpoint({ method: 'PATCH', path: '/v3/trial/{adminMail}', params, success: 204, errors: [403] }),
      {
        handle: () => Promise.resolve({}),
      },
    ),
    defineRoute(
      endpoint({
        method: 'GET',
        path: '/v3/broken',
        reply: z.object({ Secreto: z.number() }),
        success: 200,
        errors: [],
      }),
      { handle: () => Promise.resolve({ body: { Secreto: 'x' } as never }) },
    ),
  ]);
  await app.ready();
  const call = (
    method: 'GET' | 'PUT' | 'PATCH',
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ) => app.inject(createSignedRequest(path, { method, body, headers, as: world.credentials, now: NOON }));
  return {
    call,
    app,
    world,
    async [Symbol.asyncDispose]() {
      await app.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

const trial = shareFixture(openTrial);

it.each([
  ['text/json', '{"Nombre":"Ñandú"}', 200, undefined],
  ['application/json; charset=utf-8', '{"Nombre":"Ñandú"}', 200, undefined],
  ['text/plain', '{"Nombre":"Ñandú"}', 415, undefined],
  ['', '{"Nombre":"Ñandú"}', 415, undefined],
  ['application/json', '', 400, ['_']],
  ['application/json', '{"Nombre"', 400, ['_']],
  ['application/json', '[]', 400, ['_']],
  ['application/json', 'null', 400, ['_']],
  ['application/json', '{"Nombre":"x"}', 400, ['Nombre']],
  ['application/json', '{"Nombre":"xx","Otro":1,"Mas":2}', 400, ['Otro', 'Mas']],
  ['application/json', '{"Nombre":"xx","__proto__":1}', 400, ['__proto__']],
  ['application/json', '{"Nombre":"xx","Lista":["a",1]}', 400, ['Lista.1']],
  ['application/json', '['.repeat(100_000), 400, ['_']],
  ['application/json', ' '.repeat(256 * 1024 + 1), 413, undefined],
])('an endpoint judges a body of %j: %.40s', async (type, body, status, names) => {
  const reply = await trial().call('PUT', '/v3/trial/a@a.example', body, { 'content-type': type });
  expect(reply.statusCode).toBe(status);
  const { Errors } = reply.json<{ Errors?: object }>();
  expect(Errors && Object.keys(Errors)).toEqual(names);
});

it('an endpoint judges a body that is not UTF-8', async () => {
  const bytes = Buffer.from([0x22, 0xff, 0x22]);
  const request = createSignedRequest('/v3/trial/a@a.example', {
    method: 'PUT',
    body: bytes as unknown as string,
    as: trial().world.credentials,
    now: NOON,
  });
  const reply = await trial().app.inject(request);
  expect([reply.statusCode, reply.json()]).toMatchObject([400, { Errors: { _: [expect.any(String)] } }]);
});

it.each([
  ['an unknown agency, before its body', 'PUT', '/v3/trial/nadie@a.example', '{}', 403],
  ['a malformed agency where 400 is listed', 'PUT', '/v3/trial/nadie', '{}', 400],
  ['a malformed agency where only 403 is', 'PATCH', '/v3/trial/nadie', undefined, 403],
  ['an agency of the app', 'PATCH', '/v3/trial/a@a.example', undefined, 204],
  ['an empty JSON body where none is taken', 'PATCH', '/v3/trial/a@a.example', '', 204],
] as const)('an endpoint judges %s', async (_, method, path, body, status) => {
  expect((await trial().call(method, path, body)).statusCode).toBe(status);
});

it('an endpoint asks nothing of Accept where no body is answered', async () => {
  const reply = await trial().call('PATCH', '/v3/trial/a@a.example', undefined, {
    accept: 'application/json',
  });
  expect(reply.statusCode).toBe(204);
});

it.each([
  ['/v3/consultas/a@a.example/01JC0000000000000000000000?a=1&a=2', 400],
  ['/v3/agencias/a@a.example?a=1&a=2', 200],
])('an endpoint refuses a parameter given twice where 400 is listed: %s', async (path, status) => {
  expect((await trial().world.call(path)).statusCode).toBe(status);
});

it('an endpoint never sends a reply that breaks the contract, nor the reason of a failure', async () => {
  const reply = await trial().call('GET', '/v3/broken');
  expect(reply.statusCode).toBe(500);
  expect(Problem.parse(reply.json()).Status).toBe(500);
  expect(reply.body).not.toMatch(/Secreto|contract|number/);
});
