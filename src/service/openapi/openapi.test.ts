import { expect, it } from 'vitest';
import { attemptLog } from '#contract/attempts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { publisher } from '#contract/publisher.ts';
import { v3 } from '#contract/v3.ts';
import { buildCommonHeaders } from '#http/security-headers.ts';
import { createOpenApiValidator } from '#testing/openapi-validator.ts';
import { openServiceWorld } from '#testing/service-world.ts';
import { PARAMETERS, SUMMARIES } from './texts.ts';

interface Answered {
  method: string;
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: object }[];
  requestBody?: { content: Record<string, object> };
  responses: Record<string, { headers?: object; content?: Record<string, object> }>;
}

async function read() {
  await using world = await openServiceWorld('sqlite');
  const reply = await world.app.inject('/openapi.json');
  return reply.json<{ paths: Record<string, Record<string, Operation>>; components: { schemas: object } }>();
}

const document = await read();
const rows: [string, Endpoint][] = Object.entries({ ...v3, ...publisher, ...attemptLog });

it.each(rows)('the document describes %s with its statuses, types and parameters', (name, row) => {
  const described = document.paths[row.path]?.[row.method.toLowerCase()];
  expect(described?.operationId).toBe(name);
  expect(SUMMARIES).toHaveProperty(name);
  const generic = [401, 429, 500, 503, ...(row.reply ? [406] : []), ...(row.body ? [413, 415] : [])];
  const statuses = [row.success, ...row.errors, ...(row.cached ? [304] : []), ...generic];
  expect(Object.keys(described?.responses ?? {}).toSorted()).toEqual(statuses.map(String).toSorted());
  const types = Object.keys(described?.responses[row.success]?.content ?? {});
  expect(types).toHaveLength((row.reply ? 3 : 0) + (row.ref ? 1 : 0));
  expect(Object.keys(described?.requestBody?.content ?? {})).toHaveLength(row.body ? 2 : 0);
  const parameters = [...Object.keys(row.params?.shape ?? {}), ...Object.keys(row.query?.shape ?? {})];
  expect((described?.parameters ?? []).map((parameter) => parameter.name)).toEqual(parameters);
  for (const parameter of parameters) expect(PARAMETERS).toHaveProperty(parameter);
});

it('the document describes HEAD as GET without bodies, and OPTIONS with what it tells', () => {
  const statuses = ({ responses }: Operation) => Object.keys(responses);
  for (const { get, head, options } of Object.values(document.paths)) {
    expect(head?.parameters).toEqual(get?.parameters);
    expect(head && statuses(head)).toEqual(get && statuses(get));
    expect(JSON.stringify(head ?? '')).not.toContain('"content"');
    expect(options?.responses[204]?.headers).toHaveProperty('Allow');
  }
  const path = document.paths['/v3/consultas/{adminMail}'];
  expect(path?.options?.parameters?.map(({ name }) => name)).toEqual(['adminMail']);
  expect(path?.options && statuses(path.options)).toEqual(['204', '401', '404', '429', '500', '503']);
  expect(document.paths['/v3/agencias']?.options?.responses).not.toHaveProperty('404');
});

it('the document describes nothing else, names each once, and every reference resolves', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const reads = rows.filter(([, { method }]) => method === 'GET');
  expect(operations).toHaveLength(rows.length + reads.length + Object.keys(document.paths).length);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  const used = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  );
  expect(new Set(used)).toEqual(new Set(Object.keys(document.components.schemas)));
});

it('the document says what a parameter stands for', () => {
  const parameter = (path: string, name: string) =>
    document.paths[path]?.get?.parameters?.find((parameter) => parameter.name === name);
  expect(parameter('/v3/marcas/{id}', 'id')).toMatchObject({
    in: 'path',
    required: true,
    schema: { type: 'integer', format: 'int32' },
  });
  expect(parameter('/v3/marcas', 'soloMercadoNuevos')).toMatchObject({
    required: false,
    schema: { type: 'boolean', default: false },
  });
  expect(parameter('/v3/consultas/{adminMail}', 'pagina')?.schema).toMatchObject({ minimum: 1, maximum: 99 });
  expect(parameter('/v3/ciudades/bestmatch', 'state')?.required).toBe(true);
});

it('the document is shown as a page that asks no other host, under a strict policy', async () => {
  await using world = await openServiceWorld('sqlite');
  const page = await world.app.inject('/docs/');
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.headers['content-security-policy']).not.toMatch(/unsafe-(?:inline|eval)/);
  expect(page.headers).toMatchObject(buildCommonHeaders({ https: false }));
  expect(page.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  for (const [, asset] of page.body.matchAll(/(?:src|href)="\.?([^"]+)"/g))
    expect((await world.app.inject(asset?.startsWith('/docs') ? asset : `/docs${asset}`)).statusCode).toBe(
      200,
    );
});

it.each([
  ['a status', { statusCode: 418 }, 'GET /v3/marcas 418 is not described'],
  ['a missing header', { headers: { 'content-type': 'application/json' } }, 'GET /v3/marcas 200 has no ETag'],
  ['a type', { headers: { 'content-type': 'text/html', etag: '"x"' } }, 'is of the type text/html'],
  ['a body', { body: '{"_links":{},"_entries":[{"Nombre":1}]}' }, 'must be string'],
  ['a body where there is none', { statusCode: 304, body: 'x' }, 'GET /v3/marcas 304 has a body'],
  ['OPTIONS without Allow', { method: 'OPTIONS', statusCode: 204, body: '' }, '204 has no Allow'],
  ['HEAD with a body', { method: 'HEAD' }, 'HEAD /v3/marcas 200 has a body'],
])('the tests of all rooms notice %s that it does not describe', (_, wrong: Partial<Answered>, message) => {
  const validateReply = createOpenApiValidator({
    vendor: 'service',
    prefix: 'SVC',
    publicUrl: 'http://localhost:4001',
  });
  const right = {
    statusCode: 200,
    headers: { 'content-type': 'application/json', etag: '"x"' },
    body: '{"_links":{},"_entries":[]}',
  };
  expect(() => validateReply('GET', '/v3/Marcas/?q=x', right)).not.toThrow();
  const { method = 'GET', ...reply } = { ...right, ...wrong };
  expect(() => validateReply(method, '/v3/Marcas/?q=x', reply)).toThrow(message);
});
