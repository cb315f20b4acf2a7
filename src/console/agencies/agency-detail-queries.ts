import { agencyEndpoints } from '#contract/agencies.ts';
import { agencyDeskEndpoints } from '#contract/desk/agencies.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { BACKGROUND } from '#console/api/query-client.ts';

const MINUTES = 60_000;

export const agencyPackageQuery = (adminMail: string) =>
  endpointQuery(agencyEndpoints.viewPackage, { params: { adminMail } }, { staleTime: 5 * MINUTES });

export const agencySummaryQuery = (adminMail: string) =>
  endpointQuery(
    agencyDeskEndpoints.viewAgencySummary,
    { params: { adminMail } },
    { staleTime: 5 * MINUTES, meta: BACKGROUND },
  );

export const agencyPeopleQuery = (adminMail: string) =>
  endpointQuery(agencyDeskEndpoints.listAgencyPeople, { params: { adminMail } }, { staleTime: 0 });
