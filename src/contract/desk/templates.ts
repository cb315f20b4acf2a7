import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/** Placeholders of a reply, written `{{name}}`. */
export const PLACEHOLDERS = ['nombre', 'apellido', 'vehiculo', 'precio', 'agencia', 'vendedor'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

const templateText = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  /** Of a mail; empty: none. */
  subject: z.string().check(z.maxLength(150)),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(4000)),
  /** Whether colleagues use it too: those of the same agencies, and everybody those of a partner admin. */
  shared: z.boolean(),
};

/** `id` is made by the browser: the same one again makes no other. */
export const WriteTemplate = z.strictObject({ id: z.uuid(), ...templateText });
export type WriteTemplate = z.infer<typeof WriteTemplate>;
/** `version` as read: a change made meanwhile is 409 `changed-meanwhile`; the same change again is none. */
export const EditTemplate = z.strictObject({ ...templateText, version: z.int() });
export type EditTemplate = z.infer<typeof EditTemplate>;

/** A reply prepared beforehand. Only who made it, and partner admins for shared ones, change it. */
export const Template = z.object({
  id: z.string(),
  ...templateText,
  by: z.object({ id: z.string(), name: z.string() }),
  mayEdit: z.boolean(),
  version: z.number(),
});
export type Template = z.infer<typeof Template>;
/** By name. */
export const Templates = z.object({ templates: z.array(Template) });
export const TemplateParams = z.object({ id: z.uuid() });

export const templateRows = {
  listTemplates: endpoint({
    method: 'GET',
    path: '/desk/templates',
    reply: Templates,
    success: 200,
    errors: [401, 403],
  }),
  /** 409 `changed-meanwhile`: the id is that of another; `too-many-saved`. */
  addTemplate: endpoint({
    method: 'POST',
    path: '/desk/templates',
    body: WriteTemplate,
    reply: Template,
    success: 201,
    errors: [400, 401, 403, 409],
  }),
  editTemplate: endpoint({
    method: 'PUT',
    path: '/desk/templates/{id}',
    params: TemplateParams,
    body: EditTemplate,
    reply: Template,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
  deleteTemplate: endpoint({
    method: 'DELETE',
    path: '/desk/templates/{id}',
    params: TemplateParams,
    success: 204,
    errors: [401, 403, 404],
  }),
} as const;
