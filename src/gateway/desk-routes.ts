import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { FieldErrorCode } from '#contract/desk/field-error-codes.ts';
import { type DeskName, desk } from '#contract/desk/desk.ts';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { V3Name } from '#contract/v3.ts';
import { collectErrors } from '#http/problem-error.ts';
import { authorizeRequest } from './authorize-request.ts';
import { maskDeskReply } from './contacts/reply-masks.ts';
import { createDisconnectSignal } from './disconnect-signal.ts';
import type { Gateway } from './gateway.ts';
import { toRoutePath } from './method-not-allowed.ts';
import { createProblem } from './problems.ts';
import type { ActiveSession } from './sessions/store.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the contract endpoint; permissions and audit are looked up by it. */
    endpoint?: V3Name | DeskName;
    /** True for endpoints whose callers are no browsers and authenticate otherwise. */
    skipsOriginCheck?: true;
  }
}

/** An authorized call whose path, query and body match the contract. */
export interface DeskCall<E> {
  /** @throws ProblemError `sign-in-required` on endpoints that are open to anyone */
  readonly caller: ActiveSession;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

type Handlers = {
  [Name in DeskName]?: (call: DeskCall<(typeof desk)[Name]>) => Promise<Reply<(typeof desk)[Name]>>;
};
/** Text may be streamed. */
type Reply<E> =
  ReplyOf<E> extends undefined ? void : ReplyOf<E> extends string ? ReplyOf<E> | Readable : ReplyOf<E>;

/** Registers routes for desk endpoints; each call is authorized before its input is parsed. */
export function registerDeskRoutes(app: FastifyInstance, gateway: Gateway, handlers: Handlers): void {
  for (const [name, handler] of Object.entries(handlers) as [DeskName, (call: never) => Promise<unknown>][]) {
    const row: Endpoint = desk[name];
    app.route({
      method: row.method,
      url: toRoutePath(row),
      config: { endpoint: name },
      ...(row.maxBodyBytes && { bodyLimit: row.maxBodyBytes }),
      handler: async (request, reply) => {
        const session = await authorizeRequest(gateway, request, name);
        const call: DeskCall<Endpoint> = {
          get caller() {
            if (!session) throw createProblem('sign-in-required');
            return session;
          },
          params: parseDeskInput(row.params, request.params) as never,
          query: parseInput(row.query, request.query) as never,
          body: parseInput(row.body, request.body),
          request,
          reply,
          signal: createDisconnectSignal(reply),
        };
        const result = await handler(call as never);
        // Streams, and replies that the handler has sent itself, are not sent again, even after an error.
        if (result instanceof Readable) return reply.send(result);
        if (reply.sent) return reply;
        void reply.code(row.success).header('cache-control', 'private, no-store');
        // Parsing strips members that are not in the contract.
        if (!row.reply) return reply.send();
        return reply.send(maskDeskReply(name, z.parse(row.reply, result), session?.person));
      },
    });
  }
}

/** Parameters that break the contract are a path that does not exist: 404. */
function parseDeskInput(schema: z.core.$ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, input);
  if (!parsed.success || findInvalidText(parsed.data)) throw createProblem('not-found');
  return parsed.data;
}

function parseInput(schema: z.core.$ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, input);
  if (!parsed.success)
    throw createProblem('invalid-request', { errors: collectErrors(listFieldCodes(parsed.error)) });
  const invalidText = findInvalidText(parsed.data);
  if (invalidText) throw createValidationProblem({ [toIssuePath({ path: invalidText })]: 'invalid' });
  return parsed.data;
}

/** One fault for each member, however many of its checks fail. */
function listFieldCodes({ issues }: z.core.$ZodError): Map<string, FieldErrorCode> {
  return new Map(issues.map((issue) => [toIssuePath(issue), 'invalid']));
}

/** Path to a string with a NUL or a lone surrogate, which PostgreSQL or UTF-8 reject; undefined: none. */
function findInvalidText(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const path = findInvalidText(member);
    if (path) return [name, ...path];
  }
  return undefined;
}

/** Path of a member, such as `agencies.0.adminMail`; `_` is the whole body. */
function toIssuePath({ path }: Pick<z.core.$ZodIssue, 'path'>): string {
  return path.map(String).join('.') || '_';
}

/** A 400 problem with an error code per member of the body. */
export function createValidationProblem(faults: Record<string, FieldErrorCode>): Error {
  return createProblem('invalid-request', {
    errors: Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, [fault]])),
  });
}
