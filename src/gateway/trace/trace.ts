import type { Kysely } from 'kysely';
import type { Trace } from '#contract/desk/trace.ts';
import { DAY_MS } from '#contract/durations.ts';
import { maskName } from '#contract/masking.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import type { Upstream } from '#gateway/forward/upstream.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { WebhookReceiver } from '#gateway/webhook-receiver/receiver.ts';
import type { TopicState } from '#gateway/webhooks/topic-states.ts';
import { explainLead } from './explain-lead.ts';
import { findTwin } from './find.ts';
import { fetchAgencyFacts, fetchTopicFacts } from './gather-facts.ts';
import { type LeadText, fetchInquiryFacts } from './inquiry-facts.ts';
import type { LeadFacts } from './lead-facts.ts';
import { findDifference } from './stations.ts';

export interface TraceOptions {
  db: Kysely<GatewayTables>;
  upstream: Upstream;
  receiver: Pick<WebhookReceiver, 'url'>;
  config: Pick<GatewayConfig, 'inquiryDays'>;
  now: () => number;
  /** The topics of the service; empty: it did not say. */
  fetchTopics: () => Promise<TopicState[]>;
  /** True: surnames are not shown. */
  isMasked: boolean;
}

/** The trace of an inquiry, or of an agency alone. */
export async function traceLead(
  options: TraceOptions,
  { adminMail, sid }: { adminMail: string; sid?: string },
): Promise<Trace> {
  const { db, config } = options;
  const now = options.now();
  const [agency, topic, inquiry] = await Promise.all([
    fetchAgencyFacts(db, adminMail),
    fetchTopicFacts(options),
    sid === undefined ? null : fetchInquiryFacts(options, { adminMail, sid }),
  ]);
  const facts: LeadFacts = { now, keptSince: now - config.inquiryDays * DAY_MS, agency, topic, inquiry };
  const explanation = explainLead(facts);
  const isAmiss = explanation.verdict !== null && explanation.verdict.outcome !== 'arrived';
  return {
    now,
    agency: { adminMail: agency.adminMail, name: agency.name },
    lead: inquiry && sid !== undefined ? { sid, at: inquiry.at, ...maskText(inquiry, options) } : null,
    ...explanation,
    twin: isAmiss && sid !== undefined ? await traceTwin(options, facts, { adminMail, sid }) : null,
  };
}

/** The nearest inquiry of the agency that arrived, beside the stations of one that did not. */
async function traceTwin(
  options: TraceOptions,
  facts: LeadFacts,
  { adminMail, sid }: { adminMail: string; sid: string },
): Promise<Trace['twin']> {
  const twin = await findTwin(options.db, { adminMail, sid, at: facts.inquiry?.at ?? facts.now });
  if (twin === undefined) return null;
  const inquiry = await fetchInquiryFacts(options, { adminMail, sid: twin });
  const { stations } = explainLead({ ...facts, inquiry });
  const own = explainLead(facts).stations;
  return {
    sid: twin,
    at: inquiry.at,
    ...maskText(inquiry, options),
    stations,
    difference: findDifference(own, stations),
  };
}

export function maskText(
  { person, vehicle, operator }: LeadText,
  { isMasked }: Pick<TraceOptions, 'isMasked'>,
): LeadText {
  return { person: person !== null && isMasked ? maskName(person) : person, vehicle, operator };
}
