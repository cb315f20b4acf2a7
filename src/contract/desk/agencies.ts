import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { AdminMail } from '#contract/values.ts';
import { ROLES } from './sessions.ts';

export const AgencyParams = z.object({ adminMail: AdminMail });

/**
 * What lists show of an agency beside its data; kept for five minutes. `null` where the service did not say.
 * `package` is the AgenciaProductos as it came, unknown members included.
 */
export const AgencySummary = z.object({
  /** `Momento` of the newest inquiry of the last 90 days. */
  lastInquiry: z.nullable(z.string()),
  /** `Total` of the list of the last 90 days, as the service counts. */
  total: z.nullable(z.number()),
  package: z.nullable(z.looseObject({})),
  /** When the service was asked, milliseconds since 1970. */
  askedAt: z.number(),
});
export type AgencySummary = z.infer<typeof AgencySummary>;

/** Who of the console is bound to an agency. */
export const AgencyPeople = z.object({
  people: z.array(
    z.object({ name: z.string(), mail: z.string(), role: z.enum(ROLES), ownInquiriesOnly: z.boolean() }),
  ),
});
export type AgencyPeople = z.infer<typeof AgencyPeople>;

export const agencyDeskRows = {
  /** 400 to 404 of the service are members that are null. */
  viewAgencySummary: endpoint({
    method: 'GET',
    path: '/desk/agencies/{adminMail}/summary',
    params: AgencyParams,
    reply: AgencySummary,
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
} as const;
