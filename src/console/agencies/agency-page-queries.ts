import { type AgenciaCreate, type AgenciaEdit, agencyEndpoints } from '#contract/agencies.ts';
import { agencyDeskEndpoints } from '#contract/desk/agencies.ts';
import { agencyQuery } from '#console/agency-select/agency-queries.ts';
import { forgetAgency } from '#console/agency-select/last-agency.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointKey, endpointQuery } from '#console/api/endpoint-query.ts';
import { BACKGROUND, queryClient } from '#console/api/query-client.ts';
import { removeInquiries } from '#console/inquiries/inquiry-queries.ts';
import { INVITATION_ENDPOINTS } from './invitation-queries.ts';

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

export const inviteAgency = endpointMutation(
  agencyEndpoints.inviteAgency,
  (body: AgenciaCreate) => ({ body }),
  { invalidates: INVITATION_ENDPOINTS, invalidatesOnError: INVITATION_ENDPOINTS },
);

interface AgencyChange {
  adminMail: string;
  body: AgenciaEdit;
  previous?: AgenciaEdit;
}

export const editAgency = endpointMutation(
  agencyEndpoints.editAgency,
  ({ adminMail, body }: AgencyChange) => ({ params: { adminMail }, body }),
  {
    update: (edited) => queryClient.setQueryData(agencyQuery(edited.AdminMail).queryKey, edited),
    invalidates: ['listAgencies'],
  },
);

export const disassociateAgency = endpointMutation(
  agencyEndpoints.disassociateAgency,
  (adminMail: string) => ({ params: { adminMail } }),
  { remove: removeAgencyData, invalidates: INVITATION_ENDPOINTS },
);

function removeAgencyData(adminMail: string): void {
  forgetAgency(adminMail);
  for (const name of ['viewAgency', 'viewPackage', 'viewAgencySummary', 'listAgencyPeople'] as const)
    queryClient.removeQueries({ queryKey: endpointKey(name, { params: { adminMail } }) });
  removeInquiries(adminMail);
}
