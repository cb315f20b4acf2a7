import type { FastifyInstance } from 'fastify';

/**
 * `/healthz`: the process answers. `/readyz`: it can do its work, 503 when `check` fails or once a stop was asked for,
 * which is before it stops listening.
 */
export function serveHealth(app: FastifyInstance, check: () => Promise<unknown>): void {
  let stopping = false;
  app.addHook('preClose', () => {
    stopping = true;
  });
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    if (stopping) return reply.code(503).send({ status: 'stopping' });
    try {
      await check();
      return { status: 'ready' };
    } catch (error) {
      request.log.error(error);
      return reply.code(503).send({ status: 'unavailable' });
    }
  });
}
