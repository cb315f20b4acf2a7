import type { FastifyInstance } from 'fastify';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { createProblem } from '#gateway/problems.ts';
import { fetchDeliveries, fetchDelivery } from './queries.ts';
import { DAY_MS } from '#contract/durations.ts';

/** Routes of the delivery log: received messages and resends. */
export function deliveryRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, config, receiver, now } = gateway;
  const getContext = () => ({ receiver: receiver.masked, now: now() });

  registerDeskRoutes(app, gateway, {
    listDeliveries: ({ query }) => fetchDeliveries(db, query, { timeZone: config.timeZone, ...getContext() }),

    async viewDelivery({ params }) {
      const delivery = await fetchDelivery(db, params.id, {
        retentionMs: config.deliveryDays * DAY_MS,
        ...getContext(),
      });
      if (!delivery) throw createProblem('not-found');
      return delivery;
    },
  });
}
