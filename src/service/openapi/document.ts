import type { Endpoint } from '#contract/endpoint.ts';
import { lookUp } from '#contract/look-up.ts';
import { BODY_TYPES, mediaTypes } from '#contract/media-types.ts';
import { PROBLEM_TYPE, Problem, ValidationProblem } from '#contract/problem.ts';
import { v3 } from '#contract/v3.ts';
import type { ServiceConfig } from '#service/config.ts';
import { type Json, componentsOf, parameterSchema, refOf } from './schemas.ts';
import { PARAMETERS, STATUSES, SUMMARIES, TAGS } from './texts.ts';

type Names = Pick<ServiceConfig, 'vendor' | 'prefix' | 'publicUrl'>;

/** The OpenAPI 3.1 description of the table: nothing in it is written twice. */
export function openApiDocument(config: Names): Json {
  const rows: Record<string, Endpoint> = v3;
  const paths: Record<string, Record<string, Json>> = Object.create(null);
  for (const [name, row] of Object.entries(rows)) {
    const operations = (paths[row.path] ??= {});
    operations[row.method.toLowerCase()] = operation(name, row, config);
    if (row.method === 'GET') operations.head = headOperation(name, row, config);
    operations.options ??= optionsOperation(name, row, config);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vehicle Listings Partner Service Interface',
      version: '3.0.0',
      description: 'Las rutas no distinguen mayúsculas; los demás métodos responden 405 con Allow.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Vitrina', url: config.publicUrl },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ hmac: [] }],
    paths,
    components: {
      schemas: componentsOf(Object.values(rows)),
      securitySchemes: { hmac: securityScheme(config) },
    },
  };
}

function operation(name: string, row: Endpoint, config: Names): Json {
  const { body } = row;
  return {
    ...described(name, row, lookUp(SUMMARIES, name) ?? name),
    ...parameters([...pathParameters(row), ...queryParameters(row)]),
    ...(body && { requestBody: { required: true, content: contentOf(BODY_TYPES, refOf(body)) } }),
    responses: responses(row, config),
  };
}

/** As GET, without bodies. */
function headOperation(name: string, row: Endpoint, config: Names): Json {
  const answers = Object.entries(responses(row, config)).map(([status, answer]) => {
    const { content: _content, ...bare } = answer;
    return [status, bare];
  });
  return {
    ...described(`${name}Head`, row, `Solo los encabezados: ${lookUp(SUMMARIES, name) ?? name}`),
    ...parameters([...pathParameters(row), ...queryParameters(row)]),
    responses: Object.fromEntries(answers),
  };
}

/** One for each path; 404 where its parameters name nothing that the app can see. */
function optionsOperation(name: string, row: Endpoint, config: Names): Json {
  const path = pathParameters(row);
  const headers = stringHeader('Allow', 'Métodos que el recurso admite');
  return {
    ...described(`${name}Options`, row, `Métodos que admite ${row.path}`),
    ...parameters(path),
    responses: {
      204: { description: STATUSES[204], headers },
      ...refusals([...(path.length > 0 ? [404] : []), 401, 429, 500, 503], config),
    },
  };
}

const described = (operationId: string, row: Endpoint, summary: string): Json => ({
  operationId,
  tags: [tagOf(row)],
  summary,
  description: `${summary}.`,
});

const parameters = (given: Json[]): Json => (given.length > 0 ? { parameters: given } : {});

const pathParameters = ({ params }: Endpoint): Json[] =>
  Object.entries(params?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    description: lookUp(PARAMETERS, name),
    schema: parameterSchema(schema),
  }));

const queryParameters = ({ query }: Endpoint): Json[] =>
  Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: schema._zod.optin === undefined,
    description: lookUp(PARAMETERS, name),
    schema: parameterSchema(schema),
  }));

const tagOf = ({ path }: Endpoint) => path.split('/')[2] ?? 'raiz';

const contentOf = (types: readonly string[], schema: Json) =>
  Object.fromEntries(types.map((type) => [type, { schema }]));

/** The statuses of the row, and the generic ones (decisions, rule 3). */
function responses(row: Endpoint, config: Names): Record<string, Json> {
  const { full, ref } = mediaTypes(config.vendor);
  const success = {
    description: STATUSES[row.success],
    ...headersOf(row),
    ...(row.reply && {
      content: {
        ...contentOf(full, refOf(row.reply)),
        ...(row.ref && contentOf([ref], refOf(row.ref))),
      },
    }),
  };
  const generic = [401, ...(row.reply ? [406] : []), ...(row.body ? [413, 415] : []), 429, 500, 503];
  return {
    [row.success]: success,
    ...(row.cached && { 304: { description: STATUSES[304], headers: HEADERS.etag } }),
    ...refusals([...row.errors, ...generic], config),
  };
}

function refusals(statuses: readonly number[], { prefix }: Names): Record<string, Json> {
  const headers: Record<number, Json> = {
    401: stringHeader('WWW-Authenticate', `${prefix}-HMAC`),
    429: stringHeader('Retry-After', 'Segundos de espera'),
    503: stringHeader('Retry-After', 'Segundos de espera'),
  };
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: STATUSES[status],
        ...(headers[status] && { headers: headers[status] }),
        ...(status !== 404 && {
          content: contentOf(
            [PROBLEM_TYPE],
            refOf(status === 400 || status === 409 ? ValidationProblem : Problem),
          ),
        }),
      },
    ]),
  );
}

function headersOf({ success, cached }: Endpoint): Json {
  if (cached) return { headers: HEADERS.etag };
  return success === 201 || success === 202 ? { headers: HEADERS.location } : {};
}

const stringHeader = (name: string, description: string) => ({
  [name]: { description, schema: { type: 'string' } },
});

const HEADERS = {
  etag: stringHeader('ETag', 'Etiqueta de la representación, para If-None-Match'),
  location: {
    Location: { description: 'URI del recurso', schema: { type: 'string', format: 'uri-reference' } },
  },
};

function securityScheme({ prefix }: Names): Json {
  return {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: [
      `\`${prefix}-HMAC {AppKey}:{HMAC}\`: HMAC-SHA256 en Base64, con el AppSecret, de la forma canónica de la`,
      `solicitud. Exige \`Date\` o \`X-${prefix}-Date\`, y \`Digest\` (sha-256 o sha-512) cuando hay cuerpo; cada`,
      `solicitud se firma de nuevo, y \`X-${prefix}-Nonce\` distingue a dos iguales.`,
    ].join(' '),
  };
}
