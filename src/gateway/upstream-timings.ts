import type { FastifyInstance } from 'fastify';
import { formatUpstreamTotal } from '#contract/upstream-timing.ts';

/** Names the calls of the service in the replies to people who may see them. */
export function sendUpstreamTimings(app: FastifyInstance): void {
  app.addHook('onSend', async ({ context }, reply) => {
    const { showsUpstreamTimings, upstreamCalls, upstreamMs, upstreamTimings } = context;
    if (!showsUpstreamTimings) return;
    const metrics = [formatUpstreamTotal(upstreamCalls, upstreamMs), ...upstreamTimings];
    void reply.header('server-timing', metrics.join(', '));
  });
}
