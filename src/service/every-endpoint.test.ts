import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { addressOf } from '#contract/endpoint.ts';
import { type V3Name, v3 } from '#contract/v3.ts';
import { NOON, type World, inquiry, openWorld } from '#testing/service-world.ts';

// What the brief says once for all endpoints (4.1), and the decisions about methods: asked of each of them.

const MAIL = 'ventas@a.example';
const SID = ulid(NOON - 3_600_000, () => 0);
const CALLBACK = 'https://callbacks.example/hook';
const FULL = ['application/json', 'text/json', 'application/vnd.service.entry+json'];
const REF = 'application/vnd.service.ref+json';

/** A request that each endpoint grants in the world of these tests. */
const GRANTED: Record<
  V3Name,
  { params?: Record<string, string>; query?: Record<string, string>; body?: object }
> = {
  listAgencies: {},
  inviteAgency: { body: { AdminMail: 'nueva@a.example' } },
  viewAgency: { params: { adminMail: MAIL } },
  editAgency: { params: { adminMail: MAIL }, body: { Nombre: 'Otra' } },
  disassociateAgency: { params: { adminMail: MAIL } },
  viewPackage: { params: { adminMail: MAIL } },
  listInquiries: { params: { adminMail: MAIL } },
  viewInquiry: { params: { adminMail: MAIL, sid: SID } },
  resendInquiry: { params: { adminMail: MAIL, sid: SID } },
  listWebhooks: {},
  viewWebhook: { params: { topic: 'consulta-recibida' } },
  createWebhook: { params: { topic: 'agencia-registrada' }, body: { Callback: CALLBACK } },
  editWebhook: { params: { topic: 'consulta-recibida' }, body: { Callback: CALLBACK } },
  deleteWebhook: { params: { topic: 'consulta-recibida' } },
  entryPoints: {},
  listBodyStyles: {},
  matchBodyStyle: { query: { bodystyle: 'suv' } },
  viewBodyStyle: { params: { id: '7' } },
  listCities: { query: { region: '17' } },
  matchCity: { query: { state: 'AR-S', city: 'rosario' } },
  viewCity: { params: { id: '1833' } },
  listColors: {},
  viewColor: { params: { id: '6' } },
  listMakes: {},
  matchMake: { query: { make: 'vw' } },
  viewMake: { params: { id: '77' } },
};

/** `+ref` in the tables of the brief; the last two are decided. */
const WITH_REF: ReadonlySet<string> = new Set<V3Name>([
  'listAgencies',
  'viewAgency',
  'editAgency',
  'listInquiries',
  'viewInquiry',
  'listCities',
  'matchCity',
  'viewCity',
  'listColors',
  'viewColor',
  'listMakes',
  'matchMake',
  'viewMake',
]);

const rows = (Object.entries(v3) as [V3Name, Endpoint][]).map(([name, row]) => ({ name, row }));
const withReply = rows.filter(({ row }) => row.reply);
const withBody = rows.filter(({ row }) => row.body);
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const paths = [...Map.groupBy(rows, ({ row }) => row.path)].map(([path, given]) => ({ path, given }));

/** A world in which every endpoint has something to answer. */
async function prepared(): Promise<World> {
  const world = await openWorld('sqlite');
  await world.agency(MAIL);
  const agency = await world.agencies.receiving(MAIL);
  if (agency) await world.inquiries.receive(agency, [{ sid: SID, consulta: inquiry() }]);
  const body = JSON.stringify({ Callback: CALLBACK });
  await world.call('/v3/appnotificaciones/consulta-recibida', { method: 'POST', body });
  return world;
}

