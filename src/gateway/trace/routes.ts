import type { FastifyInstance } from 'fastify';
import { TRACE_MATCHES } from '#contract/desk/trace.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { buildListContext } from '#gateway/inquiries/list-request.ts';
import { resolveScope } from '#gateway/inquiries/scope.ts';
import { findAgencies, findLeads } from './find.ts';
import { type TraceOptions, traceLead } from './trace.ts';

/** Routes of traces: what happened to an inquiry, and what would happen to one that is made now. */
export function traceRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { connection } = gateway;
  const buildOptions = (): TraceOptions => ({ ...gateway, fetchService: () => connection.getStatus() });

  registerDeskRoutes(app, gateway, {
    async findTraces({ caller: { person }, query: { q }, signal }) {
      const reads = gateway.readAs({ key: person.id, isLong: true, signal });
      const list = { scope: resolveScope(person), context: buildListContext(gateway, person) };
      const [leads, agencies] = await Promise.all([findLeads(reads, list, q), findAgencies(reads, q)]);
      return {
        leads: leads.slice(0, TRACE_MATCHES),
        more: leads.length > TRACE_MATCHES,
        agencies,
      };
    },

    traceAgency: ({ params }) => traceLead(buildOptions(), params),
    traceLead: ({ params }) => traceLead(buildOptions(), params),
  });
}
