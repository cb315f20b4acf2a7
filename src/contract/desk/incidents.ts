import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { REFUSAL_REASONS } from './deliveries.ts';

// Refused messages of the same topic and reason, which have the same cause, are one incident until none comes for a while.

/** A refusal so long after the one before begins another incident, ms. */
export const INCIDENT_GAP_MS = 30 * 60_000;
/** Incidents that ended earlier are only in the log of deliveries. */
export const INCIDENT_DAYS = 7;
export const MAX_INCIDENTS = 50;

/**
 * - `open`: the last refusal is younger than `INCIDENT_GAP_MS`, and no message of the topic arrived since;
 * - `recovering`: it is as young, and messages arrived since;
 * - `quiet`: it is older, and no message of the topic arrived since, so that the cause may still be there;
 * - `solved`: it is older, and messages of the topic arrived since.
 */
export const INCIDENT_STATES = ['open', 'recovering', 'quiet', 'solved'] as const;

/** Times are ms since 1970. */
export const RefusalIncident = z.object({
  topic: z.string(),
  reason: z.enum(REFUSAL_REASONS),
  firstAt: z.number(),
  lastAt: z.number(),
  count: z.number(),
  state: z.enum(INCIDENT_STATES),
  /** Name of the person who said that they know of it; null: nobody, or it is solved. */
  acknowledgedBy: z.nullable(z.string()),
  /** Inquiries made meanwhile whose message was missed, and can be sent again; null: another topic than that of inquiries. */
  missed: z.nullable(z.object({ since: z.number(), until: z.number(), count: z.number() })),
});
export type RefusalIncident = z.infer<typeof RefusalIncident>;

/** An incident that nobody acknowledged, and that is not solved. */
export const UnsolvedIncident = z.pick(RefusalIncident, {
  topic: true,
  reason: true,
  count: true,
  state: true,
  lastAt: true,
});
export type UnsolvedIncident = z.infer<typeof UnsolvedIncident>;

/** The newest incident of a topic and reason. */
export const IncidentKey = z.strictObject({
  topic: z.string().check(z.maxLength(255)),
  reason: z.enum(REFUSAL_REASONS),
});
export type IncidentKey = z.infer<typeof IncidentKey>;

export const incidentEndpoints = deskEndpoints({
  /** Incidents of the last `INCIDENT_DAYS`, the newest first. */
  listIncidents: endpoint({
    method: 'GET',
    path: '/desk/incidents',
    reply: z.object({ incidents: z.array(RefusalIncident) }),
    success: 200,
    errors: [401, 403],
  }),
  /** Notes that the person knows of an incident. 404: there is none that is unsolved. */
  acknowledgeIncident: endpoint({
    method: 'PUT',
    path: '/desk/incidents/acknowledgement',
    body: IncidentKey,
    success: 204,
    errors: [400, 401, 403, 404],
  }),
  /** Takes the acknowledgement of an incident back, whoever made it. 404: as above. */
  unacknowledgeIncident: endpoint({
    method: 'DELETE',
    path: '/desk/incidents/acknowledgement',
    query: IncidentKey,
    success: 204,
    errors: [400, 401, 403, 404],
  }),
});
