import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { AdminMail } from '#contract/values.ts';
import { agencyFilter } from './index-query.ts';
import { ROLES } from './sessions.ts';

export const AgencyParams = z.object({ adminMail: AdminMail });

/** State of an agency by the index and the daily readings of its package. */
export const AgencyHealth = z.object({
  adminMail: z.string(),
  /** Last inquiry, ms since 1970; null: none in the index. */
  lastAt: z.nullable(z.number()),
  /** Inquiries of the last 24 hours. */
  last24Hours: z.number(),
  /** Inquiries a day in the weeks of `SILENCE`; null: too few to know. */
  perDay: z.nullable(z.number()),
  /** True if it receives nothing for longer than is usual for it. */
  isSilent: z.boolean(),
  /** Publications at the last reading; null: not read, or nothing is contracted. */
  package: z.nullable(
    z.object({
      used: z.number(),
      contracted: z.number(),
      /** Day of the reading. */
      day: z.string(),
      /** Day on which they run out at the pace of `baseDays`; null: no forecast. */
      forecast: z.nullable(z.object({ runsOutOn: z.string(), baseDays: z.number() })),
    }),
  ),
});
export type AgencyHealth = z.infer<typeof AgencyHealth>;

/** Agencies: repeatable, default all. */
export const AgencyHealthQuery = z.strictObject({ agencia: agencyFilter });

/** People of the console who are bound to an agency. */
export const AgencyPeople = z.object({
  people: z.array(
    z.object({ name: z.string(), mail: z.string(), role: z.enum(ROLES), ownInquiriesOnly: z.boolean() }),
  ),
});
export type AgencyPeople = z.infer<typeof AgencyPeople>;

export const agencyDeskEndpoints = deskEndpoints({
  /** Only agencies that are in the index. */
  listAgencyHealth: endpoint({
    method: 'GET',
    path: '/desk/agencies/health',
    query: AgencyHealthQuery,
    reply: z.object({ agencies: z.array(AgencyHealth) }),
    success: 200,
    errors: [400, 401, 403],
  }),
  listAgencyPeople: endpoint({
    method: 'GET',
    path: '/desk/agencies/{adminMail}/people',
    params: AgencyParams,
    reply: AgencyPeople,
    success: 200,
    errors: [400, 401, 403],
  }),
});
