import type { FastifyInstance } from 'fastify';
import { EXPORT_UNMASKED } from '#contract/desk/export.ts';
import { TRACE_MATCHES } from '#contract/desk/trace.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { buildListContext } from '#gateway/inquiries/list-request.ts';
import { resolveScope } from '#gateway/inquiries/scope.ts';
import type { Person } from '#gateway/people/store.ts';
import { isAllowed } from '#gateway/permissions/permissions.ts';
import { findAgencies, findLeads } from './find.ts';
import { type TraceOptions, maskText, traceLead } from './trace.ts';

/** Routes of traces: what happened to an inquiry, and what would happen to one that is made now. */
export function traceRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { connection } = gateway;
  const buildOptions = (person: Person): TraceOptions => ({
    ...gateway,
    fetchService: () => connection.getStatus(),
    // Support does not answer buyers.
    isMasked: !isAllowed(person, EXPORT_UNMASKED, undefined),
  });

  registerDeskRoutes(app, gateway, {
    async findTraces({ caller: { person }, query: { q }, signal }) {
      const reads = gateway.readAs({ key: person.id, isLong: true, signal });
      const list = { scope: resolveScope(person), context: buildListContext(gateway, person) };
      const [leads, agencies] = await Promise.all([findLeads(reads, list, q), findAgencies(reads, q)]);
      const options = buildOptions(person);
      return {
        leads: leads
          .slice(0, TRACE_MATCHES)
          .map(({ agency, sid, at, ...text }) => Object.assign({ agency, sid, at }, maskText(text, options))),
        more: leads.length > TRACE_MATCHES,
        agencies,
      };
    },

    traceAgency: ({ params, caller }) => traceLead(buildOptions(caller.person), params),
    traceLead: ({ params, caller }) => traceLead(buildOptions(caller.person), params),
  });
}
