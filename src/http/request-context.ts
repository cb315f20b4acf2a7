import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Names a request in replies, problems, log lines and calls of the service. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** A request that is being answered, with what its log line says of it. */
export interface RequestContext {
  id: string;
  /** Id of the person who is signed in. */
  person?: string;
  /** AdminMail in the address. */
  agency?: string;
  upstreamCalls: number;
  /** Time of its calls of the service together, with their retries. */
  upstreamMs: number;
  /** Metrics of the first ones, for a `Server-Timing` header. */
  upstreamTimings: string[];
  /** True if the person may see them. */
  showsUpstreamTimings?: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext;
  }
}

const storage = new AsyncLocalStorage<RequestContext>();

/** The request on whose behalf the caller runs; undefined in background work. */
export const getRequestContext = (): RequestContext | undefined => storage.getStore();

/** Gives each request a context, and names the request in its reply. */
export function registerRequestContext(app: FastifyInstance): void {
  app.decorateRequest('context');
  app.addHook('onRequest', (request, reply, done) => {
    request.context = { id: request.id, upstreamCalls: 0, upstreamMs: 0, upstreamTimings: [] };
    reply.header(REQUEST_ID_HEADER, request.id);
    storage.run(request.context, done);
  });
  // Bodies are read by listeners of the socket, which are not part of the request.
  app.addHook('preValidation', (request, _reply, done) => storage.run(request.context, done));
}

/** Ids that callers of the service choose: those of UUIDs, ULIDs and trace ids, nothing that needs escaping. */
const REQUEST_ID_PATTERN = /^[\w.-]{8,64}$/;

/** The id that the caller gave a request; undefined: none that can be used. */
export function readRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const id = headers[REQUEST_ID_HEADER];
  return typeof id === 'string' && REQUEST_ID_PATTERN.test(id) ? id : undefined;
}
