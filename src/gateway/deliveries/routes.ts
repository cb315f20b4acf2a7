import type { FastifyInstance } from 'fastify';
import { serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { refusal } from '#gateway/problems.ts';
import { deliveriesPage, deliveryOf } from './reading.ts';
import { DAY_MS } from './store.ts';

/** What arrived at the receiver, and what was caused from here. */
export function deliveryRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, config, receiver, now } = gateway;
  const vantage = () => ({ receiver: receiver.masked, now: now() });

  serveDesk(app, gateway, {
    listDeliveries: ({ query }) => deliveriesPage(db, query, { timeZone: config.timeZone, ...vantage() }),

    async viewDelivery({ params }) {
      const delivery = await deliveryOf(db, params.id, {
        keptMs: config.deliveryDays * DAY_MS,
        ...vantage(),
      });
      if (!delivery) throw refusal('not-found');
      return delivery;
    },
  });
}
