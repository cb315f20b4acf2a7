import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { type EditInvitationNote, type Invitation, invitationEndpoints } from '#contract/desk/invitations.ts';
import { call } from '#console/api/call.ts';
import { PREFETCH_STALE_MS, isBackground } from '#console/api/query-client.ts';

/** Of what became of the invitations of a job. */
export const FUNNEL_KEY: QueryKey = ['invitations', 'funnel'];

export const invitationListQuery = () =>
  queryOptions({
    queryKey: ['invitations', 'list'],
    queryFn: ({ signal, meta }) =>
      call(invitationEndpoints.listInvitations, { signal, isBackground: isBackground(meta) }),
    staleTime: PREFETCH_STALE_MS,
  });

export function fetchInvitation(id: string): Promise<Invitation> {
  return call(invitationEndpoints.viewInvitation, { params: { id } });
}

/** Has the gateway ask the service for the state now. */
export function checkInvitation(id: string): Promise<Invitation> {
  return call(invitationEndpoints.checkInvitation, { params: { id } });
}

export function editInvitationNote(id: string, body: EditInvitationNote): Promise<Invitation> {
  return call(invitationEndpoints.editInvitationNote, { params: { id }, body });
}

export function setInvitationData(client: QueryClient, invitation: Invitation): void {
  client.setQueryData(
    invitationListQuery().queryKey,
    (list) =>
      list && {
        invitations: list.invitations.map((other) => (other.id === invitation.id ? invitation : other)),
      },
  );
}
