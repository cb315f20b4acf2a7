import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { type AttemptLogName, attemptLog } from '#contract/attempts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { addressOf } from '#contract/endpoint.ts';
import { ValidationProblem } from '#contract/problem.ts';
import { type PublisherName, publisher } from '#contract/publisher.ts';
import { type V3Name, v3 } from '#contract/v3.ts';
import { findDrift } from '#testing/drift.ts';
import type { Credentials } from '#signing/request.ts';
import {
  NOON,
  type RequestOptions,
  createInquiry,
  createPublishedInquiry,
  openServiceWorld,
} from '#testing/service-world.ts';
import { shareFixture } from '#testing/share-fixture.ts';

// Tests every endpoint against the general rules of the brief (4.1) and the decisions about methods.

const CALLBACK = 'https://callbacks.example/hook';
const FULL = ['application/json', 'text/json', 'application/vnd.service.entry+json'];
const REF = 'application/vnd.service.ref+json';

type Name = V3Name | PublisherName | AttemptLogName;
const table = { ...v3, ...publisher, ...attemptLog };

interface Request {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}

/** A successful request of each endpoint, for an app that may publish, with an agency with one inquiry. */
const grantedTo = (adminMail: string, sid: string): Record<Name, Request> => ({
  listAgencies: {},
  inviteAgency: { body: { AdminMail: `nueva-${adminMail}` } },
  viewAgency: { params: { adminMail } },
  editAgency: { params: { adminMail }, body: { Nombre: 'Otra' } },
  disassociateAgency: { params: { adminMail } },
  viewPackage: { params: { adminMail } },
  listInquiries: { params: { adminMail } },
  viewInquiry: { params: { adminMail, sid } },
  resendInquiry: { params: { adminMail, sid } },
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
  publishInquiries: { params: { adminMail }, body: [createPublishedInquiry()] },
  publishPackage: {
    params: { adminMail },
    body: { Paquete: 'Oro', Desde: '2026-01-01', Hasta: '2026-12-31', Productos: [] },
  },
  listAttempts: {},
});

/** Endpoints with a reference form (`+ref` in the brief's tables); the last two are decided. */
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

const rows = (Object.entries(table) as [Name, Endpoint][]).map(([name, row]) => ({ name, row }));
const withReply = rows.filter(({ row }) => row.reply);
const withBody = rows.filter(({ row }) => row.body);
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const paths = [...Map.groupBy(rows, ({ row }) => row.path)].map(([path, given]) => ({ path, given }));

const world = shareFixture(() => openServiceWorld('sqlite'));
let callers = 0;

/** A calling app with an agency, an inquiry and a webhook, so that every endpoint can succeed. */
class Caller {
  readonly app: Credentials;
  readonly granted: Record<Name, Request>;

  constructor(app: Credentials, granted: Record<Name, Request>) {
    this.app = app;
    this.granted = granted;
  }

  address(name: Name, path: string = table[name].path): string {
    const { params, query } = this.granted[name];
    return addressOf({ path }, params, query);
  }

  call(path: string, sent: Omit<RequestOptions, 'as'> = {}) {
    return world().call(path, { ...sent, as: this.app });
  }

