import type { FastifyInstance } from 'fastify';
import { serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { scheduleSweep } from '#gateway/inquiries/agencies.ts';
import { hoursOf, setHours } from './store.ts';

/** When agencies answer: what the response clock goes by. */
export function hoursRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, config } = gateway;

  serveDesk(app, gateway, {
    viewHours: ({ params }) => hoursOf(db, params.adminMail, config.timeZone),
    async setHours({ params, body }) {
      const set = await setHours(db, params.adminMail, body);
      // Its inquiries are due at other times now.
      await scheduleSweep(db, params.adminMail, gateway.now());
      gateway.sweepsDue();
      return set;
    },
  });
}
