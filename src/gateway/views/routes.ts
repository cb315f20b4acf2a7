import type { FastifyInstance } from 'fastify';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { addView, deleteStoredView, editView, fetchVisibleViews, savePin } from './store.ts';

/** Routes of saved views: named filters of the inbox. */
export function viewRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway;

  registerDeskRoutes(app, gateway, {
    listViews: async ({ caller }) => ({ views: await fetchVisibleViews(db, caller.person) }),

    async addView({ caller, body, request }) {
      request.audit.target = body.id;
      return addView(db, caller.person, body);
    },

    editView: ({ caller, params, body }) => editView(db, caller.person, params.id, body),

    pinView: ({ caller, params, body }) => savePin(db, caller.person, params.id, body.pinned),

    deleteView: ({ caller, params }) => deleteStoredView(db, caller.person, params.id),
  });
}
