import type { FastifyInstance } from 'fastify';
import type { Invitation } from '#contract/desk/invitations.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { createProblem } from '#gateway/problems.ts';
import { checkInvitation } from './checks.ts';
import { fetchInvitationRow, fetchInvitations, updateNote } from './store.ts';

/** Routes of invited agencies and the state of their invitations. */
export function invitationRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway;

  const loadInvitation = async (id: string): Promise<Invitation> => {
    const [invitation] = await fetchInvitations(db, id);
    if (!invitation) throw createProblem('not-found');
    return invitation;
  };

  registerDeskRoutes(app, gateway, {
    listInvitations: async () => ({ invitations: await fetchInvitations(db) }),

    viewInvitation: ({ params }) => loadInvitation(params.id),

    async editInvitationNote({ caller, params: { id }, body }) {
      await updateNote(db, caller.person.id, id, body);
      return loadInvitation(id);
    },

    async checkInvitation({ params: { id } }) {
      const row = await fetchInvitationRow(db, id);
      if (!row) throw createProblem('not-found');
      await checkInvitation(gateway, row);
      return loadInvitation(id);
    },
  });
}
