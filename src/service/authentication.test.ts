import { expect, it } from 'vitest';
import { Problem } from '#contract/problem.ts';
import { onEachEngine } from '#testing/engines.ts';
import { canonicalString, computeDigest, computeHmac, signRequest } from '#signing/request.ts';
import { systemRandom } from '#system/random.ts';
import { createTestClock } from '#testing/clocks.ts';
import { buildService } from './app.ts';
import {
  NOON,
  type ServiceWorld,
  createSignedRequest,
  openRefusalWorld,
  openServiceWorld,
} from '#testing/service-world.ts';

const LIST = '/v3/agencias';

/** Sends the given headers without signing. */
const send = (world: ServiceWorld, headers: Record<string, string>, url = LIST) =>
  world.app.inject({ url, headers });

function authorized(
  world: ServiceWorld,
  headers: Record<string, string>,
  path = LIST,
  secret = world.credentials.secret,
) {
  const hmac = computeHmac(canonicalString({ method: 'GET', path, headers }, 'SVC'), secret);
  return { ...headers, authorization: `SVC-HMAC ${world.credentials.key}:${hmac}` };
}

const at = (milliseconds: number) => new Date(NOON + milliseconds).toISOString();

onEachEngine((engine) => {
  const refusing = openRefusalWorld(engine, () => Promise.resolve());

  it.each<[string, (world: ServiceWorld) => Record<string, string>, RegExp]>([
    ['no Authorization', () => ({}), /Authorization/],
    ['another scheme', () => ({ authorization: 'Basic eDp5' }), /Authorization/],
    ['an unknown key', () => ({ authorization: `SVC-HMAC ${'0'.repeat(32)}:x`, date: at(0) }), /AppKey/],
    ['no date', (world) => authorized(world, {}), /fecha/],
    ['an unreadable date', (world) => authorized(world, { date: 'ayer' }), /fecha/],
    ['a late clock', (world) => authorized(world, { 'x-svc-date': at(-300_001) }), /300 s/],
    ['an early clock', (world) => authorized(world, { 'x-svc-date': at(300_001) }), /300 s/],
    [
      'X-SVC-Date is the one judged',
      (world) => authorized(world, { date: new Date(NOON).toUTCString(), 'x-svc-date': at(-400_000) }),
      /300 s/,
    ],
    ['another secret', (world) => authorized(world, { date: at(0) }, LIST, 'x'.repeat(32)), /firma/],
    ['another path', (world) => authorized(world, { date: at(0) }, `${LIST}?a=1`), /firma/],
    [
      'a header added after',
      (world) => ({ ...authorized(world, { date: at(0) }), 'x-svc-extra': '1' }),
      /firma/,
    ],
  ])('refuses %s', async (_, headers, detail) => {
    const world = refusing();
    const reply = await send(world, headers(world));
    expect(reply.statusCode).toBe(401);
    expect(reply.headers).toMatchObject({
      'www-authenticate': 'SVC-HMAC',
      'content-type': 'application/problem+json',
    });
    const problem = Problem.parse(reply.json());
    expect(problem).toMatchObject({ Type: 'https://httpstatuses.com/401', Status: 401, Instance: LIST });
    expect(problem.Detail).toMatch(detail);
  });

  it.each([
    ['Date at the edge', { date: new Date(NOON - 300_000).toUTCString() }],
    ['ISO with fractions', { 'x-svc-date': at(-299_999) }],
    ['X-SVC-Date beside any Date', { date: 'ayer', 'x-svc-date': at(0) }],
  ])('accepts %s', async (_, headers) => {
    await using world = await openServiceWorld(engine);
    expect((await send(world, authorized(world, headers))).statusCode).toBe(200);
  });

  it('refuses a request that was accepted before, on every instance, also after another one failed', async () => {
    await using world = await openServiceWorld(engine);
    const second = buildService(world.config, {
      ...world,
      clock: createTestClock(() => world.clock.now),
      random: systemRandom,
    });
    const request = createSignedRequest(`${LIST}?operador=x`, { as: world.credentials, now: NOON });
    expect((await world.app.inject(request)).statusCode).toBe(400);
    for (const app of [world.app, second]) {
      const reply = await app.inject(request);
      expect(reply.statusCode).toBe(401);
      expect(reply.json()).toMatchObject({ Detail: expect.stringMatching(/ya fue usada/) });
    }
    await second.close();
  });

  it('lets one of several equal requests pass', async () => {
    await using world = await openServiceWorld(engine);
    const request = createSignedRequest(LIST, { as: world.credentials, now: NOON });
    const replies = await Promise.all(Array.from({ length: 8 }, () => world.app.inject(request)));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(replies.filter(({ statusCode }) => statusCode === 401)).toHaveLength(7);
  });

  it('forgets signatures that no clock would accept any more', async () => {
    await using world = await openServiceWorld(engine);
    const count = () => world.replays.claim('x', world.clock.now + 600_000);
    expect([await count(), await count()]).toEqual([true, false]);
    world.clock.now += 600_001;
    await world.replays.prune(world.clock.now);
    expect(await count()).toBe(true);
  });

  it.each([0, 300_000, -300_000])(
    'knows a signature for as long as a clock %i ms away would let it pass',
    async (ahead) => {
      await using world = await openServiceWorld(engine);
      const request = createSignedRequest(LIST, { as: world.credentials, now: NOON + ahead });
      expect((await world.app.inject(request)).statusCode).toBe(200);
      for (const later of [1000, 300_000, 599_000, 600_000]) {
        world.clock.now = NOON + later;
        await world.replays.prune(world.clock.now);
        const reply = await world.app.inject(request);
        expect(reply.statusCode).toBe(401);
        const isInTime = Math.abs(ahead - later) <= 300_000;
        expect(reply.json()).toMatchObject({
          Detail: expect.stringMatching(isInTime ? /ya fue usada/ : /difiere en más de 300 s/),
        });
      }
    },
  );

  it('limits the requests of each app, and takes what was refused so another time', async () => {
    await using world = await openServiceWorld(engine, { rateLimit: 2 });
    const first = createSignedRequest(LIST, { as: world.credentials, now: NOON });
    expect((await world.app.inject(first)).headers).toMatchObject({
      'ratelimit-limit': '2',
      'ratelimit-remaining': '1',
      'ratelimit-reset': '60',
    });
    expect((await world.app.inject(first)).statusCode).toBe(401);
    expect((await world.call(LIST)).statusCode).toBe(200);
    world.clock.now += 15_500;
    const third = createSignedRequest(LIST, { as: world.credentials, now: world.clock.now });
    const refused = await world.app.inject(third);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({ 'retry-after': '45', 'ratelimit-remaining': '0' });
    expect(Problem.parse(refused.json()).Status).toBe(429);
    expect((await world.app.inject(first)).statusCode).toBe(401);
    expect((await world.call(LIST, { as: await world.otherApp() })).statusCode).toBe(200);
    world.clock.now += 44_500;
    expect((await world.app.inject(third)).statusCode).toBe(200);
  });
});

