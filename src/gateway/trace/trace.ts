import type { Station, Trace } from '#contract/desk/trace.ts';
import { DAY_MS, MAX_CLOCK_DIFFERENCE_MS } from '#contract/durations.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import { explainLead } from './explain-lead.ts';
import { findTwin } from './find.ts';
import { type FactSources, fetchAgencyFacts, fetchTopicFacts } from './gather-facts.ts';
import { type LeadText, fetchInquiryFacts } from './inquiry-facts.ts';
import type { LeadFacts } from './lead-facts.ts';
import { findDifference } from './stations.ts';

export interface TraceOptions extends FactSources {
  config: Pick<GatewayConfig, 'inquiryDays'>;
}

/** The trace of an inquiry, or of an agency alone. */
export async function traceLead(
  options: TraceOptions,
  { adminMail, sid }: { adminMail: string; sid?: string },
): Promise<Trace> {
  const { db, config } = options;
  const now = options.now();
  const service = options.fetchService();
  const [agency, topic, inquiry] = await Promise.all([
    fetchAgencyFacts(db, adminMail),
    service.then(({ topics }) => fetchTopicFacts(options, topics)),
    sid === undefined ? null : fetchInquiryFacts(options, { adminMail, sid }),
  ]);
  const { state, clockAheadMs } = await service;
  const facts: LeadFacts = {
    now,
    keptSince: now - config.inquiryDays * DAY_MS,
    isClockOff: state === 'refused' && Math.abs(clockAheadMs ?? 0) > MAX_CLOCK_DIFFERENCE_MS,
    agency,
    topic,
    inquiry,
  };
  const explanation = explainLead(facts);
  const { verdict, stations } = explanation;
  const isAmiss = verdict !== null && verdict.outcome !== 'arrived';
  return {
    now,
    service: state,
    clockAheadMs,
    agency: { adminMail: agency.adminMail, name: agency.name },
    lead: inquiry && sid !== undefined ? { sid, at: inquiry.at, ...pickText(inquiry) } : null,
    ...explanation,
    twin: isAmiss && sid !== undefined ? await traceTwin(options, facts, { adminMail, sid, stations }) : null,
  };
}

/** The nearest inquiry of the agency that arrived, beside the stations of one that did not. */
async function traceTwin(
  options: TraceOptions,
  facts: LeadFacts,
  { adminMail, sid, stations }: { adminMail: string; sid: string; stations: readonly Station[] },
): Promise<Trace['twin']> {
  const twin = await findTwin(options.db, { adminMail, sid, at: facts.inquiry?.at ?? facts.now });
  if (twin === undefined) return null;
  const inquiry = await fetchInquiryFacts(options, { adminMail, sid: twin });
  const twinStations = explainLead({ ...facts, inquiry }).stations;
  return {
    sid: twin,
    at: inquiry.at,
    ...pickText(inquiry),
    stations: twinStations,
    difference: findDifference(stations, twinStations),
  };
}

function pickText({ person, vehicle, operator }: LeadText): LeadText {
  return { person, vehicle, operator };
}
