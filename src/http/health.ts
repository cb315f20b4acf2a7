import type { FastifyInstance } from 'fastify';

/** Whoever asks whether we are ready has little patience: a check that takes longer has failed. */
const CHECK_MS = 1500;

/**
 * `/healthz`: the process answers. `/readyz`: it can do its work, 503 when `check` fails or takes too long, or once a
 * stop was asked for, which is before it stops listening.
 */
export function serveHealth(app: FastifyInstance, check: () => Promise<unknown>): void {
  let stopping = false;
  let checking: Promise<unknown> | undefined;
  app.addHook('preClose', () => {
    stopping = true;
  });
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    if (stopping) return reply.code(503).send({ status: 'stopping' });
    // One check at a time: those that hang would use up what they ask about.
    checking ??= check().finally(() => (checking = undefined));
    try {
      await inTime(checking);
      return { status: 'ready' };
    } catch (error) {
      request.log.error(error);
      return reply.code(503).send({ status: 'unavailable' });
    }
  });
}

async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The check takes longer than ${CHECK_MS} ms`)), CHECK_MS);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
