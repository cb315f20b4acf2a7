import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { AdminMail } from '#contract/values.ts';
import { ROLES } from './sessions.ts';

export const AgencyParams = z.object({ adminMail: AdminMail });

/**
 * Additional data of an agency for lists, cached for five minutes. `null`: the service did not reply. `package` is the
 * AgenciaProductos as received, unknown members included.
 */
export const AgencySummary = z.object({
  /** `Momento` of the newest inquiry of the last 90 days. */
  lastInquiry: z.nullable(z.string()),
  /** `Total` of the service's list of the last 90 days. */
  total: z.nullable(z.number()),
  package: z.nullable(z.looseObject({})),
  /** Time of the fetch from the service, ms since 1970. */
  askedAt: z.number(),
});
export type AgencySummary = z.infer<typeof AgencySummary>;

/** People of the console who are bound to an agency. */
export const AgencyPeople = z.object({
  people: z.array(
    z.object({ name: z.string(), mail: z.string(), role: z.enum(ROLES), ownInquiriesOnly: z.boolean() }),
  ),
});
export type AgencyPeople = z.infer<typeof AgencyPeople>;

export const agencyDeskEndpoints = deskEndpoints({
  /** If the service replies 400 to 404, the member is null. */
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
});
