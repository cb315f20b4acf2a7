import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';

/** Pages that are measured, by the names of their patterns in the console. An address, with its ids, is never sent. */
export const LATENCY_PAGES = [
  'inbox',
  'overview',
  'handover',
  'help',
  'me',
  'templates',
  'newTemplate',
  'template',
  'hours',
  'people',
  'invitePerson',
  'person',
  'apiTokens',
  'importFollowUp',
  'audit',
  'buyerData',
  'doctor',
  'agencies',
  'inviteAgency',
  'inviteMany',
  'invitationJob',
  'invitations',
  'agency',
  'editAgency',
  'disassociateAgency',
  'webhooks',
  'webhook',
  'editWebhook',
  'webhookHistory',
  'makes',
  'make',
  'bodyStyles',
  'bodyStyle',
  'cities',
  'city',
  'colors',
  'color',
  'bestMatch',
  'column',
  'listing',
  'dictionary',
  'importDictionary',
  'connection',
  'deliveries',
  'balance',
  'delivery',
  'attempts',
  'signatureTest',
  'relay',
  'newRelayTarget',
  'relayTarget',
  'traces',
  'agencyTrace',
  'trace',
  'jobs',
  'job',
] as const;
export type LatencyPage = (typeof LATENCY_PAGES)[number];

export const MAX_LATENCY_MS = 60_000;
export const MAX_LATENCIES_PER_REPORT = 50;

/** Interaction to Next Paint (INP) of navigations, ms. Nothing says whose they were. */
export const PageLatencyReport = z.strictObject({
  latencies: z
    .array(
      z.strictObject({ page: z.enum(LATENCY_PAGES), ms: z.int().check(z.gte(0), z.lte(MAX_LATENCY_MS)) }),
    )
    .check(z.minLength(1), z.maxLength(MAX_LATENCIES_PER_REPORT)),
});
export type PageLatencyReport = z.infer<typeof PageLatencyReport>;

/** INP of a page in the last `LATENCY_DAYS` days. */
export const PageLatency = z.object({
  page: z.enum(LATENCY_PAGES),
  navigations: z.number(),
  /** Upper bound of the 75th percentile; null: fewer than `MIN_NAVIGATIONS`. */
  p75Ms: z.nullable(z.number()),
});
export type PageLatency = z.infer<typeof PageLatency>;

export const LATENCY_DAYS = 7;
export const MIN_NAVIGATIONS = 10;

export const pageLatencyEndpoints = deskEndpoints({
  reportPageLatencies: endpoint({
    method: 'POST',
    path: '/desk/page-latencies',
    body: PageLatencyReport,
    success: 204,
    errors: [400, 401, 403],
  }),
});
