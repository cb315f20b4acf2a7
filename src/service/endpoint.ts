import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import es from 'zod/v4/locales/es.js';
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts';
import { BODY_TYPES, mediaTypes } from '#contract/media-types.ts';
import { MAX_BODY_BYTES } from '#http/server.ts';
import { negotiateMediaType } from './negotiate-media-type.ts';
import type { AgencyStore } from './agencies/store.ts';
import type { Caller } from './apps/store.ts';
import type { Authentication } from './authentication.ts';
import { createEntityTag, matchesIfNoneMatch } from './entity-tag.ts';
import { findRepeatedMembers } from './repeated-members.ts';
import {
  NotFoundError,
  forbidden,
  formatZodErrors,
  methodNotAllowed,
  notAcceptable,
  unsupportedMediaType,
  validationFailed,
} from './problems.ts';
import type { AgencyRow } from './tables.ts';

// Passed per call: a global locale would also change the console's messages.
const spanishErrors = { error: es().localeError };

/** A validated and authorized request. */
export interface EndpointRequest<E extends Endpoint, Validated = undefined> {
  caller: Caller;
  /** Agency of the path; visible to the caller. */
  agency: ParamsOf<E> extends { adminMail: string } ? AgencyRow : undefined;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  validated: Validated;
  form: 'full' | 'ref';
}

export interface EndpointResult<E extends Endpoint> {
  /** Reply in the requested form; undefined if the endpoint has none. */
  body?: OutputOf<E['reply']> | OutputOf<E['ref']>;
  /** JSON of the entries of a list, not checked again; `body` ends with `_entries`, empty. */
  entries?: readonly string[];
  headers?: Record<string, string>;
}
type OutputOf<S> = S extends z.core.$ZodType ? z.output<S> : never;

export interface Handler<E extends Endpoint, Validated> {
  /** Validates what the schema cannot; runs before `authorize`. @throws ProblemError 400 */
  validate?(query: QueryOf<E>): Validated;
  /** Scope other than the agency's; runs before the body is parsed. @throws ProblemError 403, NotFoundError */
  authorize?(caller: Caller, params: ParamsOf<E>): Promise<void>;
  handle(request: EndpointRequest<E, Validated>): Promise<EndpointResult<E>>;
  /**
   * Returns true if the app can see the resource of the path, beside the agency; otherwise OPTIONS is 404.
   * Absent: it always can.
   */
  exists?(request: Pick<EndpointRequest<E>, 'caller' | 'agency' | 'params'>): Promise<boolean>;
}

/** An endpoint of the contract with its handler. */
export interface EndpointRoute {
  row: Endpoint;
  handler: Handler<Endpoint, unknown>;
}

export function defineRoute<E extends Endpoint, Validated = undefined>(
  row: E,
  handler: Handler<E, Validated>,
): EndpointRoute {
  return { row, handler };
}

/** decided: a parameter or member that is given twice is refused, in a query and in a body. */
const REPEATED = 'aparece más de una vez';
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

export interface EndpointContext {
  vendor: string;
  authentication: Authentication;
  agencies: Pick<AgencyStore, 'find'>;
  /** Start of the paths of all routes. */
  root?: '/v3' | '/publisher';
}

/**
 * Registers the endpoints, and 404 for any other path under their root. Checks run in the order of the decisions (rule 3):
 * 401 by the headers, 429, 413, 404 for unknown paths and 405, 406, 415, 401 by the digest, parameters, scope, body, state.
 */
export function registerEndpoints(
  app: FastifyInstance,
  context: EndpointContext,
  routes: readonly EndpointRoute[],
): void {
  const { authentication, root = '/v3' } = context;
  app.register(async (endpoints) => {
    endpoints.decorateRequest('caller');
    endpoints.addHook('onRequest', async (request, reply) => {
      await authentication.authenticate(request, reply);
      // fastify would reject a malformed type before routing: replace it with a type that is rejected later, with 415.
      if (!MEDIA_TYPE.test(request.headers['content-type'] ?? 'a/b'))
        request.headers['content-type'] = 'application/octet-stream';
    });
    endpoints.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const [path, rows] of Map.groupBy(routes, ({ row }) => row.path))
      registerResource(endpoints, context, path, rows);
    endpoints.all(`${root}/*`, { exposeHeadRoute: false }, rejectUnknownPath);
  });
}

function rejectUnknownPath(): never {
  throw new NotFoundError();
}

function registerResource(
  app: FastifyInstance,
  context: EndpointContext,
  path: string,
  rows: readonly EndpointRoute[],
): void {
  const methods = rows.flatMap(({ row }) => (row.method === 'GET' ? ['GET', 'HEAD'] : [row.method]));
  const allow = [...methods, 'OPTIONS'].join(', ');
  const bodyLimit = Math.max(...rows.map(({ row }) => row.maxBodyBytes ?? MAX_BODY_BYTES));
  const options = { exposeHeadRoute: false, bodyLimit };
  app.all(path.replace(/\{(\w+)\}/g, ':$1'), options, async (request, reply) => {
    if (request.method === 'OPTIONS') return handleOptions(context, rows, allow, request, reply);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = rows.find(({ row }) => row.method === method);
    if (!route) throw methodNotAllowed(allow);
    return handleRequest(context, route, request, reply);
  });
}

async function handleOptions(
  { authentication, agencies }: EndpointContext,
  routes: readonly EndpointRoute[],
  allow: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  authentication.verifyDigest(request);
  const params = routes[0]?.row.params?.safeParse(request.params, spanishErrors);
  if (params && !params.success) throw new NotFoundError();
  const { caller } = request;
  const mail = findAdminMail(params?.data);
  const agency = mail === undefined ? undefined : await agencies.find(caller, mail);
  if (mail !== undefined && !agency) throw new NotFoundError();
  const named = { caller, agency, params: params?.data } as Parameters<
    NonNullable<Handler<Endpoint, unknown>['exists']>
  >[0];
  for (const { handler } of routes)
    if (handler.exists && !(await handler.exists(named))) throw new NotFoundError();
  return reply.code(204).headers({ allow, 'cache-control': 'private, no-store' }).send();
}

