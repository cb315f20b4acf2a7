import type { FastifyInstance } from 'fastify';
import type { Template } from '#contract/desk/templates.ts';
import { findChanges } from '#gateway/audit/changes.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import {
  deleteStoredTemplate,
  fetchEditableTemplate,
  fetchTemplates,
  insertTemplate,
  updateTemplate,
} from './store.ts';

/** Routes of reply templates. */
export function templateRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway;

  registerDeskRoutes(app, gateway, {
    listTemplates: async ({ caller }) => ({ templates: await fetchTemplates(db, caller.person) }),

    async addTemplate({ caller, body, request }) {
      request.audit.target = body.id;
      return insertTemplate(db, caller.person, body);
    },

    async editTemplate({ caller, params, body, request }) {
      const before = await fetchEditableTemplate(db, caller.person, params.id);
      request.audit.changes = findChanges(toTemplateValues(before), toTemplateValues(body), UNNAMED_FIELDS);
      return updateTemplate(db, caller.person, params.id, body);
    },

    deleteTemplate: ({ caller, params }) => deleteStoredTemplate(db, caller.person, params.id),
  });
}

/** Somebody wrote them, perhaps with the name of a buyer. */
const UNNAMED_FIELDS = ['name', 'subject', 'text'] as const;

const toTemplateValues = (template: Pick<Template, 'name' | 'subject' | 'text'> & { shared: unknown }) => ({
  name: template.name,
  subject: template.subject,
  text: template.text,
  shared: template.shared ? 'on' : 'off',
});
