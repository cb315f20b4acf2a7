import { desk } from '#contract/desk/desk.ts';
import { IDEMPOTENCY_HEADER, IDEMPOTENT_ENDPOINTS } from '#contract/desk/idempotency.ts';
import { findScope } from '#contract/desk/token-scopes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  type Json,
  createJsonSchemas,
  createParameterSchema,
  createSchemaRef,
} from '#contract/json-schemas.ts';
import { lookUp } from '#contract/look-up.ts';
import { PROBLEM_TYPE, Problem, ValidationProblem } from '#contract/problem.ts';
import { getRequiredAccess } from '#gateway/permissions/permissions.ts';
import { isRetryable } from '#gateway/problems.ts';
import { COOKIE_NAME } from '#gateway/sessions/session-cookie.ts';
import { type DeskEndpoint, listProblemCodes } from './problem-codes.ts';
import { SUMMARIES } from './summaries.ts';
import { SCOPE_TEXTS, STATUS_TEXTS, describeApi } from './texts.ts';

const ROWS = Object.values(desk) as DeskEndpoint[];

/** Statuses that every endpoint may answer: 401 and 403 also where a token is sent that is not wanted. */
const COMMON_STATUSES = [401, 403, 429, 500, 502, 503, 504];

/** Creates the OpenAPI 3.1 document of the desk from the table of endpoints, the scopes and the codes of problems. */
export function createDeskDocument(publicUrl: string): Json {
  const paths: Record<string, Record<string, Json>> = Object.create(null);
  for (const row of ROWS) (paths[row.path] ??= {})[row.method.toLowerCase()] = createOperation(row);
  const schemas = {
    ...createJsonSchemas(
      new Map([
        [Problem, 'Problem'],
        [ValidationProblem, 'ValidationProblem'],
      ]),
      'output',
    ),
    ...createJsonSchemas(REPLIES, 'output'),
    ...createJsonSchemas(BODIES, 'input'),
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vitrina Desk',
      version: '1.0.0',
      description: describeApi(),
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Vitrina', url: publicUrl },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(ROWS.map(getTag))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'vit_…',
          description: Object.entries(SCOPE_TEXTS)
            .map(([scope, text]) => `- \`${scope}\`: ${text}`)
            .join('\n'),
        },
        session: { type: 'apiKey', in: 'cookie', name: COOKIE_NAME, description: 'La consola.' },
      },
    },
  };
}

/** Names of the schemas of replies and bodies, each by the first endpoint that has it. */
const nameSchemas = (member: 'reply' | 'body') => {
  const names = new Map<NonNullable<Endpoint['reply']>, string>();
  for (const row of ROWS) {
    const schema = row[member];
    if (schema && !names.has(schema))
      names.set(
        schema,
        `${row.name.charAt(0).toUpperCase()}${row.name.slice(1)}${member === 'reply' ? 'Reply' : 'Body'}`,
      );
  }
  return names;
};
const REPLIES = nameSchemas('reply');
const BODIES = nameSchemas('body');

function createOperation(row: DeskEndpoint): Json {
  const { name, body } = row;
  const summary = lookUp(SUMMARIES, name) ?? name;
  const scope = findScope(name);
  const parameters = [...listParameters(row, 'path'), ...listParameters(row, 'query'), ...listHeaders(row)];
  return {
    operationId: name,
    tags: [getTag(row)],
    summary,
    description: scope ? `Permiso: \`${scope}\`.` : 'No es para tokens.',
    security: createSecurity(row),
    ...(scope && { 'x-scope': scope }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: createSchemaRef(BODIES.get(body) ?? '') } },
      },
    }),
    responses: createResponses(row),
  };
}

function createSecurity({ name }: DeskEndpoint): Json[] {
  const scope = findScope(name);
  if (scope) return [{ token: [scope] }, { session: [] }];
  return getRequiredAccess(name) === 'anyone' ? [] : [{ session: [] }];
}

function listParameters(row: DeskEndpoint, place: 'path' | 'query'): Json[] {
  const shape = (place === 'path' ? row.params : row.query)?.shape ?? {};
  return Object.entries(shape).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || schema._zod.optin === undefined,
    schema: createParameterSchema(schema),
  }));
}

const listHeaders = ({ name }: DeskEndpoint): Json[] =>
  IDEMPOTENT_ENDPOINTS.has(name)
    ? [
        {
          name: IDEMPOTENCY_HEADER,
          in: 'header',
          required: false,
          description: 'Una clave por cambio: al repetirla con el mismo cuerpo se recibe la misma respuesta.',
          schema: { type: 'string', minLength: 1, maxLength: 100 },
        },
      ]
    : [];

function createResponses(row: DeskEndpoint): Record<string, Json> {
  const { success, reply } = row;
  const type = reply?._zod.def.type === 'string' ? 'text/plain' : 'application/json';
  const described = {
    description: STATUS_TEXTS[success],
    ...(reply && { content: { [type]: { schema: createSchemaRef(REPLIES.get(reply) ?? '') } } }),
  };
  const statuses = new Set([
    ...row.errors,
    ...(row.params ? [404] : []),
    ...(row.body ? [400, 413, 415] : []),
    ...COMMON_STATUSES,
  ]);
  const errors = [...statuses].toSorted((one, other) => one - other);
  return Object.fromEntries([
    [success, described],
    ...errors.map((status) => [status, createErrorResponse(row, status)] as const),
  ]);
}

function createErrorResponse(row: DeskEndpoint, status: number): Json {
  const codes = listProblemCodes(row, status);
  const headers = {
    ...(codes.some(isRetryable) && { 'Retry-After': createHeader('Segundos de espera') }),
    ...(status === 401 && findScope(row.name) && { 'WWW-Authenticate': createHeader('Bearer') }),
  };
  const problem = createSchemaRef(status === 400 ? 'ValidationProblem' : 'Problem');
  return {
    description: `${STATUS_TEXTS[status]}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      [PROBLEM_TYPE]: {
        schema: {
          allOf: [problem, { properties: { Type: { enum: codes.map((code) => `/problems/${code}`) } } }],
        },
      },
    },
  };
}

const createHeader = (description: string) => ({ description, required: false, schema: { type: 'string' } });

const getTag = ({ path }: Endpoint) => path.split('/')[2] ?? '';
