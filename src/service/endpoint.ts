import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import es from 'zod/v4/locales/es.js';
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts';
import { BODY_TYPES, mediaTypes } from '#contract/media-types.ts';
import { preferredType } from './accept.ts';
import type { AgencyStore } from './agencies/store.ts';
import type { Caller } from './apps/store.ts';
import type { Authentication } from './authentication.ts';
import { entityTag, isUnchanged } from './caching.ts';
import {
  NotFound,
  errorsOf,
  forbidden,
  invalid,
  methodNotAllowed,
  notAcceptable,
  unsupportedMediaType,
} from './problems.ts';
import type { AgencyRow } from './tables.ts';

// Only here, so that the console's messages stay its own.
const spanish = { error: es().localeError };

/** What a handler is given: everything has been judged but the state. */
export interface Call<E extends Endpoint, Judged = undefined> {
  caller: Caller;
  /** The agency of the path, visible to the caller. */
  agency: ParamsOf<E> extends { adminMail: string } ? AgencyRow : undefined;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  judged: Judged;
  form: 'full' | 'ref';
}

export interface Answer<E extends Endpoint> {
  /** In the form that was asked for; none where the row has no reply. */
  body?: Written<E['reply']> | Written<E['ref']>;
  headers?: Record<string, string>;
}
type Written<S> = S extends z.core.$ZodType ? z.output<S> : never;

export interface Handler<E extends Endpoint, Judged> {
  /** Parameters that a schema alone cannot judge; before the scope. @throws ProblemError 400 */
  judge?(query: QueryOf<E>): Judged;
  /** A scope other than the agency's; before the body. @throws ProblemError 403, NotFound */
  scope?(caller: Caller, params: ParamsOf<E>): Promise<void>;
  answer(call: Call<E, Judged>): Promise<Answer<E>>;
}

/** A row of the contract with what answers it. */
export interface Mounted {
  row: Endpoint;
  handler: Handler<Endpoint, unknown>;
}

export function answering<E extends Endpoint, Judged = undefined>(
  row: E,
  handler: Handler<E, Judged>,
): Mounted {
  return { row, handler };
}

const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

export interface Edge {
  vendor: string;
  authentication: Authentication;
  agencies: AgencyStore;
}

/**
 * Serves the rows, and refuses everything else under /v3. Judged in the order of the decisions (rule 3): 401 by the
 * headers, 429, 413, 404 of an unknown path and 405, 406, 415, 401 by the digest, parameters, scope, body, state.
 */
export function serveEndpoints(app: FastifyInstance, edge: Edge, mounted: readonly Mounted[]): void {
  app.register(async (v3) => {
    v3.decorateRequest('caller');
    v3.addHook('onRequest', async (request, reply) => {
      await edge.authentication.authenticate(request, reply);
      // The framework refuses a malformed type before the path is judged: it becomes one that is refused in its turn.
      if (!MEDIA_TYPE.test(request.headers['content-type'] ?? 'a/b'))
        request.headers['content-type'] = 'application/octet-stream';
    });
    v3.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const [path, rows] of Map.groupBy(mounted, ({ row }) => row.path))
      serveResource(v3, edge, path, rows);
    v3.all('/v3/*', { exposeHeadRoute: false }, unknownPath);
  });
}

function unknownPath(): never {
  throw new NotFound();
}

function serveResource(app: FastifyInstance, edge: Edge, path: string, rows: readonly Mounted[]): void {
  const methods = rows.flatMap(({ row }) => (row.method === 'GET' ? ['GET', 'HEAD'] : [row.method]));
  const allow = [...methods, 'OPTIONS'].join(', ');
  app.all(path.replace(/\{(\w+)\}/g, ':$1'), { exposeHeadRoute: false }, async (request, reply) => {
    if (request.method === 'OPTIONS') return options(edge, rows, allow, request, reply);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const found = rows.find(({ row }) => row.method === method);
    if (!found) throw methodNotAllowed(allow);
    return serve(edge, found, request, reply);
  });
}

async function options(
  { authentication, agencies }: Edge,
  [first]: readonly Mounted[],
  allow: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  authentication.judgeDigest(request);
  const params = first?.row.params?.safeParse(request.params, spanish);
  if (params && !params.success) throw new NotFound();
  const mail = adminMailOf(params?.data);
  if (mail !== undefined && !(await agencies.find(request.caller, mail))) throw new NotFound();
  return reply.code(204).headers({ allow, 'cache-control': 'private, no-store' }).send();
}

