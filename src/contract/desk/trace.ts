import * as z from 'zod/mini';
import { ATTEMPT_CAUSES } from '#contract/attempts.ts';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { AdminMail } from '#contract/values.ts';
import { Connection } from './connection.ts';
import { REFUSAL_REASONS } from './deliveries.ts';
import { PathSafeSid } from './follow-up.ts';

// The trace of an inquiry: what happened to it from the service to the first answer, and why it did not arrive.

/** Steps of an inquiry, in order; `relay`: only where its message was relayed, `crm`: only where it was mailed to the CRM of its agency. */
export const TRACE_STATIONS = [
  'made',
  'agency',
  'topic',
  'attempts',
  'receiver',
  'relay',
  'index',
  'crm',
  'shown',
  'opened',
  'touched',
] as const;
export type TraceStation = (typeof TRACE_STATIONS)[number];

/** Causes in the settings of the topic; `suspended`: by the service. */
export const TOPIC_CAUSES = ['topic-missing', 'topic-off', 'topic-elsewhere', 'suspended'] as const;
/** Causes in the agency; `before-agency`: the inquiry is older than its association. */
export const AGENCY_CAUSES = [
  'before-agency',
  'never-registered',
  'not-associated',
  'disassociated',
] as const;
/**
 * Causes for which the index lacks an inquiry; `hidden`: the service stopped returning it, `sweep-pending`: it is younger than
 * the last read of lists.
 */
export const INDEX_CAUSES = ['erased', 'hidden', 'past-retention', 'sweep-failing', 'sweep-pending'] as const;

/** Causes of an inquiry that came late, without a webhook message or not at all. */
export const TRACE_CAUSES = [
  ...TOPIC_CAUSES,
  ...REFUSAL_REASONS,
  ...ATTEMPT_CAUSES,
  ...AGENCY_CAUSES,
  ...INDEX_CAUSES,
  'not-at-service',
] as const;
export type TraceCause = (typeof TRACE_CAUSES)[number];

/**
 * - `arrived`: its webhook message came within two minutes; `late`: later;
 * - `found`: it is in the inbox from a list or a person's read, without a message;
 * - `waiting`: it is younger than that, and may still come;
 * - `missing`: it is not in the inbox;
 * - `unknown`: it is not in the inbox, and the service does not say whether it has it.
 */
export const TRACE_OUTCOMES = ['arrived', 'late', 'found', 'waiting', 'missing', 'unknown'] as const;
export type TraceOutcome = (typeof TRACE_OUTCOMES)[number];

/** Further facts: its message came several times (`repeated`), or not all sellers of its agency see it (`limited`). */
export const TRACE_NOTES = ['repeated', 'limited'] as const;

/** Facts that the gateway would have to know, and does not. */
export const TRACE_UNKNOWNS = ['service', 'topic-then', 'attempts'] as const;

/** Remedies of causes that still hold; `none`: nothing has to be done. */
export const TRACE_REMEDIES = [
  'none',
  'wait',
  'configure-topic',
  'switch-on',
  'point-here',
  'set-secret',
  'check-clock',
  'check-callback',
  'check-connection',
  'invite',
  'remind',
  'ask-service',
] as const;
export type TraceRemedy = (typeof TRACE_REMEDIES)[number];

/** An address that a message of the inquiry was relayed to. */
export const TracedCopy = z.object({
  target: z.string(),
  host: z.string(),
  outcome: z.enum(['delivered', 'waiting', 'given-up']),
  /** Time of its last attempt. */
  at: z.nullable(z.number()),
  /** Status or error code of its last attempt. */
  code: z.nullable(z.string()),
});
export type TracedCopy = z.infer<typeof TracedCopy>;

/** A seller of the agency. */
export const TracedSeller = z.object({ id: z.string(), name: z.string() });
export type TracedSeller = z.infer<typeof TracedSeller>;

