import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { type FastifyInstance, type FastifyServerOptions, LogController, fastify } from 'fastify';

// 256 KiB (decisions, Representation).
export const MAX_BODY_BYTES = 256 * 1024;

/**
 * The edge that both servers share: limits, time-outs, log lines with a request id and neither query, headers nor
 * bodies. Bodies arrive as the bytes received, since the digest is judged before they are parsed.
 */
export function createServer(
  options: Pick<
    FastifyServerOptions,
    'logger' | 'frameworkErrors' | 'clientErrorHandler' | 'rewriteUrl' | 'trustProxy'
  >,
): FastifyInstance {
  const app = fastify({
    ...options,
    bodyLimit: MAX_BODY_BYTES,
    genReqId: () => randomUUID(),
    // The request line is written by `logRequests`, without the query.
    logController: new LogController({ disableRequestLogging: true }),
    // Slow clients: headers within 10 s, the whole request within 13.5 s, judged every second: gone in 15 s.
    requestTimeout: 13_500,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000, keepAliveTimeout: 72_000 },
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      // As long as a request line can be: too long is the contract's to say.
      maxParamLength: 16_384,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  app.removeAllContentTypeParsers();
  // Without a listener the error of one response, such as a write after its end, ends the process.
  app.addHook('onRequest', async ({ log }, { raw }) => {
    raw.on('error', (error) => log.warn({ err: error }, 'a response failed'));
  });
  leaveUnusedConnections(app);
  return app;
}

/**
 * Browsers open connections ahead of need, and keep them after an answer: one on which nothing is asked would hold up a
 * stop until its time is over.
 */
function leaveUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    let before: ReadonlySet<Socket> = new Set(open);
    const leave = () => {
      // Those whose last answer ended after the stop began.
      app.server.closeIdleConnections();
      for (const socket of before) if (socket.bytesRead === 0) socket.destroy();
      before = new Set(open);
    };
    leave();
    if (!app.server.listening) return;
    // Those that were on their way have the time between two looks to ask something.
    const again = setInterval(leave, 200);
    app.server.once('close', () => clearInterval(again));
  });
}

/** One line for each answer. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}

export class PortInUse extends Error {
  constructor(port: number, host: string, variable: string) {
    super(`Port ${port} on ${host} is taken. Choose another one: ${variable}=${port + 10} npm start`);
    this.name = 'PortInUse';
  }
}

/**
 * Listens.
 * @throws PortInUse naming the variable that chooses another port.
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  variable: string,
): Promise<void> {
  try {
    await app.listen({ host, port, listenTextResolver: (address) => `listening on ${address}` });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new PortInUse(port, host, variable);
    throw error;
  }
}