function ask(
  world: World,
  { name, row }: { name: V3Name; row: Endpoint },
  { headers, path = addressOf(row, GRANTED[name].params, GRANTED[name].query) }: Asked = {},
) {
  const { body } = GRANTED[name];
  return world.call(path, {
    method: row.method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
}

interface Asked {
  headers?: Record<string, string>;
  path?: string;
}

describe.each(withReply)('$name', (endpoint) => {
  it.each(FULL)('answers as %s', async (type) => {
    await using world = await prepared();
    const reply = await ask(world, endpoint, { headers: { accept: type } });
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([endpoint.row.success, type]);
  });

  it('answers in the reference form exactly where there is one', async () => {
    await using world = await prepared();
    const reply = await ask(world, endpoint, { headers: { accept: REF } });
    const expected = WITH_REF.has(endpoint.name) ? [200, REF] : [406, 'application/problem+json'];
    expect([reply.statusCode, reply.headers['content-type']]).toEqual(expected);
  });

  it('marks the templates among its links, and nothing else', async () => {
    await using world = await prepared();
    const links = linksIn((await ask(world, endpoint)).json());
    expect(links.length).toBeGreaterThan(0);
    for (const { href, templated } of links)
      expect([href, templated]).toEqual([href, href.includes('{') ? true : undefined]);
  });
});

describe.each(withBody)('$name', (endpoint) => {
  it.each([
    ['application/json', endpoint.row.success],
    ['text/json', endpoint.row.success],
    ['TEXT/JSON; charset=utf-8', endpoint.row.success],
    ['text/plain', 415],
    ['application/vnd.service.entry+json', 415],
  ])('takes a body of the type %s: %i', async (type, status) => {
    await using world = await prepared();
    expect((await ask(world, endpoint, { headers: { 'content-type': type } })).statusCode).toBe(status);
  });
});

describe.each(rows)('$name', (endpoint) => {
  const { name, row } = endpoint;

  it('takes its path in any case, and with a slash at the end', async () => {
    await using world = await prepared();
    const path = row.path.replace(/\/[a-z\d]+/g, (literal) => literal.toUpperCase());
    const { params, query } = GRANTED[name];
    const [address, search] = addressOf({ path }, params, query).split('?');
    const odd = `${address}/${search === undefined ? '' : `?${search}`}`;
    expect((await ask(world, endpoint, { path: odd })).statusCode).toBe(row.success);
  });

  it('401 without a signature', async () => {
    await using world = await prepared();
    const { params, query } = GRANTED[name];
    const reply = await world.app.inject({ method: row.method, url: addressOf(row, params, query) });
    expect([reply.statusCode, reply.headers['www-authenticate']]).toEqual([401, 'SVC-HMAC']);
  });
});

it.each(paths)('$path: OPTIONS says what it allows, and the rest is 405', async ({ path, given }) => {
  await using world = await prepared();
  const methods: string[] = given.map(({ row }) => row.method);
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const allow = [...allowed, 'OPTIONS'].join(', ');
  const [{ name }] = given as [{ name: V3Name; row: Endpoint }];
  const address = addressOf({ path }, GRANTED[name].params, GRANTED[name].query);
  const options = await world.call(address, { method: 'OPTIONS' });
  expect([options.statusCode, options.body, options.headers.allow]).toEqual([204, '', allow]);
  for (const method of METHODS.filter((method) => !methods.includes(method))) {
    const reply = await world.call(address, { method });
    expect([method, reply.statusCode, reply.headers.allow]).toEqual([method, 405, allow]);
  }
});

it.each(rows.filter(({ row }) => row.method === 'GET'))(
  '$name: HEAD answers as GET, without the body',
  async ({ name, row }) => {
    await using world = await prepared();
    const address = addressOf(row, GRANTED[name].params, GRANTED[name].query);
    const head = await world.call(address, { method: 'HEAD' });
    const get = await world.call(address);
    const kept = ({ headers, statusCode }: typeof get) => [
      statusCode,
      ...['content-type', 'content-length', 'etag', 'cache-control', 'vary'].map((header) => headers[header]),
    ];
    expect(kept(head)).toEqual(kept(get));
    expect(head.body).toBe('');
  },
);

function linksIn(value: unknown): { href: string; templated?: boolean }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '_links' ? Object.values(member as Record<string, { href: string }>) : linksIn(member),
  );
}
