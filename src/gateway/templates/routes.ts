import type { FastifyInstance } from 'fastify';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { addTemplate, deleteTemplate, editTemplate, fetchTemplates } from './store.ts';

/** Routes of reply templates. */
export function templateRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway;

  registerDeskRoutes(app, gateway, {
    listTemplates: async ({ caller }) => ({ templates: await fetchTemplates(db, caller.person) }),

    async addTemplate({ caller, body, request }) {
      request.audit.target = body.id;
      return addTemplate(db, caller.person, body);
    },

    editTemplate: ({ caller, params, body }) => editTemplate(db, caller.person, params.id, body),

    deleteTemplate: ({ caller, params }) => deleteTemplate(db, caller.person, params.id),
  });
}
