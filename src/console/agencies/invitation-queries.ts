import { type EditInvitationNote, type Invitation, invitationEndpoints } from '#contract/desk/invitations.ts';
import { call } from '#console/api/call.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { PREFETCH_STALE_MS, queryClient } from '#console/api/query-client.ts';

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
