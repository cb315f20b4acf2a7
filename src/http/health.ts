import type { FastifyInstance } from 'fastify';
import { type Clock, awaitAtMost } from '#system/clock.ts';

/** Readiness probes time out quickly: a slower check counts as failed. */
const CHECK_TIMEOUT_MS = 1500;
/** Routes that balancers ask all the time. */
export const PROBES: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz']);
/** The process cannot do its work; everybody may read the message. */
export class NotReadyError extends Error {}

/** The reason has no details, which are in the log: everybody may read it. */
const REASON = 'The database does not answer, or cannot be written';

declare module 'fastify' {
  interface FastifyInstance {
    /** Turns unready, so that balancers choose another process, and still answers what comes. */
    startDrain(): void;
  }
}

/**
 * `/healthz`: the process answers. `/readyz`: it can do its work; 503 when `check` fails or takes longer than 1.5 s, and
 * as soon as a drain or shutdown has begun, while the server still listens.
 */
export function registerHealthRoutes(app: FastifyInstance, check: () => Promise<unknown>, clock: Clock) {
  let stopping = false;
  let isFailing = false;
  let checking: Promise<unknown> | undefined;
  const startDrain = () => {
    stopping = true;
  };
  app.decorate('startDrain', startDrain);
  app.addHook('preClose', startDrain);
  // Ends keep-alive connections; the balancer opens no new ones to an unready server.
  app.addHook('onSend', async (_, reply) => {
    if (stopping) void reply.header('connection', 'close');
  });
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    if (stopping) return reply.code(503).send({ status: 'stopping' });
    // One check at a time: hanging checks would exhaust the connection pool.
    checking ??= check().finally(() => (checking = undefined));
    try {
      await awaitAtMost(clock, checking, CHECK_TIMEOUT_MS);
      if (isFailing) request.log.info('ready again');
      isFailing = false;
      return { status: 'ready' };
    } catch (error) {
      // Once: probes come every second.
      if (!isFailing) request.log.error(error);
      isFailing = true;
      const reason = error instanceof NotReadyError ? error.message : REASON;
      return reply.code(503).send({ status: 'unavailable', reason });
    }
  });
}
