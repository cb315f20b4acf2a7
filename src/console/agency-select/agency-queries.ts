import { type Agencia, agencyEndpoints } from '#contract/agencies.ts';
import type { Tolerant } from '#contract/reading.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { indexEndpoint } from '#console/api/lazy-endpoints.ts';
import { BACKGROUND } from '#console/api/query-client.ts';

// The inbox needs these queries of agencies as well; the others are in `agencies/agency-page-queries.ts`.

const AGENCY_STALE_MS = 5 * 60_000;

export type Agency = Tolerant<typeof Agencia>;

export const agencyListQuery = (operador?: string) =>
  endpointQuery(agencyEndpoints.listAgencies, { query: { operador } }, { staleTime: AGENCY_STALE_MS });

export const agencyQuery = (adminMail: string) =>
  endpointQuery(agencyEndpoints.viewAgency, { params: { adminMail } }, { staleTime: AGENCY_STALE_MS });

/** The state of the gateway's index has the names of agencies also while the service does not answer. */
export const indexStateQuery = () => endpointQuery(indexEndpoint('viewIndexState'), {}, { meta: BACKGROUND });
