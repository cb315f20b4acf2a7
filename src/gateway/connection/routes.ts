import type { FastifyInstance } from 'fastify';
import { serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';

/** Whether the service answers, and to us. */
export function connectionRoutes(app: FastifyInstance, gateway: Gateway): void {
  serveDesk(app, gateway, { viewConnection: () => gateway.connection.look() });
}
