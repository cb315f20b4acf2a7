import type { Endpoint } from '#contract/endpoint.ts';
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
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, row] of Object.entries(rows))
    (paths[row.path] ??= {})[row.method.toLowerCase()] = operation(name, row, config);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vehicle Listings Partner Service Interface',
      version: '3.0.0',
      description:
        'Las rutas no distinguen mayúsculas; HEAD vale donde vale GET, y OPTIONS responde 204 con Allow.',
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
  const summary = SUMMARIES[name] ?? name;
  const parameters = [
    ...Object.entries(row.params?.shape ?? {}).map(([param, schema]) => ({
      name: param,
      in: 'path',
      required: true,
      description: PARAMETERS[param],
      schema: parameterSchema(schema),
    })),
    ...Object.entries(row.query?.shape ?? {}).map(([param, schema]) => ({
      name: param,
      in: 'query',
      required: schema._zod.optin === undefined,
      description: PARAMETERS[param],
      schema: parameterSchema(schema),
    })),
  ];
  const { body } = row;
  return {
    operationId: name,
    tags: [tagOf(row)],
    summary,
    description: `${summary}.`,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: contentOf(BODY_TYPES, refOf(body)) } }),
    responses: responses(row, config),
  };
}

const tagOf = ({ path }: Endpoint) => path.split('/')[2] ?? 'raiz';

const contentOf = (types: readonly string[], schema: Json) =>
  Object.fromEntries(types.map((type) => [type, { schema }]));

/** The statuses of the row, and the generic ones (decisions, rule 3). */
function responses(row: Endpoint, { vendor, prefix }: Names): Json {
  const { full, ref } = mediaTypes(vendor);
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
  const refused = [
    ...row.errors,
    401 as const,
    ...(row.reply ? [406 as const] : []),
    ...(row.body ? [413 as const, 415 as const] : []),
    429 as const,
    500 as const,
  ];
  return {
    [row.success]: success,
    ...(row.cached && { 304: { description: STATUSES[304], headers: HEADERS.etag } }),
    ...Object.fromEntries(
      refused.map((status) => [
        status,
        {
          description: STATUSES[status],
          ...(status === 401 && { headers: stringHeader('WWW-Authenticate', `${prefix}-HMAC`) }),
          ...(status === 429 && { headers: stringHeader('Retry-After', 'Segundos de espera') }),
          ...(status !== 404 && {
            content: contentOf(
              [PROBLEM_TYPE],
              refOf(status === 400 || status === 409 ? ValidationProblem : Problem),
            ),
          }),
        },
      ]),
    ),
  };
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
