import type { FastifyInstance } from 'fastify';
import { TRACE_MATCHES, type Trace } from '#contract/desk/trace.ts';
import { DAY_MS } from '#contract/durations.ts';
import { maskName } from '#contract/masking.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Person } from '#gateway/people/store.ts';
import { isAllowed } from '#gateway/permissions/permissions.ts';
import { EXPORT_UNMASKED } from '#contract/desk/export.ts';
import { explainLead } from './explain-lead.ts';
import { findAgencies, findLeads, findTwin } from './find.ts';
import { fetchAgencyFacts, fetchTopicFacts } from './gather-facts.ts';
import { type LeadText, fetchInquiryFacts } from './inquiry-facts.ts';
import type { LeadFacts } from './lead-facts.ts';
import { findDifference } from './stations.ts';

/** Routes of traces: what happened to an inquiry, and what would happen to one that is made now. */
export function traceRoutes(app: FastifyInstance, gateway: Gateway): void {
  registerDeskRoutes(app, gateway, {
    async findTraces({ caller: { person }, query: { q }, signal }) {
      const reads = gateway.readAs({ key: person.id, isLong: true, signal });
      const [leads, agencies] = await Promise.all([
        findLeads(gateway, reads, person, q),
        findAgencies(reads, q),
      ]);
      return {
        leads: leads
          .slice(0, TRACE_MATCHES)
          .map(({ agency, sid, at, ...text }) => Object.assign({ agency, sid, at }, maskText(text, person))),
        more: leads.length > TRACE_MATCHES,
        agencies,
      };
    },

    traceAgency: ({ params, caller }) => traceLead(gateway, caller.person, params),
    traceLead: ({ params, caller }) => traceLead(gateway, caller.person, params),
  });
}

/** The trace of an inquiry, or of an agency alone. */
export async function traceLead(
  gateway: Gateway,
  person: Person,
  { adminMail, sid }: { adminMail: string; sid?: string },
): Promise<Trace> {
  const { db, config } = gateway;
  const now = gateway.now();
  const [agency, topic, inquiry] = await Promise.all([
    fetchAgencyFacts(db, adminMail),
    fetchTopicFacts(gateway),
    sid === undefined ? null : fetchInquiryFacts(gateway, { adminMail, sid }),
  ]);
  const facts: LeadFacts = { now, keptSince: now - config.inquiryDays * DAY_MS, agency, topic, inquiry };
  const explanation = explainLead(facts);
  const isAmiss = explanation.verdict !== null && explanation.verdict.outcome !== 'arrived';
  return {
    now,
    agency: { adminMail: agency.adminMail, name: agency.name },
    lead: inquiry && sid !== undefined ? { sid, at: inquiry.at, ...maskText(inquiry, person) } : null,
    ...explanation,
    twin: isAmiss && sid !== undefined ? await traceTwin(gateway, person, facts, { adminMail, sid }) : null,
  };
}

/** The nearest inquiry of the agency that arrived, beside the stations of one that did not. */
async function traceTwin(
  gateway: Gateway,
  person: Person,
  facts: LeadFacts,
  { adminMail, sid }: { adminMail: string; sid: string },
): Promise<Trace['twin']> {
  const twin = await findTwin(gateway.db, { adminMail, sid, at: facts.inquiry?.at ?? facts.now });
  if (twin === undefined) return null;
  const inquiry = await fetchInquiryFacts(gateway, { adminMail, sid: twin });
  const { stations } = explainLead({ ...facts, inquiry });
  const own = explainLead(facts).stations;
  return {
    sid: twin,
    at: inquiry.at,
    ...maskText(inquiry, person),
    stations,
    difference: findDifference(own, stations),
  };
}

/** Support does not answer buyers, and sees no surnames. */
function maskText({ person: name, vehicle, operator }: LeadText, person: Person): LeadText {
  const isMasked = !isAllowed(person, EXPORT_UNMASKED, undefined);
  return { person: name !== null && isMasked ? maskName(name) : name, vehicle, operator };
}
