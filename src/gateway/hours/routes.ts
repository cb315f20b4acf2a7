import type { FastifyInstance } from 'fastify';
import { serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { hoursOf, setHours } from './store.ts';

/** When agencies answer: what the response clock goes by. */
export function hoursRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, config } = gateway;

  serveDesk(app, gateway, {
    viewHours: ({ params }) => hoursOf(db, params.adminMail, config.timeZone),
    setHours: ({ params, body }) => setHours(db, params.adminMail, body),
  });
}
