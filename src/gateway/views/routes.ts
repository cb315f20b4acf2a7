import type { FastifyInstance } from 'fastify';
import { serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { addView, deleteView, editView, pinView, viewsFor } from './store.ts';

/** Filters of the inbox that were given a name. */
export function viewRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway;

  serveDesk(app, gateway, {
    listViews: async ({ caller }) => ({ views: await viewsFor(db, caller.person) }),

    async addView({ caller, body, request }) {
      request.audit.target = body.id;
      return addView(db, caller.person, body);
    },

    editView: ({ caller, params, body }) => editView(db, caller.person, params.id, body),

    pinView: ({ caller, params, body }) => pinView(db, caller.person, params.id, body.pinned),

    deleteView: ({ caller, params }) => deleteView(db, caller.person, params.id),
  });
}