  ask(name: Name, headers?: Record<string, string>, path = this.address(name)) {
    const { body } = this.granted[name];
    return this.call(path, {
      method: table[name].method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
  }
}

async function newCaller(): Promise<Caller> {
  const app = await world().otherApp({ isPublisher: true });
  const adminMail = `ventas-${++callers}@a.example`;
  const sid = ulid(NOON - 3_600_000);
  await world().agency(adminMail, {}, [], app);
  const agency = await world().agencies.findRegistered(adminMail);
  if (agency)
    await world().inquiries.receive(agency, [{ sid, consulta: createInquiry(), publishedBy: null }], 0);
  const caller = new Caller(app, grantedTo(adminMail, sid));
  const body = JSON.stringify({ Callback: CALLBACK });
  await caller.call('/v3/appnotificaciones/consulta-recibida', { method: 'POST', body });
  return caller;
}

describe.each(withReply)('$name', ({ name, row }) => {
  it.each(FULL)('answers as %s', async (type) => {
    const reply = await (await newCaller()).ask(name, { accept: type });
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([row.success, type]);
  });

  it('answers in the reference form exactly where there is one', async () => {
    const reply = await (await newCaller()).ask(name, { accept: REF });
    const expected = WITH_REF.has(name) ? [200, REF] : [406, 'application/problem+json'];
    expect([reply.statusCode, reply.headers['content-type']]).toEqual(expected);
  });

  it('answers what the contract says, and nothing else', async () => {
    const caller = await newCaller();
    const forms = [row.reply, ...(WITH_REF.has(name) ? [row.ref] : [])].flatMap((schema) => schema ?? []);
    for (const [index, schema] of forms.entries()) {
      const reply = await caller.ask(name, { accept: index === 0 ? 'application/json' : REF });
      expect([index, findDrift(schema, reply.json())]).toEqual([index, []]);
    }
  });

  it.skipIf(name === 'listAttempts')('marks the templates among its links, and nothing else', async () => {
    const links = linksIn((await (await newCaller()).ask(name)).json());
    expect(links.length).toBeGreaterThan(0);
    for (const { href, templated } of links)
      expect([href, templated]).toEqual([href, href.includes('{') ? true : undefined]);
  });
});

describe.each(withBody)('$name', ({ name, row }) => {
  it.each([
    ['application/json', row.success],
    ['text/json', row.success],
    ['TEXT/JSON; charset=utf-8', row.success],
    ['text/plain', 415],
    ['application/vnd.service.entry+json', 415],
  ])('takes a body of the type %s: %i', async (type, status) => {
    expect((await (await newCaller()).ask(name, { 'content-type': type })).statusCode).toBe(status);
  });
});

describe.each(rows)('$name', ({ name, row }) => {
  it('takes its path in any case, and with a slash at the end', async () => {
    const caller = await newCaller();
    const capitals = row.path.replace(/\/[a-z\d]+/g, (literal) => literal.toUpperCase());
    const [address, search] = caller.address(name, capitals).split('?');
    const odd = `${address}/${search === undefined ? '' : `?${search}`}`;
    expect((await caller.ask(name, {}, odd)).statusCode).toBe(row.success);
  });

  it('401 without a signature', async () => {
    const caller = await newCaller();
    const reply = await world().app.inject({ method: row.method, url: caller.address(name) });
    expect([reply.statusCode, reply.headers['www-authenticate']]).toEqual([401, 'SVC-HMAC']);
  });
});

it.each(paths)('$path: OPTIONS says what it allows, and the rest is 405', async ({ given }) => {
  const caller = await newCaller();
  const methods: string[] = given.map(({ row }) => row.method);
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const allow = [...allowed, 'OPTIONS'].join(', ');
  const [{ name }] = given as [{ name: Name; row: Endpoint }];
  const address = caller.address(name);
  const options = await caller.call(address, { method: 'OPTIONS' });
  expect([options.statusCode, options.body, options.headers.allow]).toEqual([204, '', allow]);
  for (const method of METHODS.filter((method) => !methods.includes(method))) {
    const reply = await caller.call(address, { method });
    expect([method, reply.statusCode, reply.headers.allow]).toEqual([method, 405, allow]);
  }
});

it('OPTIONS: 404 for what the path names and the app cannot see', async () => {
  const caller = await newCaller();
  const stranger = await newCaller();
  const inquiry = (sid: string) => addressOf(v3.viewInquiry, { ...caller.granted.viewInquiry.params, sid });
  const { sid: foreignSid = '' } = stranger.granted.viewInquiry.params ?? {};
  for (const path of [
    inquiry(ulid(NOON)),
    inquiry(foreignSid),
    inquiry('x'.repeat(20)),
    inquiry('corto'),
    `${inquiry(ulid(NOON))}/resendwebhook`,
    stranger.address('viewInquiry'),
    '/v3/appnotificaciones/agencia-desasociada',
    '/v3/appnotificaciones/nada',
    '/v3/carrocerias/999999',
    '/v3/ciudades/999999',
    '/v3/colores/999999',
    '/v3/marcas/999999',
  ])
    expect([path, (await caller.call(path, { method: 'OPTIONS' })).statusCode]).toEqual([path, 404]);
});

it.each(rows.filter(({ row }) => row.errors.includes(400)))(
  '$name: 400 for a query parameter that is given twice, known or not',
  async ({ name, row }) => {
    const caller = await newCaller();
    for (const parameter of [...Object.keys(row.query?.shape ?? {}), 'otro']) {
      const [address, search] = caller.address(name).split('?');
      const twice = [...new URLSearchParams(search)].filter(([given]) => given !== parameter);
      const query = new URLSearchParams([...twice, [parameter, '1'], [parameter, '2']]);
      const reply = await caller.ask(name, {}, `${address}?${query}`);
      expect(reply.statusCode).toBe(400);
      expect(ValidationProblem.parse(reply.json()).Errors[parameter]).toContain('aparece más de una vez');
    }
  },
);

it.each(withBody)('$name: 400 for a member that the body has twice', async ({ name }) => {
  const caller = await newCaller();
  const { body } = caller.granted[name];
  const isList = Array.isArray(body);
  const [member = ''] = Object.keys((isList ? (body as object[])[0] : body) ?? {});
  const escaped = `"\\u${member.charCodeAt(0).toString(16).padStart(4, '0')}${member.slice(1)}":null,`;
  const twice = JSON.stringify(body).replace('{', `{${escaped}`);
  const reply = await caller.call(caller.address(name), { method: table[name].method, body: twice });
  expect(reply.statusCode).toBe(400);
  const { Errors } = ValidationProblem.parse(reply.json());
  expect(Errors).toEqual({ [isList ? `0.${member}` : member]: ['aparece más de una vez'] });
});

it.each(rows.filter(({ row }) => !row.errors.includes(400)))(
  '$name: ignores its query, as it has no 400',
  async ({ name, row }) => {
    const caller = await newCaller();
    const reply = await caller.ask(name, {}, `${caller.address(name)}?otro=1&otro=2`);
    expect(reply.statusCode).toBe(row.success);
  },
);

it.each(rows.filter(({ row }) => row.method === 'GET'))(
  '$name: HEAD answers as GET, without the body',
  async ({ name }) => {
    const caller = await newCaller();
    const head = await caller.call(caller.address(name), { method: 'HEAD' });
    const get = await caller.call(caller.address(name));
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
