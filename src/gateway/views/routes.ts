import type { FastifyInstance } from 'fastify';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { addView, deleteView, editView, fetchViews, pinView } from './store.ts';

/** Routes of saved views: named filters of the inbox. */
export function viewRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway;

  registerDeskRoutes(app, gateway, {
    listViews: async ({ caller }) => ({ views: await fetchViews(db, caller.person) }),

    async addView({ caller, body, request }) {
      request.audit.target = body.id;
      return addView(db, caller.person, body);
    },

    editView: ({ caller, params, body }) => editView(db, caller.person, params.id, body),

    pinView: ({ caller, params, body }) => pinView(db, caller.person, params.id, body.pinned),

    deleteView: ({ caller, params }) => deleteView(db, caller.person, params.id),
  });
}