async function serve(
  { vendor, authentication, agencies }: Edge,
  { row, handler }: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const types = mediaTypes(vendor);
  const offered = row.ref ? [...types.full, types.ref] : types.full;
  const type = preferredType(request.headers.accept, offered);
  if (row.reply && type === undefined) throw notAcceptable(offered);
  if (row.body) judgeBodyType(request);
  if (request.method !== 'GET' && request.method !== 'HEAD') authentication.judgeDigest(request);

  const params = readParams(row, request.params);
  const query = readQuery(row, request.originalUrl);
  const judged = handler.judge?.(query as never);
  const mail = adminMailOf(params);
  const agency = mail === undefined ? undefined : await agencies.find(request.caller, mail);
  if (mail !== undefined && !agency) throw outOfScope(row);
  await handler.scope?.(request.caller, params as never);
  const body = row.body && readBody(row.body, request.body);

  const { caller } = request;
  const form = type === types.ref ? 'ref' : 'full';
  const call = { caller, agency, params, query, body, judged, form } as Call<Endpoint, unknown>;
  const answer = await handler.answer(call);
  reply.code(row.success).headers({ 'cache-control': 'private, no-store', ...answer.headers });
  const schema = form === 'ref' ? row.ref : row.reply;
  if (!schema || type === undefined) return reply.send();
  const bytes = written(row, schema, answer.body);
  if (row.cached) {
    const tag = entityTag(caller, type, bytes);
    reply.headers({ etag: tag, vary: 'Accept, Authorization', 'cache-control': 'private, no-cache' });
    if (isUnchanged(request.headers['if-none-match'], tag)) return reply.code(304).send();
  }
  return reply.type(type).send(bytes);
}

/** The reply as bytes, checked against the contract first; members that it does not know are sent too. */
function written(row: Endpoint, schema: z.core.$ZodType, body: unknown): Buffer {
  const checked = z.safeParse(schema, body);
  if (!checked.success)
    throw new Error(`The reply of ${row.method} ${row.path} breaks the contract`, { cause: checked.error });
  return Buffer.from(JSON.stringify(body));
}

function adminMailOf(params: unknown): string | undefined {
  return (params as { adminMail?: string } | undefined)?.adminMail;
}

function judgeBodyType({ headers, body }: FastifyRequest): void {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (body !== undefined && !BODY_TYPES.includes(type ?? '')) throw unsupportedMediaType();
}

function readParams({ params, errors }: Endpoint, given: unknown): unknown {
  const read = params?.safeParse(given, spanish);
  if (!read || read.success) return read?.data;
  if (errors.includes(400)) throw invalid(errorsOf(read.error));
  if (errors.includes(404)) throw new NotFound();
  throw outOfScope({ errors });
}

function outOfScope({ errors }: Pick<Endpoint, 'errors'>): Error {
  return errors.includes(403)
    ? forbidden('La agencia no existe para la aplicación, o no tiene permiso sobre ella.')
    : new NotFound();
}

/** A parameter given twice, or holding a NUL, is refused. */
// decided: parameters that the endpoint does not name are ignored.
function readQuery({ query = z.object({}), errors: listed }: Endpoint, address: string): unknown {
  if (!listed.includes(400)) return {};
  const given: Record<string, string> = Object.create(null);
  const errors: Record<string, string[]> = Object.create(null);
  const start = address.indexOf('?');
  for (const [name, value] of new URLSearchParams(start < 0 ? '' : address.slice(start + 1))) {
    if (Object.hasOwn(given, name)) errors[name] = ['aparece más de una vez'];
    else if (value.includes('\0')) errors[name] = ['contiene un carácter nulo'];
    given[name] = value;
  }
  const read = z.safeParse(query, { ...given }, spanish);
  const refused = { ...(read.success ? {} : errorsOf(read.error)), ...errors };
  if (!read.success || Object.keys(refused).length > 0) throw invalid(refused);
  return read.data;
}

function readBody(schema: z.core.$ZodType, bytes: unknown): unknown {
  const read = z.safeParse(schema, parseJson(bytes), spanish);
  if (!read.success) throw invalid(errorsOf(read.error));
  return read.data;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON of a body as received.
 * @throws ProblemError 400
 */
export function parseJson(bytes: unknown): unknown {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0)
    throw invalid({ _: ['falta el cuerpo de la solicitud'] });
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw invalid({ _: ['el cuerpo no es JSON en UTF-8'] });
  }
}
