import { type AgenciaCreate, type AgenciaEdit, agencyEndpoints } from '#contract/agencies.ts';
import { agencyDeskEndpoints } from '#contract/desk/agencies.ts';
import { type EditInvitationNote, type Invitation, invitationEndpoints } from '#contract/desk/invitations.ts';
import { agencyQuery } from '#console/agency-select/agency-queries.ts';
import { forgetAgency } from '#console/agency-select/last-agency.ts';
import { call } from '#console/api/call.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointKey, endpointQuery } from '#console/api/endpoint-query.ts';
import { BACKGROUND, PREFETCH_STALE_MS, queryClient } from '#console/api/query-client.ts';
import { removeInquiries } from '#console/inquiries/inquiry-queries.ts';
import type { ServicePage } from '#console/inquiries/row.ts';

export const INVITATION_ENDPOINTS = ['listAgencies', 'listInvitations', 'viewInvitationFunnel'] as const;

export const invitationListQuery = () =>
  endpointQuery(invitationEndpoints.listInvitations, {}, { staleTime: PREFETCH_STALE_MS });

export const checkInvitation = endpointMutation(
  invitationEndpoints.checkInvitation,
  (id: string) => ({ params: { id } }),
  { update: cacheInvitation },
);

export const editInvitationNote = endpointMutation(
  invitationEndpoints.editInvitationNote,
  ({ id, ...body }: EditInvitationNote & { id: string }) => ({ params: { id }, body }),
  { update: cacheInvitation },
);

export async function refreshInvitation(id: string): Promise<void> {
  cacheInvitation(await call(invitationEndpoints.viewInvitation, { params: { id } }));
}

function cacheInvitation(invitation: Invitation): void {
  queryClient.setQueryData(
    invitationListQuery().queryKey,
    (list) =>
      list && {
        invitations: list.invitations.map((other) => (other.id === invitation.id ? invitation : other)),
      },
  );
}

const MINUTES = 60_000;

export const agencyPackageQuery = (adminMail: string) =>
  endpointQuery(agencyEndpoints.viewPackage, { params: { adminMail } }, { staleTime: 5 * MINUTES });

export const agencyHealthQuery = (agencia?: readonly string[]) =>
  endpointQuery(
    agencyDeskEndpoints.listAgencyHealth,
    { query: { agencia } },
    {
      staleTime: MINUTES,
      meta: BACKGROUND,
      transform: ({ agencies }) =>
        new Map(agencies.map((health) => [health.adminMail.toLowerCase(), health])),
    },
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
  for (const name of ['viewAgency', 'viewPackage', 'listAgencyPeople'] as const)
    queryClient.removeQueries({ queryKey: endpointKey(name, { params: { adminMail } }) });
  removeInquiries(adminMail);
}

export function inquiryCount({ Total, _entries, _links }: ServicePage): { count: number; hasMore: boolean } {
  const pageLength = _entries.length;
  if (!_links?.next) return { count: pageLength, hasMore: false };
  return typeof Total === 'number' && Total > pageLength
    ? { count: Total, hasMore: false }
    : { count: pageLength, hasMore: true };
}