async function handleRequest(
  { vendor, authentication, agencies }: EndpointContext,
  { row, handler }: EndpointRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const types = mediaTypes(vendor);
  const offered = row.ref ? [...types.full, types.ref] : types.full;
  const type = negotiateMediaType(request.headers.accept, offered);
  if (row.reply && type === undefined) throw notAcceptable(offered);
  if (row.body) validateBodyType(request);
  if (request.method !== 'GET' && request.method !== 'HEAD') authentication.verifyDigest(request);

  const params = parseParams(row, request.params);
  const query = parseQuery(row, request.originalUrl);
  const validated = handler.validate?.(query as never);
  const mail = findAdminMail(params);
  const agency = mail === undefined ? undefined : await agencies.find(request.caller, mail);
  if (mail !== undefined && !agency) throw outOfScopeError(row);
  await handler.authorize?.(request.caller, params as never);
  const body = row.body && parseBody(row.body, request.body);

  const { caller } = request;
  const form = type === types.ref ? 'ref' : 'full';
  const endpointRequest = { caller, agency, params, query, body, validated, form } as EndpointRequest<
    Endpoint,
    unknown
  >;
  const result = await handler.handle(endpointRequest);
  reply.code(row.success).headers({ 'cache-control': 'private, no-store', ...result.headers });
  const schema = form === 'ref' ? row.ref : row.reply;
  if (!schema || type === undefined) return reply.send();
  const bytes = serializeEndpointReply(row, schema, result);
  if (row.cached) {
    const tag = createEntityTag(caller, type, bytes);
    reply.headers({ etag: tag, vary: 'Accept, Authorization', 'cache-control': 'private, no-cache' });
    if (matchesIfNoneMatch(request.headers['if-none-match'], tag)) return reply.code(304).send();
  }
  return reply.type(type).send(bytes);
}

/** Validates a reply against the contract and serializes it, unknown members included. */
function serializeEndpointReply(
  row: Endpoint,
  schema: z.core.$ZodType,
  { body, entries }: EndpointResult<Endpoint>,
): Buffer {
  const checked = z.safeParse(schema, body);
  if (!checked.success)
    throw new Error(`The reply of ${row.method} ${row.path} breaks the contract`, { cause: checked.error });
  const text = JSON.stringify(body);
  return Buffer.from(entries ? `${text.slice(0, -'[]}'.length)}[${entries.join(',')}]}` : text);
}

function findAdminMail(params: unknown): string | undefined {
  return (params as { adminMail?: string } | undefined)?.adminMail;
}

function validateBodyType({ headers, body }: FastifyRequest): void {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (body !== undefined && !BODY_TYPES.includes(type ?? '')) throw unsupportedMediaType();
}

function parseParams({ params, errors }: Endpoint, values: unknown): unknown {
  const parsed = params?.safeParse(values, spanishErrors);
  if (!parsed || parsed.success) return parsed?.data;
  if (errors.includes(400)) throw validationFailed(formatZodErrors(parsed.error));
  if (errors.includes(404)) throw new NotFoundError();
  throw outOfScopeError({ errors });
}

function outOfScopeError({ errors }: Pick<Endpoint, 'errors'>): Error {
  return errors.includes(403)
    ? forbidden('La agencia no existe para la aplicación, o no tiene permiso sobre ella.')
    : new NotFoundError();
}

/** Rejects repeated parameters and NUL characters. */
// decided: unknown parameters are ignored.
function parseQuery({ query = z.object({}), errors: listed }: Endpoint, url: string): unknown {
  if (!listed.includes(400)) return {};
  const values: Record<string, string> = Object.create(null);
  const errors: Record<string, string[]> = Object.create(null);
  const start = url.indexOf('?');
  for (const [name, value] of new URLSearchParams(start < 0 ? '' : url.slice(start + 1))) {
    if (Object.hasOwn(values, name)) errors[name] = [REPEATED];
    else if (value.includes('\0')) errors[name] = ['contiene un carácter nulo'];
    values[name] = value;
  }
  const parsed = z.safeParse(query, { ...values }, spanishErrors);
  const refused = { ...(parsed.success ? {} : formatZodErrors(parsed.error)), ...errors };
  if (!parsed.success || Object.keys(refused).length > 0) throw validationFailed(refused);
  return parsed.data;
}

function parseBody(schema: z.core.$ZodType, bytes: unknown): unknown {
  const parsed = z.safeParse(schema, parseRequestJson(bytes), spanishErrors);
  if (!parsed.success) throw validationFailed(formatZodErrors(parsed.error));
  return parsed.data;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a received body as UTF-8 JSON.
 * @throws ProblemError 400, also for a member that is there twice
 */
export function parseRequestJson(bytes: unknown): unknown {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0)
    throw validationFailed({ _: ['falta el cuerpo de la solicitud'] });
  const { text, value } = decodeJson(bytes);
  const repeated = findRepeatedMembers(text);
  if (repeated.length > 0)
    throw validationFailed(Object.fromEntries(repeated.map((path) => [path, [REPEATED]])));
  return value;
}

/** @throws ProblemError 400 */
function decodeJson(bytes: Buffer): { text: string; value: unknown } {
  try {
    const text = utf8.decode(bytes);
    return { text, value: JSON.parse(text) };
  } catch {
    throw validationFailed({ _: ['el cuerpo no es JSON en UTF-8'] });
  }
}
