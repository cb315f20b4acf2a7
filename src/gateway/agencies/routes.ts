import type { FastifyInstance } from 'fastify';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { fetchAgencyPeople } from './store.ts';
import { AgencySummaryCache } from './agency-summary-cache.ts';

/** Routes about an agency: its summary and the people who work for it. */
export function agencyRoutes(app: FastifyInstance, gateway: Gateway): void {
  const summaries = new AgencySummaryCache(gateway.upstream, gateway.now);

  registerDeskRoutes(app, gateway, {
    viewAgencySummary: ({ caller, params }) =>
      summaries.get(caller.person, params.adminMail, () =>
        gateway.rateLimiter.consumeUpstreamCall(caller.person),
      ),
    listAgencyPeople: async ({ params }) => ({
      people: await fetchAgencyPeople(gateway.db, params.adminMail),
    }),
  });
}
