import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { MAX_ANSWERS, type MatchKind, MatchedValues, SavedAnswers } from '#contract/desk/matching.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { type Engine, openDatabase } from '#database/database.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, json, openWorld } from '#testing/gateway-world.ts';

const entry = (path: string, Nombre: string, more: object = {}) => ({
  Nombre,
  ...more,
  _links: { self: { href: path } },
});

const MAKES = [
  entry('/v3/marcas/12', 'Chevrolet', { Codenames: ['chevrolet', 'chevy'], Modelos: { _links: {} } }),
  entry('/v3/marcas/55', 'Mercedes-Benz', { Codenames: ['mercedes-benz', 'mercedes'] }),
  entry('/v3/marcas/77', 'Volkswagen', { Codenames: ['volkswagen', 'vw'] }),
  // Another deployment may leave the link out.
  { Nombre: 'Sin enlace', Codenames: null, _links: null },
];
const CITIES = [
  entry('/v3/ciudades/1', 'Rosario', { Region: 'Santa Fe' }),
  entry('/v3/ciudades/2', 'Rosario', { Region: 'Salta' }),
  entry('/v3/ciudades/3', 'General Alvear', { Region: 'Mendoza' }),
  entry('/v3/ciudades/4', 'Río Cuarto', { Region: 'Córdoba' }),
];

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The catalogs of a service; cities by a part of their name. */
const serveCatalogs: Answer = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://service.example');
  const q = searchParams.get('q') ?? '';
  const entries = pathname === '/v3/ciudades' ? CITIES.filter(({ Nombre }) => Nombre.includes(q)) : MAKES;
  json({ _links: {}, _entries: entries })(request, response);
};

