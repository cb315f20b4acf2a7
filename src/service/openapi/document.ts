import { attemptLog } from '#contract/attempts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Json, createParameterSchema } from '#contract/json-schemas.ts';
import { lookUp } from '#contract/look-up.ts';
import { BODY_TYPES, mediaTypes } from '#contract/media-types.ts';
import { PROBLEM_TYPE, Problem, ValidationProblem } from '#contract/problem.ts';
import { publisher } from '#contract/publisher.ts';
import { v3 } from '#contract/v3.ts';
import type { ServiceConfig } from '#service/config.ts';
import { createComponents, createRef } from './schemas.ts';
import { PARAMETERS, STATUS_TEXTS, SUMMARIES, TAGS } from './texts.ts';

type DocumentConfig = Pick<ServiceConfig, 'vendor' | 'prefix' | 'publicUrl'>;

/** Creates the OpenAPI 3.1 document from the contract's tables of endpoints. */
export function createOpenApiDocument(config: DocumentConfig): Json {
  const rows: [string, Endpoint][] = Object.entries({ ...v3, ...publisher, ...attemptLog });
  const paths: Record<string, Record<string, Json>> = Object.create(null);
  for (const [name, row] of rows) {
    const operations = (paths[row.path] ??= {});
    operations[row.method.toLowerCase()] = createOperation(name, row, config);
    if (row.method === 'GET') operations.head = createHeadOperation(name, row, config);
    operations.options ??= createOptionsOperation(name, row, config);
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
      schemas: createComponents(rows.map(([, row]) => row)),
      securitySchemes: { hmac: createSecurityScheme(config) },
    },
  };
}

function createOperation(name: string, row: Endpoint, config: DocumentConfig): Json {
  const { body } = row;
  return {
    ...describeOperation(name, row, lookUp(SUMMARIES, name) ?? name),
    ...formatParameters([...createPathParameters(row), ...createQueryParameters(row)]),
    ...(body && { requestBody: { required: true, content: createContent(BODY_TYPES, createRef(body)) } }),
    responses: createResponses(row, config),
  };
}

/** Like GET, without reply bodies. */
function createHeadOperation(name: string, row: Endpoint, config: DocumentConfig): Json {
  const answers = Object.entries(createResponses(row, config)).map(([status, answer]) => {
    const { content: _content, ...bare } = answer;
    return [status, bare];
  });
  return {
    ...describeOperation(`${name}Head`, row, `Solo los encabezados: ${lookUp(SUMMARIES, name) ?? name}`),
    ...formatParameters([...createPathParameters(row), ...createQueryParameters(row)]),
    responses: Object.fromEntries(answers),
  };
}

/** One OPTIONS operation per path; 404 if the path parameters name nothing visible to the app. */
function createOptionsOperation(name: string, row: Endpoint, config: DocumentConfig): Json {
  const path = createPathParameters(row);
  const headers = createStringHeader('Allow', 'Métodos que el recurso admite');
  return {
    ...describeOperation(`${name}Options`, row, `Métodos que admite ${row.path}`),
    ...formatParameters(path),
    responses: {
      204: { description: STATUS_TEXTS[204], headers },
      ...createErrorResponses([...(path.length > 0 ? [404] : []), 401, 429, 500, 503], config),
    },
  };
}

const describeOperation = (operationId: string, row: Endpoint, summary: string): Json => ({
  operationId,
  tags: [getTag(row)],
  summary,
  description: `${summary}.`,
});

const formatParameters = (parameters: Json[]): Json =>
  parameters.length > 0 ? { parameters: parameters } : {};

const createPathParameters = ({ params }: Endpoint): Json[] =>
  Object.entries(params?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    description: lookUp(PARAMETERS, name),
    schema: createParameterSchema(schema),
  }));

const createQueryParameters = ({ query }: Endpoint): Json[] =>
  Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: schema._zod.optin === undefined,
    description: lookUp(PARAMETERS, name),
    schema: createParameterSchema(schema),
  }));

const getTag = ({ path }: Endpoint) => {
  const [, root, resource = 'raiz'] = path.split('/');
  return root === 'v3' ? resource : root;
};

const createContent = (types: readonly string[], schema: Json) =>
  Object.fromEntries(types.map((type) => [type, { schema }]));

/** Statuses of the endpoint, and those of every endpoint (decisions, rule 3). */
function createResponses(row: Endpoint, config: DocumentConfig): Record<string, Json> {
  const { full, ref } = mediaTypes(config.vendor);
  const success = {
    description: STATUS_TEXTS[row.success],
    ...describeHeaders(row),
    ...(row.reply && {
      content: {
        ...createContent(full, createRef(row.reply)),
        ...(row.ref && createContent([ref], createRef(row.ref))),
      },
    }),
  };
  const generic = [401, ...(row.reply ? [406] : []), ...(row.body ? [413, 415] : []), 429, 500, 503];
  return {
    [row.success]: success,
    ...(row.cached && { 304: { description: STATUS_TEXTS[304], headers: HEADERS.etag } }),
    ...createErrorResponses([...row.errors, ...generic], config),
  };
}

function createErrorResponses(statuses: readonly number[], { prefix }: DocumentConfig): Record<string, Json> {
  const headers: Record<number, Json> = {
    401: createStringHeader('WWW-Authenticate', `${prefix}-HMAC`),
    429: createStringHeader('Retry-After', 'Segundos de espera'),
    503: createStringHeader('Retry-After', 'Segundos de espera'),
  };
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: STATUS_TEXTS[status],
        ...(headers[status] && { headers: headers[status] }),
        ...(status !== 404 && {
          content: createContent(
            [PROBLEM_TYPE],
            createRef(status === 400 || status === 409 ? ValidationProblem : Problem),
          ),
        }),
      },
    ]),
  );
}

function describeHeaders({ success, cached }: Endpoint): Json {
  if (cached) return { headers: HEADERS.etag };
  return success === 201 || success === 202 ? { headers: HEADERS.location } : {};
}

const createStringHeader = (name: string, description: string) => ({
  [name]: { description, schema: { type: 'string' } },
});

const HEADERS = {
  etag: createStringHeader('ETag', 'Etiqueta de la representación, para If-None-Match'),
  location: {
    Location: { description: 'URI del recurso', schema: { type: 'string', format: 'uri-reference' } },
  },
};

function createSecurityScheme({ prefix }: DocumentConfig): Json {
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
