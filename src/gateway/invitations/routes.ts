import type { FastifyInstance } from 'fastify';
import type { Invitation } from '#contract/desk/invitations.ts';
import { serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { refusal } from '#gateway/problems.ts';
import { check } from './checks.ts';
import { editNote, invitationRow, invitationsShown } from './store.ts';

/** Every agency ever invited from here, and what became of it. */
export function invitationRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway;

  const find = async (id: string): Promise<Invitation> => {
    const [invitation] = await invitationsShown(db, id);
    if (!invitation) throw refusal('not-found');
    return invitation;
  };

  serveDesk(app, gateway, {
    listInvitations: async () => ({ invitations: await invitationsShown(db) }),

    viewInvitation: ({ params }) => find(params.id),

    async editInvitationNote({ caller, params: { id }, body }) {
      await editNote(db, caller.person.id, id, body);
      return find(id);
    },

    async checkInvitation({ params: { id } }) {
      const row = await invitationRow(db, id);
      if (!row) throw refusal('not-found');
      await check(gateway, row);
      return find(id);
    },
  });
}