/** Times are ms since 1970. */
export const Station = z.object({
  name: z.enum(TRACE_STATIONS),
  /** `broken`: the inquiry went no further this way; `skipped`: not reached; `unknown`: cannot be known. */
  state: z.enum(['reached', 'broken', 'skipped', 'unknown']),
  at: z.nullable(z.number()),
  /** Cause for which it is broken; of attempts also that of one that failed before the message came. */
  cause: z.nullable(z.enum(TRACE_CAUSES)),
  /** Name of the person who opened or answered it. */
  by: z.nullable(z.string()),
  /** Attempts, messages, or addresses it was relayed to. */
  count: z.nullable(z.number()),
  /** Status or error code of the last attempt that failed; of the last one where none did. Of a mail the answer of the mail server. */
  code: z.nullable(z.string()),
  /** Host of the topic's callback. */
  host: z.nullable(z.string()),
  /** First way into the index. */
  way: z.nullable(z.enum(['webhook', 'list', 'single'])),
  /** A delivery with the raw message. */
  delivery: z.nullable(z.string()),
  /** Addresses it was relayed to. */
  copies: z.array(TracedCopy),
  /** Sellers who see it, and those who are limited to their own inquiries and do not. */
  shownTo: z.array(TracedSeller),
  hiddenFrom: z.array(TracedSeller),
});
export type Station = z.infer<typeof Station>;

export const TraceVerdict = z.object({
  outcome: z.enum(TRACE_OUTCOMES),
  /** Causes that fit. Several: each is possible. None, except where it arrived: the cause is not known. */
  causes: z.array(z.enum(TRACE_CAUSES)),
  notes: z.array(z.enum(TRACE_NOTES)),
  unknown: z.array(z.enum(TRACE_UNKNOWNS)),
  remedy: z.enum(TRACE_REMEDIES),
});
export type TraceVerdict = z.infer<typeof TraceVerdict>;

/** The way of an inquiry that would be made now, and the causes that keep it from a better one. */
export const Forecast = z.object({
  way: z.enum(['webhook', 'list', 'none', 'unknown']),
  causes: z.array(z.enum(TRACE_CAUSES)),
});
export type Forecast = z.infer<typeof Forecast>;

const TracedLead = z.object({
  sid: z.string(),
  /** Momento; null: nobody has the inquiry. */
  at: z.nullable(z.number()),
  /** Buyer's name. */
  person: z.nullable(z.string()),
  vehicle: z.nullable(z.string()),
  operator: z.nullable(z.string()),
});

export const Trace = z.object({
  now: z.number(),
  /** State of the service; null: it is not known. */
  service: z.nullable(Connection.shape.state),
  /** The service's clock minus ours, ms; null: it is not known. */
  clockAheadMs: z.nullable(z.number()),
  agency: z.object({ adminMail: z.string(), name: z.nullable(z.string()) }),
  /** null: the trace of an agency alone. */
  lead: z.nullable(TracedLead),
  verdict: z.nullable(TraceVerdict),
  stations: z.array(Station),
  /** The nearest inquiry of the agency that came by webhook, and the first step at which they differ. */
  twin: z.nullable(
    z.extend(TracedLead, { stations: z.array(Station), difference: z.nullable(z.enum(TRACE_STATIONS)) }),
  ),
  forecast: Forecast,
  /** Mends what the forecast finds. */
  remedy: z.enum(TRACE_REMEDIES),
});
export type Trace = z.infer<typeof Trace>;

export const MIN_TRACE_TEXT = 2;
export const MAX_TRACE_TEXT = 120;

/** Phone, mail, name, publication, sid or hook id. */
export const FindTraces = z.strictObject({
  q: z.string().check(z.minLength(MIN_TRACE_TEXT), z.maxLength(MAX_TRACE_TEXT)),
});

/** Most matches of a search. */
export const TRACE_MATCHES = 20;

export const TraceMatches = z.object({
  /** Newest first. */
  leads: z.array(z.extend(TracedLead, { agency: z.string() })),
  more: z.boolean(),
  /** Agencies, also invited ones, whose mail or name contains the text. */
  agencies: z.array(z.object({ adminMail: z.string(), name: z.nullable(z.string()) })),
});
export type TraceMatches = z.infer<typeof TraceMatches>;

export const traceEndpoints = deskEndpoints({
  findTraces: endpoint({
    method: 'GET',
    path: '/desk/trace',
    query: FindTraces,
    reply: TraceMatches,
    success: 200,
    errors: [400, 401, 403],
  }),
  traceAgency: endpoint({
    method: 'GET',
    path: '/desk/trace/{adminMail}',
    params: z.object({ adminMail: AdminMail }),
    reply: Trace,
    success: 200,
    errors: [400, 401, 403],
  }),
  traceLead: endpoint({
    method: 'GET',
    path: '/desk/trace/{adminMail}/{sid}',
    params: z.object({ adminMail: AdminMail, sid: PathSafeSid }),
    reply: Trace,
    success: 200,
    errors: [400, 401, 403],
  }),
});
