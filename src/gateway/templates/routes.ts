import type { FastifyInstance } from 'fastify';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { insertTemplate, deleteStoredTemplate, updateTemplate, fetchTemplates } from './store.ts';

/** Routes of reply templates. */
export function templateRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway;

  registerDeskRoutes(app, gateway, {
    listTemplates: async ({ caller }) => ({ templates: await fetchTemplates(db, caller.person) }),

    async addTemplate({ caller, body, request }) {
      request.audit.target = body.id;
      return insertTemplate(db, caller.person, body);
    },

    editTemplate: ({ caller, params, body }) => updateTemplate(db, caller.person, params.id, body),

    deleteTemplate: ({ caller, params }) => deleteStoredTemplate(db, caller.person, params.id),
  });
}
