import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { FieldErrorCode } from '#contract/desk/field-error-codes.ts';
import { type DeskName, desk } from '#contract/desk/desk.ts';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { V3Name } from '#contract/v3.ts';
import { enter } from './admission.ts';
import type { Gateway } from './gateway.ts';
import { routeOf } from './methods.ts';
import { refusal } from './problems.ts';
import type { Admitted } from './sessions/session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of the contract tables that a route answers: what permissions and the audit go by. */
    endpoint?: V3Name | DeskName;
    /** Whoever calls it is no browser and has no session: it proves itself otherwise. */
    fromElsewhere?: true;
  }
}

/** What a handler is given: the caller was let in, and the address and body have the form of the contract. */
export interface DeskCall<E> {
  /** Who asks. @throws ProblemError `sign-in-required` where the table of permissions lets anyone in */
  readonly caller: Admitted;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Handlers = {
  [Name in DeskName]?: (call: DeskCall<(typeof desk)[Name]>) => Promise<Reply<(typeof desk)[Name]>>;
};
/** Text may come as a stream. */
type Reply<E> =
  ReplyOf<E> extends undefined ? void : ReplyOf<E> extends string ? ReplyOf<E> | Readable : ReplyOf<E>;

/** Serves rows of the desk table, each judged by the table of permissions before anything of it is read. */
export function serveDesk(app: FastifyInstance, gateway: Gateway, handlers: Handlers): void {
  for (const [name, handler] of Object.entries(handlers) as [DeskName, (call: never) => Promise<unknown>][]) {
    const row: Endpoint = desk[name];
    app.route({
      method: row.method,
      url: routeOf(row),
      config: { endpoint: name },
      handler: async (request, reply) => {
        const admitted = await enter(gateway, request, name);
        const call: DeskCall<Endpoint> = {
          get caller() {
            if (!admitted) throw refusal('sign-in-required');
            return admitted;
          },
          params: paramsOf(row.params, request.params) as never,
          query: read(row.query, request.query) as never,
          body: read(row.body, request.body),
          request,
          reply,
        };
        const answer = await handler(call as never);
        // What was answered by the handler itself, or is its stream, is not answered again: also not where it breaks off.
        if (answer instanceof Readable) return reply.send(answer);
        if (reply.sent) return reply;
        void reply.code(row.success).header('cache-control', 'private, no-store');
        // Parsed: what the contract does not name stays here.
        return row.reply ? reply.send(z.parse(row.reply, answer)) : reply.send();
      },
    });
  }
}

/** What cannot be an address of the table is an address that does not exist. */
function paramsOf(schema: z.core.$ZodType | undefined, given: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, given);
  if (!parsed.success || memberThatIsNoText(parsed.data)) throw refusal('not-found');
  return parsed.data;
}

function read(schema: z.core.$ZodType | undefined, given: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, given);
  if (!parsed.success)
    throw invalid(Object.fromEntries(parsed.error.issues.map((issue) => [fieldOf(issue), 'invalid'])));
  const noText = memberThatIsNoText(parsed.data);
  if (noText) throw invalid({ [fieldOf({ path: noText })]: 'invalid' });
  return parsed.data;
}

/** The way to a text that holds a NUL or half a character, which PostgreSQL or UTF-8 take for no text; undefined: there is none. */
function memberThatIsNoText(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const way = memberThatIsNoText(member);
    if (way) return [name, ...way];
  }
  return undefined;
}

/** A member by its path, `agencies.0.adminMail`; `_` is about the whole. */
function fieldOf({ path }: Pick<z.core.$ZodIssue, 'path'>): string {
  return path.map(String).join('.') || '_';
}

/** 400: what is wrong with which member of the body. */
export function invalid(faults: Record<string, FieldErrorCode>): Error {
  return refusal('invalid-request', {
    errors: Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, [fault]])),
  });
}
