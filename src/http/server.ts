import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
  fastify,
} from 'fastify';
import { type Clock, repeatTimer } from '#system/clock.ts';
import type { Random } from '#system/random.ts';
import { getErrorCode } from '#system/error-code.ts';
import { PROBES } from './health.ts';
import { readRequestId, registerRequestContext } from './request-context.ts';

/** Version of the product, which the start logs. */
export const PACKAGE_VERSION = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string }
).version;

// 256 KiB (decisions, Representation).
export const MAX_BODY_BYTES = 256 * 1024;

/**
 * Creates a fastify server with the limits and timeouts of both programs. Log lines have a request id, but no query,
 * headers or bodies. Bodies stay unparsed bytes: the digest is verified first.
 */
export function createServer({
  clock,
  random,
  acceptsRequestIds = false,
  ...options
}: Pick<
  FastifyServerOptions,
  'logger' | 'frameworkErrors' | 'clientErrorHandler' | 'rewriteUrl' | 'trustProxy'
> & {
  clock: Clock;
  random: Random;
  /** Requests keep the ids that their callers gave them. */
  acceptsRequestIds?: boolean;
}): FastifyInstance {
  const app = fastify({
    ...options,
    bodyLimit: MAX_BODY_BYTES,
    genReqId: (request) => (acceptsRequestIds && readRequestId(request)) || random.uuid(),
    // `logRequests` logs requests, without the query.
    logController: new LogController({ disableRequestLogging: true }),
    // Slow clients are disconnected within 15 s: headers 10 s, whole request 13.5 s, checked every second.
    requestTimeout: 13_500,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000, keepAliveTimeout: 72_000 },
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      // A parameter may be as long as a request line: the contract's schemas limit lengths.
      maxParamLength: 16_384,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  app.removeAllContentTypeParsers();
  registerRequestContext(app);
  // An error of one response, such as a write after its end, would end the process without a listener.
  app.addHook('onRequest', async ({ log }, { raw }) => {
    raw.on('error', (error) => log.warn({ err: error }, 'a response failed'));
  });
  closeUnusedConnections(app, clock);
  return app;
}

/**
 * Closes connections without requests on shutdown. Browsers preconnect and keep connections alive; each would
 * delay the shutdown until its timeout.
 */
function closeUnusedConnections(app: FastifyInstance, clock: Clock): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    let previous: ReadonlySet<Socket> = new Set(open);
    const closeUnused = () => {
      // Connections whose last response ended after the shutdown began.
      app.server.closeIdleConnections();
      for (const socket of previous) if (socket.bytesRead === 0) socket.destroy();
      previous = new Set(open);
    };
    closeUnused();
    if (!app.server.listening) return;
    // A new connection has 200 ms to send its first request.
    app.server.once('close', repeatTimer(clock, closeUnused, 200));
  });
}

/** decided: slower answers are logged as warnings, since people notice them. */
const SLOW_ANSWER_MS = 1000;

/**
 * Logs one line for each response: failed and slow ones at the level `warn`, those of health probes at the level `debug`. It
 * has the id of the person and the agency, and the time that calls of the service took.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { person, agency, upstreamCalls, upstreamMs } = request.context;
    const ms = Math.round(reply.elapsedTime);
    const [level, message] = describeResponse(request, reply, ms);
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms,
        ...(person !== undefined && { person }),
        ...(agency !== undefined && { agency }),
        ...(upstreamCalls > 0 && { upstreamCalls, upstreamMs: Math.round(upstreamMs) }),
      },
      message,
    );
  });
}

function describeResponse(
  { routeOptions }: FastifyRequest,
  reply: FastifyReply,
  ms: number,
): ['debug' | 'info' | 'warn', string] {
  // Probes come every second.
  if (PROBES.has(routeOptions.url)) return ['debug', 'answered'];
  if (reply.statusCode >= 500) return ['warn', 'failed'];
  return ms >= SLOW_ANSWER_MS && !isEventStream(reply) ? ['warn', 'answered slowly'] : ['info', 'answered'];
}

/** True for a response that lasts for as long as its client listens. */
export const isEventStream = ({ raw }: FastifyReply): boolean =>
  String(raw.getHeader('content-type')).startsWith('text/event-stream');

export class PortInUseError extends Error {
  constructor(port: number, host: string, variable: string) {
    super(`Port ${port} on ${host} is taken. Choose another one: ${variable}=${port + 10} npm start`);
    this.name = 'PortInUseError';
  }
}

export class AddressUnusableError extends Error {
  constructor(host: string, port: number, code: string) {
    super(`Port ${port} on ${host} cannot be listened on (${code}). Choose another port, or another HOST`);
    this.name = 'AddressUnusableError';
  }
}

/** The host is unknown or not of this machine, or the port is reserved. */
const ADDRESS_CODES = new Set(['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * Starts listening.
 * @throws PortInUseError that names the environment variable for another port; AddressUnusableError
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  variable: string,
): Promise<void> {
  try {
    await app.listen({
      host,
      port,
      listenTextResolver: (address) => `Vitrina ${PACKAGE_VERSION} is listening on ${address}`,
    });
  } catch (error) {
    const code = getErrorCode(error) ?? '';
    if (code === 'EADDRINUSE') throw new PortInUseError(port, host, variable);
    if (ADDRESS_CODES.has(code)) throw new AddressUnusableError(host, port, code);
    throw error;
  }
}