async function open(engine: Engine = 'sqlite', answer: Answer = serveCatalogs) {
  const world = await openWorld({ engine, answer });
  const createClient = async (role: Role) => {
    const cookie = await world.signIn(role);
    const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
      world.call(`/desk/catalogs/${path}`, {
        method,
        headers: { ...CONSOLE, cookie },
        ...(payload && { payload }),
      });
    return {
      ask,
      match: (catalog: MatchKind, values: (string | [value: string, province: string])[]) =>
        ask('POST', `${catalog}/matches`, {
          values: values.map((value) =>
            typeof value === 'string' ? { value } : { value: value[0], province: value[1] },
          ),
        }),
      list: async (catalog: MatchKind) =>
        SavedAnswers.parse((await ask('GET', `${catalog}/answers`)).json()).answers,
      save: (catalog: MatchKind, answers: object[]) => ask('PUT', `${catalog}/answers`, { answers }),
    };
  };
  return {
    world,
    seller: await createClient('seller'),
    partner: await createClient('partner'),
    support: await createClient('support'),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

/** The best candidate of each value of a reply, as `name certainty reason`. */
const bestOf = (reply: { json: () => unknown }) =>
  MatchedValues.parse(reply.json()).results.map(
    ({ certainty, candidates: [best] }) =>
      `${best ? `${best.entry.name} ${best.entry.region ?? ''} ${best.reason}` : 'nothing'} ${certainty}`,
  );

describe('matching', () => {
  it('200: the best entries of each value, in the order of the values', async () => {
    await using desk = await open();
    const reply = await desk.seller.match('make', ['vw', 'Chebrolet', 'lada', 'VW Gol', '12', 'Mersede']);
    expect(reply.statusCode).toBe(200);
    expect(bestOf(reply)).toEqual([
      'Volkswagen  code sure',
      'Chevrolet  sound sure',
      'nothing none',
      'Volkswagen  lead sure',
      // A bare number may be something else.
      'Chevrolet  code doubtful',
      'Mercedes-Benz  sound doubtful',
    ]);
    const [first] = MatchedValues.parse(reply.json()).results;
    expect(first).toEqual({
      certainty: 'sure',
      candidates: [
        {
          entry: { id: '77', link: '/v3/marcas/77', name: 'Volkswagen', region: null },
          score: 1,
          reason: 'code',
        },
      ],
      region: null,
      answer: null,
    });
  });

  it('200: cities with their province, beside them or in the same text', async () => {
    await using desk = await open();
    const reply = await desk.seller.match('city', [
      ['rosario', 'sta fe'],
      'Rosario',
      'Rosario (Salta)',
      ['Gral. Alvear', 'mza'],
      ['rio 4to', 'AR-X'],
      ['Rosario', 'Córdoba'],
      ['Rosario', 'Narnia'],
    ]);
    expect(bestOf(reply)).toEqual([
      'Rosario Santa Fe same sure',
      'Rosario Santa Fe name doubtful',
      'Rosario Salta name sure',
      'General Alvear Mendoza same sure',
      'Río Cuarto Córdoba same sure',
      'Rosario Santa Fe name doubtful',
      'Rosario Santa Fe name doubtful',
    ]);
    const { results } = MatchedValues.parse(reply.json());
    expect(results.map(({ region }) => region)).toEqual([
      'Santa Fe',
      null,
      'Salta',
      'Mendoza',
      'Córdoba',
      'Córdoba',
      null,
    ]);
    expect(results[5]?.candidates[0]?.score).toBeLessThan(0.75);
  });

  it.each([
    [500, '/problems/upstream-failed', 503],
    [429, '/problems/busy', 503],
    [403, '/problems/upstream-broken', 502],
  ])('a service that answers %i is a problem, and no list without matches', async (status, type, replied) => {
    await using desk = await open(
      'sqlite',
      json({ Type: 'about:blank' }, status, 'application/problem+json'),
    );
    const reply = await desk.seller.match('make', ['vw']);
    expect([reply.statusCode, reply.json().Type]).toEqual([replied, type]);
    expect(reply.body).not.toContain('results');
    desk.world.upstream.answer = serveCatalogs;
    expect(bestOf(await desk.seller.match('make', ['vw']))).toEqual(['Volkswagen  code sure']);
  });

  it('a part of the cities that cannot be read is a problem, too', async () => {
    await using desk = await open('sqlite', (request, response) =>
      request.url?.endsWith('q=o')
        ? json({ _entries: 'x' })(request, response)
        : serveCatalogs(request, response),
    );
    const reply = await desk.seller.match('city', ['Río Cuarto']);
    expect([reply.statusCode, reply.json().Type]).toEqual([502, '/problems/upstream-broken']);
  });

  it('reads a catalog once, and after a minute by its entity tag', async () => {
    await using desk = await open('sqlite', (request, response) => {
      response.setHeader('etag', '"1"');
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else serveCatalogs(request, response);
    });
    const { world, seller } = desk;
    await Promise.all([seller.match('make', ['vw']), seller.match('make', ['vw'])]);
    await seller.match('make', ['vw']);
    world.clock.now += 59_999;
    await seller.match('make', ['vw']);
    expect(world.upstreamRequests).toHaveLength(1);
    world.clock.now += 1;
    expect(bestOf(await seller.match('make', ['vw']))).toEqual(['Volkswagen  code sure']);
    expect(world.upstreamRequests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"']);
    world.clock.now += 61_000;
    world.upstream.answer = json({ _links: {}, _entries: [entry('/v3/marcas/9', 'VW')] });
    expect(bestOf(await seller.match('make', ['vw']))).toEqual(['VW  same sure']);
    world.clock.now += 61_000;
    world.upstream.answer = json({}, 500, 'application/problem+json');
    expect((await seller.match('make', ['vw'])).statusCode).toBe(503);
  });

  it('200: the five best candidates of a value', async () => {
    const entries = Array.from({ length: 7 }, (_, id) => entry(`/v3/marcas/${id}`, `Ford ${'abcdefg'[id]}`));
    await using desk = await open('sqlite', json({ _links: {}, _entries: entries }));
    const { results } = MatchedValues.parse((await desk.seller.match('make', ['ford'])).json());
    expect(results[0]?.candidates).toHaveLength(5);
  });

  it('400 and 404: what is no list of values, and no catalog', async () => {
    await using desk = await open();
    for (const [body, field] of [
      [{}, 'values'],
      [{ values: [] }, 'values'],
      [{ values: Array.from({ length: 201 }, () => ({ value: 'x' })) }, 'values'],
      [{ values: [{ value: ' ' }] }, 'values.0.value'],
      [{ values: [{ value: 'x'.repeat(201) }] }, 'values.0.value'],
      [{ values: [{ value: 'a\0' }] }, 'values.0.value'],
      [{ values: [{ value: 'x', province: 'x'.repeat(201) }] }, 'values.0.province'],
    ] as const) {
      const reply = await desk.seller.ask('POST', 'make/matches', body);
      expect([reply.statusCode, reply.json().Errors]).toEqual([400, { [field]: ['invalid'] }]);
    }
    expect((await desk.seller.ask('POST', 'models/matches', { values: [] })).statusCode).toBe(404);
    expect(desk.world.upstreamRequests).toEqual([]);
  });
});

onEachEngine((engine) => {
  describe('answers', () => {
    it('204: are saved for everybody, offered for the same value however it is spelled, and replaced', async () => {
      await using desk = await open(engine);
      const { seller, partner, support } = desk;
      const saved = await support.save('make', [
        { value: 'Bora', entryId: '77' },
        { value: 'Moto', entryId: null },
        { value: 'MOTO', entryId: null },
      ]);
      expect([saved.statusCode, saved.body]).toEqual([204, '']);
      const reply = await seller.match('make', ['BORA.', 'moto', 'Bora 1.8', 'vw']);
      expect(MatchedValues.parse(reply.json()).results.map(({ answer }) => answer && answer.entry)).toEqual([
        { id: '77', link: '/v3/marcas/77', name: 'Volkswagen', region: null },
        null,
        null,
        null,
      ]);
      expect(MatchedValues.parse(reply.json()).results.map(({ answer }) => answer?.value)).toEqual([
        'Bora',
        'MOTO',
        undefined,
        undefined,
      ]);
      expect(await seller.list('make')).toMatchObject([
        { value: 'Bora', province: '', entry: { id: '77' }, at: desk.world.clock.now },
        { value: 'MOTO', entry: null },
      ]);
      desk.world.clock.now += 1000;
      await partner.save('make', [{ value: 'bora', entryId: '12' }]);
      expect(await seller.list('make')).toMatchObject([
        { value: 'bora', entry: { id: '12', name: 'Chevrolet' }, at: desk.world.clock.now },
        { value: 'MOTO' },
      ]);
      expect(await seller.list('city')).toEqual([]);
    });

    it('answers for cities are stored by province', async () => {
      await using desk = await open(engine);
      await desk.partner.save('city', [
        { value: 'Alvear', province: 'Mendoza', entryId: '3' },
        { value: 'Alvear', entryId: null },
      ]);
      const reply = await desk.seller.match('city', [['alvear', 'MZA'], 'alvear', ['alvear', 'Salta']]);
      const { results } = MatchedValues.parse(reply.json());
      expect(results.map(({ answer }) => answer && (answer.entry?.id ?? 'none'))).toEqual([
        '3',
        'none',
        null,
      ]);
    });

    it('are not offered once their entry is gone from the catalog', async () => {
      await using desk = await open(engine);
      await desk.partner.save('make', [{ value: 'Bora', entryId: '77' }]);
      desk.world.upstream.answer = json({ _links: {}, _entries: MAKES.slice(0, 2) });
      desk.world.clock.now += 61_000;
      const [result] = MatchedValues.parse((await desk.seller.match('make', ['Bora'])).json()).results;
      expect(result?.answer).toBeNull();
      expect(await desk.seller.list('make')).toMatchObject([
        { value: 'Bora', entry: { name: 'Volkswagen' } },
      ]);
    });

    it('204 and 404: are deleted, by the catalog that they belong to', async () => {
      await using desk = await open(engine);
      const { partner, support } = desk;
      await partner.save('make', [{ value: 'Bora', entryId: '77' }]);
      const [answer] = await partner.list('make');
      expect((await support.ask('DELETE', `city/answers/${answer?.id}`)).statusCode).toBe(404);
      expect((await support.ask('DELETE', `make/answers/${answer?.id}`)).statusCode).toBe(204);
      expect((await support.ask('DELETE', `make/answers/${answer?.id}`)).statusCode).toBe(404);
      expect(await partner.list('make')).toEqual([]);
    });

    it('400: for an entry that the catalog has not, and then none is saved', async () => {
      await using desk = await open(engine);
      const reply = await desk.partner.save('make', [
        { value: 'Bora', entryId: '77' },
        { value: 'Gol', entryId: '999' },
      ]);
      expect([reply.statusCode, reply.json().Errors]).toEqual([400, { 'answers.1.entryId': ['invalid'] }]);
      expect(await desk.partner.list('make')).toEqual([]);
    });

    it('204: of a whole dictionary in one call, and none of them where one is not in the catalog', async () => {
      await using desk = await open(engine);
      const answers = Array.from({ length: 1200 }, (_, at) => ({
        value: `v${at}`,
        entryId: at % 2 ? '77' : null,
      }));
      const wrong = [...answers, { value: 'x', entryId: '999' }];
      expect((await desk.partner.save('make', wrong)).statusCode).toBe(400);
      expect(await desk.partner.list('make')).toEqual([]);
      expect((await desk.partner.save('make', answers)).statusCode).toBe(204);
      expect(await desk.partner.list('make')).toHaveLength(1200);
    });

    it('409: when there would be too many, and then none is saved', async () => {
      await using desk = await open(engine);
      const createAnswers = (prefix: string, length: number) =>
        Array.from({ length }, (_, at) => ({ value: `${prefix}${at}`, entryId: '77' }));
      expect((await desk.partner.save('make', createAnswers('a', MAX_ANSWERS + 1))).statusCode).toBe(400);
      expect((await desk.partner.save('make', createAnswers('a', MAX_ANSWERS - 1))).statusCode).toBe(204);
      const reply = await desk.partner.save('make', createAnswers('b', 2));
      expect([reply.statusCode, reply.json().Type]).toEqual([409, '/problems/too-many-saved']);
      expect(await desk.partner.list('make')).toHaveLength(MAX_ANSWERS - 1);
    });

    it('403: are not for sellers to change', async () => {
      await using desk = await open(engine);
      for (const [method, path, body] of [
        ['PUT', 'make/answers', { answers: [{ value: 'Bora', entryId: '77' }] }],
        ['DELETE', 'make/answers/1', undefined],
      ] as const)
        expect((await desk.seller.ask(method, path, body)).json().Type).toBe('/problems/forbidden');
      expect((await desk.world.call('/desk/catalogs/make/answers')).statusCode).toBe(401);
    });

    it('409: when there are too many', async () => {
      await using desk = await open(engine);
      await desk.partner.save('make', [{ value: 'Bora', entryId: '77' }]);
      const database = await openDatabase<GatewayTables>(desk.world.config.database);
      const row = await database.db.selectFrom('catalog_answer').selectAll().executeTakeFirstOrThrow();
      for (let start = 1; start < MAX_ANSWERS; start += 1000)
        await database.db
          .insertInto('catalog_answer')
          .values(
            Array.from({ length: Math.min(1000, MAX_ANSWERS - start) }, (_, at) => ({
              ...row,
              id: `a${start + at}`,
              value_key: `v${start + at}`,
            })),
          )
          .execute();
      await database.close();
      const reply = await desk.partner.save('make', [{ value: 'Gol', entryId: '77' }]);
      expect([reply.statusCode, reply.json().Type]).toEqual([409, '/problems/too-many-saved']);
      expect((await desk.partner.save('make', [{ value: 'BORA', entryId: null }])).statusCode).toBe(204);
      expect(await desk.partner.list('make')).toHaveLength(MAX_ANSWERS);
    });
  });
});