it('authentication accepts the worked vectors of the field notes', async () => {
  await using world = await openServiceWorld('sqlite');
  world.clock.now = Date.parse('Tue, 05 Mar 2024 14:30:00 GMT');
  const key = '00112233445566778899aabbccddeeff';
  await world.database.db
    .insertInto('apps')
    .values({ key, secret: 'ffeeddccbbaa99887766554433221100', name: 'Vectores', created_at: 0 })
    .execute();
  const date = 'Tue, 05 Mar 2024 14:30:00 GMT';
  const digest = 'sha-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=';
  const body = { payload: '{"hello": "world"}', headers: { digest, 'content-type': 'application/json' } };
  const statuses = [];
  for (const [request, time, hmac] of [
    [{ url: '/v3/marcas/bestmatch?make=ferrari' }, { date }, 'OxUd9BGEI2dAsKJ0ETV+K78pLlQxYmCD2PSyaYPJnps='],
    [{ url: LIST, method: 'POST', ...body }, { date }, 'c9QN78MLS6Bqr2edn8eQbw4cWxS/gAwPvc1Gt6YsOPk='],
    [
      { url: LIST, method: 'POST', ...body },
      { 'x-svc-date': date },
      'ubXE24bqsybCoq18msT3eZZ+6wiUxsNd+1TUs58bPUc=',
    ],
  ] as const) {
    const headers = {
      ...('headers' in request && request.headers),
      ...time,
      authorization: `SVC-HMAC ${key}:${hmac}`,
    };
    statuses.push((await world.app.inject({ ...request, headers })).statusCode);
  }
  // All three pass authentication; they may be rejected for another reason.
  expect(statuses).not.toContain(401);
});

it.each([
  ['no digest', {}, 401],
  ['another body’s', { digest: computeDigest('{}') }, 401],
  ['an unknown algorithm', { digest: 'md5=x' }, 401],
  ['a member that every object has', { digest: 'constructor=x' }, 401],
  ['its prototype', { digest: '__proto__=x' }, 401],
  ['the right one', { digest: computeDigest('{"a":1}') }, 204],
  ['two, one of them wrong', { digest: `${computeDigest('{"a":1}')}, ${computeDigest('', 'sha-512')}` }, 401],
])('authentication judges the digest of a body: %s', async (_, digest, status) => {
  await using world = await openServiceWorld('sqlite');
  const headers: Record<string, string> = { date: at(0), ...digest };
  const hmac = computeHmac(
    canonicalString({ method: 'OPTIONS', path: LIST, headers }, 'SVC'),
    world.credentials.secret,
  );
  const reply = await world.app.inject({
    method: 'OPTIONS',
    url: LIST,
    payload: '{"a":1}',
    headers: {
      ...headers,
      'content-type': 'application/json',
      authorization: `SVC-HMAC ${world.credentials.key}:${hmac}`,
    },
  });
  expect(reply.statusCode).toBe(status);
});

it.each([
  ['the right one', computeDigest(''), 204],
  ['another body’s', computeDigest('{}'), 401],
])('authentication judges the digest of no body: %s', async (_, digest, status) => {
  await using world = await openServiceWorld('sqlite');
  const request = { method: 'OPTIONS', path: LIST, headers: { date: at(0), digest } } as const;
  const hmac = computeHmac(canonicalString(request, 'SVC'), world.credentials.secret);
  const authorization = `SVC-HMAC ${world.credentials.key}:${hmac}`;
  const headers = { ...request.headers, authorization };
  expect((await world.app.inject({ method: 'OPTIONS', url: LIST, headers })).statusCode).toBe(status);
});

it('authentication takes prefix and scheme from the configuration', async () => {
  await using world = await openServiceWorld('sqlite', { prefix: 'ABC' });
  const sign = (prefix: string) =>
    signRequest({ method: 'GET', path: LIST }, world.credentials, { prefix, now: NOON, nonce: 'n' });
  expect((await send(world, sign('ABC'))).statusCode).toBe(200);
  const refused = await send(world, sign('SVC'));
  expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'ABC-HMAC']);
});
