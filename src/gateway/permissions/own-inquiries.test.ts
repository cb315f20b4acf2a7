import type { InjectOptions } from 'light-my-request';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { createProblem } from '#gateway/problems.ts';
import type { Person } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { FOREIGN, OWN, SID, type World, type WorldOptions, json, openWorld } from '#testing/gateway-world.ts';
import { shareFixture } from '#testing/share-fixture.ts';
import { createTestUpstream } from '#testing/upstreams.ts';
import { assertOwnInquiry, buildOwnListUrl, isLimitedToOwnInquiries } from './own-inquiries.ts';

const LIST = `/v3/consultas/${OWN}`;
const ONE = `${LIST}/${SID}`;
const SELLER = 'vendedora@vitrina.example';
const CANARY = 'Ana Canaria';

/** A seller limited to her own inquiries, and her session cookie. */
async function limited(
  options: WorldOptions = {},
): Promise<{ world: World; cookie: string } & AsyncDisposable> {
  const world = await openWorld(options);
  await changeSeller(world, { own_inquiries_only: 1 });
  const cookie = await world.signIn('seller');
  return { world, cookie, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

async function changeSeller(
  world: World,
  values: Partial<{ own_inquiries_only: 0 | 1; admin_mail: string }>,
): Promise<void> {
  const database = await openDatabase<GatewayTables>(world.config.database);
  await database.db.updateTable('person_agency').set(values).execute();
  await database.close();
}

const shownOwn = shareFixture(limited);

/** Shared by tests that do not change her rights; the upstream has not been called yet. */
function sharedLimited(answer: WorldOptions['answer'] = json({ _links: {}, _entries: [] })) {
  const one = shownOwn();
  one.world.upstreamRequests.length = 0;
  one.world.upstream.answer = answer;
  return one;
}

function queryOf(url: string | undefined): [string, string][] {
  return [...new URL(url ?? '', 'http://x').searchParams];
}

describe('a list', () => {
  const MINE: [string, string] = ['operador', SELLER];
  it.each<[string, [string, string][]]>([
    ['', [MINE]],
    ['?', [MINE]],
    [`?operador=${SELLER}`, [MINE]],
    ['?operador=otro@ruta9.example', [MINE]],
    [`?operador=${SELLER}&operador=otro@ruta9.example`, [MINE]],
    [`?operador=otro@ruta9.example&operador=${SELLER}`, [MINE]],
    ['?OPERADOR=otro@ruta9.example', [MINE]],
    ['?Operador=a@x.example&operador=b@x.example', [MINE]],
    ['?operador[]=otro@ruta9.example', [MINE]],
    ['?%6fperador=otro@ruta9.example', [MINE]],
    ['?operador=', [MINE]],
    ['?operador', [MINE]],
    ['?%20operador=otro@ruta9.example', [MINE]],
    ['?operador%00=otro@ruta9.example', [MINE]],
    [
      '?desde=2026-01-01;operador=otro@ruta9.example',
      [['desde', '2026-01-01;operador=otro@ruta9.example'], MINE],
    ],
    ['?desde=1%26operador=otro@ruta9.example', [['desde', '1&operador=otro@ruta9.example'], MINE]],
    [
      '?desde=2026-03-01&hasta=2026-03-04&pagina=2&externalid=a%20b%2B%C3%B1&operador=x',
      [['desde', '2026-03-01'], ['hasta', '2026-03-04'], ['pagina', '2'], ['externalid', 'a b+ñ'], MINE],
    ],
    ['?pagina=1&pagina=2', [['pagina', '1'], ['pagina', '2'], MINE]],
    ['?x=1&?operador=otro@ruta9.example', [MINE]],
  ])('is asked for her own: %s', async (search, expected) => {
    const one = sharedLimited();
    const answer = await one.world.call(LIST + search, { headers: { cookie: one.cookie } });
    expect(answer.statusCode).toBe(200);
    expect(one.world.upstreamRequests).toHaveLength(1);
    const { url = '' } = one.world.upstreamRequests[0] ?? {};
    expect(url.split('?', 1)[0]).toBe(LIST);
    expect(queryOf(url)).toEqual(expected);
    expect(url.match(/operador=/g)?.length).toBe(1);
  });

  it.each([
    ['path in capitals', LIST.toUpperCase().replace(OWN.toUpperCase(), OWN)],
    ['mail in capitals', LIST.replace(OWN, OWN.toUpperCase())],
    ['an encoded @', LIST.replace('@', '%40')],
    ['trailing slash', `${LIST}/`],
  ])('however its address is written: %s', async (_, url) => {
    const one = sharedLimited();
    for (const method of ['GET', 'HEAD'] as const)
      await one.world.call(url, { method, headers: { cookie: one.cookie } });
    expect(one.world.upstreamRequests.map((asked) => queryOf(asked.url))).toEqual([[MINE], [MINE]]);
  });

  it('leads back to her own, whatever its links say', async () => {
    const one = sharedLimited();
    const { world, cookie } = one;
    world.upstream.answer = json({
      _links: { next: { href: `${world.upstream.origin}${LIST}?pagina=2&operador=otro@ruta9.example` } },
      _entries: [],
    });
    const answer = await world.call(LIST, { headers: { cookie } });
    await world.call(answer.json()._links.next.href as string, { headers: { cookie } });
    expect(queryOf(world.upstreamRequests[1]?.url)).toEqual([['pagina', '2'], MINE]);
  });

  it('is asked as it came for who is not limited', async () => {
    await using one = await limited();
    for (const role of ['partner', 'support'] as const)
      await one.world.call(`${LIST}?operador=otro@ruta9.example`, {
        headers: { cookie: await one.world.signIn(role) },
      });
    await changeSeller(one.world, { own_inquiries_only: 0 });
    await one.world.call(`${LIST}?operador=otro@ruta9.example`, { headers: { cookie: one.cookie } });
    expect(one.world.upstreamRequests.map(({ url }) => queryOf(url))).toEqual(
      Array.from({ length: 3 }, () => [['operador', 'otro@ruta9.example']]),
    );
  });
});

describe('one inquiry', () => {
  const inquiry = (OperadorResponsable: unknown) => ({ Interesado: { Nombre: CANARY }, OperadorResponsable });
  const ask = (
    { world, cookie }: { world: World; cookie: string },
    url = ONE,
    options: Omit<InjectOptions, 'url'> = {},
  ) => world.call(url, { ...options, headers: { cookie, ...options.headers } });

  it.each([SELLER, SELLER.toUpperCase(), ` ${SELLER}\t`, 'Vendedora@Vitrina.Example'])(
    'is shown to who is responsible: %j',
    async (responsible) => {
      const one = sharedLimited(json(inquiry(responsible)));
      const answer = await ask(one);
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual(inquiry(responsible));
      expect(one.world.upstreamRequests).toHaveLength(1);
    },
  );

  it.each([
    null,
    undefined,
    '',
    'otro@ruta9.example',
    `${SELLER}.ar`,
    `x${SELLER}`,
    `${SELLER},otro@ruta9.example`,
    `otro@ruta9.example ${SELLER}`,
    [SELLER],
    { mail: SELLER },
    SELLER.replace('v', '\u1e7d'),
    SELLER.replace('i', '\u0131'),
    0,
    true,
  ])('is not there for anybody else: %j', async (responsible) => {
    const one = sharedLimited(json(inquiry(responsible)));
    for (const url of [
      ONE,
      `${ONE}/`,
      ONE.replace('@', '%40'),
      ONE.replace(OWN, OWN.toUpperCase()),
      `${ONE}?x=1`,
    ]) {
      const answer = await ask(one, url);
      expect([url, answer.statusCode, answer.body]).toEqual([url, 404, '']);
      expect(JSON.stringify(answer.headers)).not.toContain(CANARY);
    }
  });

  it.each(['application/json', 'text/json', 'application/vnd.service.entry+json'])(
    'is not there in another form: %s',
    async (accept) => {
      const one = sharedLimited(json(inquiry(null), 200, accept));
      const answer = await ask(one, ONE, { headers: { accept } });
      expect([answer.statusCode, answer.body]).toEqual([404, '']);
    },
  );

  it.each([
    [SELLER, 200],
    ['otro@ruta9.example', 404],
    [null, 404],
  ])('is proved by its full form where the reference is asked for: %j', async (responsible, status) => {
    const ref = 'application/vnd.service.ref+json';
    const one = sharedLimited((request, response) =>
      request.headers.accept === ref
        ? json({ href: ONE, title: CANARY }, 200, ref)(request, response)
        : json(inquiry(responsible))(request, response),
    );
    const answer = await ask(one, ONE, { headers: { accept: ref } });
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toBe(status === 200 ? JSON.stringify({ href: ONE, title: CANARY }) : '');
    expect(one.world.upstreamRequests.map(({ headers }) => headers.accept)).toEqual([
      ref,
      'application/json',
    ]);
  });

  it('says no more by HEAD', async () => {
    const one = sharedLimited(json(inquiry(null)));
    const theirs = await ask(one, ONE, { method: 'HEAD' });
    one.world.upstream.answer = json(inquiry(SELLER));
    const own = await ask(one, ONE, { method: 'HEAD' });
    expect([theirs.statusCode, own.statusCode]).toEqual([404, 200]);
  });

  it('an inquiry of somebody else is answered exactly like a missing one', async () => {
    const one = sharedLimited(json(inquiry('otro@ruta9.example')));
    const theirs = await ask(one);
    one.world.upstream.answer = (_, response) => response.writeHead(404).end();
    const nobodys = await ask(one);
    expect(theirs.statusCode).toBe(nobodys.statusCode);
    expect(theirs.rawPayload).toEqual(nobodys.rawPayload);
    const { date: _, 'x-request-id': _id, ...headers } = nobodys.headers;
    expect(theirs.headers).toEqual(expect.objectContaining(headers));
    expect(Object.keys(theirs.headers).toSorted()).toEqual(Object.keys(nobodys.headers).toSorted());
  });

  it('passes the refusals and failures of the service on', async () => {
    const one = sharedLimited(json({ Errors: {} }, 400, 'application/problem+json'));
    expect((await ask(one)).statusCode).toBe(400);
    one.world.upstream.answer = json({}, 500);
    expect((await ask(one)).statusCode).toBe(503);
  });

  it('leaves agency and package as they were', async () => {
    const one = sharedLimited(json({ AdminMail: OWN }));
    for (const url of [`/v3/agencias/${OWN}`, `/v3/agencias/${OWN}/productos`])
      expect((await ask(one, url)).statusCode).toBe(200);
    expect((await ask(one, `/v3/consultas/${FOREIGN}/${SID}`)).json().Type).toBe('/problems/foreign-agency');
  });

  it('is shown to the administrator of the agency, whatever the right says', async () => {
    await using one = await limited({ answer: json(inquiry(null)) });
    await changeSeller(one.world, { admin_mail: SELLER });
    const answer = await ask(one, `/v3/consultas/${SELLER}/${SID}`);
    expect([answer.statusCode, answer.json()]).toEqual([200, inquiry(null)]);
    await ask(one, `/v3/consultas/${SELLER.toUpperCase()}?operador=x@y.example`);
    expect(queryOf(one.world.upstreamRequests.at(-1)?.url)).toEqual([['operador', 'x@y.example']]);
  });
});

describe('the proof', () => {
  const UNSEEN = createProblem('not-found').message;
  const person: Person = {
    id: '1',
    mail: SELLER,
    name: 'V',
    role: 'seller',
    agencies: [OWN, FOREIGN],
    ownInquiriesIn: [OWN],
    lastAgency: null,
  };

  it('is asked where the person is limited, and nowhere else', () => {
    expect(isLimitedToOwnInquiries(person, OWN.toUpperCase())).toBe(true);
    expect(isLimitedToOwnInquiries(person, FOREIGN)).toBe(false);
    expect(isLimitedToOwnInquiries(person, undefined)).toBe(false);
    expect(isLimitedToOwnInquiries({ ...person, ownInquiriesIn: [SELLER] }, SELLER)).toBe(false);
  });

  it('keeps the path as it came', () => {
    expect(buildOwnListUrl('/V3/consultas/A%40b.example/?pagina=3', SELLER)).toBe(
      '/V3/consultas/A%40b.example/?pagina=3&operador=vendedora%40vitrina.example',
    );
  });

  it.each<[number, object | undefined, string]>([
    [200, { OperadorResponsable: SELLER }, 'theirs'],
    [200, { OperadorResponsable: null }, UNSEEN],
    [404, undefined, UNSEEN],
    [400, { Type: 'x' }, UNSEEN],
    [429, { Type: 'x' }, createProblem('busy').message],
  ])('by an answer %i %j', async (status, body, expected) => {
    const type = status === 200 ? 'application/json' : 'application/problem+json';
    await using world = await openWorld({
      answer: body ? json(body, status, type) : (_, response) => response.writeHead(status).end(),
    });
    const upstream = createTestUpstream(world.config, () => world.clock.now);
    const said = await assertOwnInquiry(upstream, person, { adminMail: OWN, sid: SID }).then(
      () => 'theirs',
      (error: Error) => error.message,
    );
    expect(said).toBe(expected);
    await upstream.close();
  });
});
