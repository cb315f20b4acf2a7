import type { FastifyInstance } from 'fastify';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';

/** Route for the state of the connection to the service. */
export function connectionRoutes(app: FastifyInstance, gateway: Gateway): void {
  registerDeskRoutes(app, gateway, { viewConnection: () => gateway.connection.getStatus() });
}
