import type { FastifyInstance } from 'fastify';
import { serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { peopleOf } from './store.ts';
import { Summaries } from './summaries.ts';

/** What the console shows of an agency beside what the service says of it. */
export function agencyRoutes(app: FastifyInstance, gateway: Gateway): void {
  const summaries = new Summaries(gateway.upstream, gateway.now);

  serveDesk(app, gateway, {
    viewAgencySummary: ({ caller, params }) =>
      summaries.of(caller.person, params.adminMail, () => gateway.rates.takeAnswer(caller.id)),
    listAgencyPeople: async ({ params }) => ({ people: await peopleOf(gateway.db, params.adminMail) }),
  });
}
