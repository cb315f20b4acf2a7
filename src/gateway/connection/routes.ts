import type { FastifyInstance } from 'fastify';
import { serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { ConnectionWatch } from './connection.ts';

/** Whether the service answers, and to us. */
export function connectionRoutes(app: FastifyInstance, gateway: Gateway): void {
  const watch = new ConnectionWatch(gateway);
  serveDesk(app, gateway, { viewConnection: () => watch.look() });
}
