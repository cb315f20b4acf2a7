import type { FastifyInstance } from 'fastify';
import { serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { refusal } from '#gateway/problems.ts';
import { DAY_MS, deliveriesPage, deliveryOf } from './store.ts';

/** What arrived at the receiver, and what was caused from here. */
export function deliveryRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, config } = gateway;

  serveDesk(app, gateway, {
    listDeliveries: ({ query }) => deliveriesPage(db, query, config.timeZone),

    async viewDelivery({ params }) {
      const delivery = await deliveryOf(db, params.id, config.deliveryDays * DAY_MS);
      if (!delivery) throw refusal('not-found');
      return delivery;
    },
  });
}
