import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type EditInvitationNote, type Invitation, invitationRows } from '#contract/desk/invitations.ts';
import { call } from '#console/api/call.ts';
import { PREFETCH_STALE_MS, isBackground } from '#console/api/query-client.ts';

/** Every invitation that was ever sent from here. */
export const invitationList = () =>
  queryOptions({
    queryKey: ['invitations', 'list'],
    queryFn: ({ signal, meta }) =>
      call(invitationRows.listInvitations, { signal, isBackground: isBackground(meta) }) as Promise<{
        invitations: Invitation[];
      }>,
    staleTime: PREFETCH_STALE_MS,
  });

/** As it is now, past what is held. */
export function readInvitation(id: string): Promise<Invitation> {
  return call(invitationRows.viewInvitation, { params: { id } }) as Promise<Invitation>;
}

/** Asks the service now what became of it. */
export function checkInvitation(id: string): Promise<Invitation> {
  return call(invitationRows.checkInvitation, { params: { id } }) as Promise<Invitation>;
}

export function editInvitationNote(id: string, body: EditInvitationNote): Promise<Invitation> {
  return call(invitationRows.editInvitationNote, { params: { id }, body }) as Promise<Invitation>;
}

/** After each of them: the answer is the invitation as it is now. */
export function holdInvitation(client: QueryClient, changed: Invitation): void {
  client.setQueryData(
    invitationList().queryKey,
    (held) =>
      held && {
        invitations: held.invitations.map((invitation) =>
          invitation.id === changed.id ? changed : invitation,
        ),
      },
  );
}
