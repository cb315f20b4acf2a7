import type { FastifyInstance } from 'fastify';
import { serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { addTemplate, deleteTemplate, editTemplate, templatesFor } from './store.ts';

/** Replies prepared beforehand. */
export function templateRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway;

  serveDesk(app, gateway, {
    listTemplates: async ({ caller }) => ({ templates: await templatesFor(db, caller.person) }),

    async addTemplate({ caller, body, request }) {
      request.audit.target = body.id;
      return addTemplate(db, caller.person, body);
    },

    editTemplate: ({ caller, params, body }) => editTemplate(db, caller.person, params.id, body),

    deleteTemplate: ({ caller, params }) => deleteTemplate(db, caller.person, params.id),
  });
}
