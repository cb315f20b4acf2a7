import * as z from 'zod/mini';
import { Links, listOf } from './collection.ts';
import { endpoint, v3Endpoints } from './endpoint.ts';
import { guaranteed } from './reading.ts';

// decided: headers that deliveries set themselves, and the Fetch standard's forbidden request-headers.
const RESERVED_HEADER = new RegExp(
  `^(?:${[
    'accept-charset|accept-encoding|access-control-.*|authorization|connection|content-.*|cookie2?|date|dnt|expect',
    'forwarded|host|http2-settings|keep-alive|max-forwards|notification-.*|origin|proxy-.*|referer|sec-.*',
    'set-cookie2?|te|trailer|transfer-encoding|upgrade|via|webhook-.*|x-forwarded-.*|x-(?:http-)?method(?:-override)?',
  ].join('|')})$`,
  'i',
);

export function isReservedHeader(name: string): boolean {
  return RESERVED_HEADER.test(name);
}

/** A custom header in replies; older ones may have a name that is reserved now. */
export const CustomHeader = z.strictObject({ Name: z.string(), Value: z.string() });
export type CustomHeader = z.infer<typeof CustomHeader>;

/** The interface allows at most three custom headers (field notes 2.3). */
// decided: the limits of Name and Value.
const NewCustomHeader = z.strictObject({
  Name: z.string().check(
    z.minLength(1),
    z.maxLength(64),
    z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/),
    z.refine((name) => !isReservedHeader(name), 'es un nombre reservado'),
  ),
  Value: z.string().check(z.maxLength(256), z.regex(/^[!-~](?:[ -~]*[!-~])?$/)),
});

export const CUSTOM_HEADERS = ['HeaderCustom01', 'HeaderCustom02', 'HeaderCustom03'] as const;

/** Standard Webhooks: `whsec_` and the key in Base64, 24 bytes or more. */
const STANDARD_SECRET =
  /^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

export const WebhookSecret = z.string().check(
  z.minLength(16),
  z.maxLength(256),
  z.regex(/^\P{Cc}*$/u),
  // decided: strict Base64; a lenient decoder would accept any text, such as `whsec_!!!!`.
  z.refine(
    (text) => !text.startsWith('whsec_') || STANDARD_SECRET.test(text),
    'después de whsec_ debe llevar 24 bytes o más en Base64',
  ),
);

const webhookSettings = {
  Secret: z.optional(z.nullable(WebhookSecret)),
  Description: z.optional(z.nullable(z.string().check(z.maxLength(256), z.regex(/^[^\0]*$/)))),
  Activo: z.optional(z.nullable(z.boolean())),
  HeaderCustom01: z.optional(z.nullable(NewCustomHeader)),
  HeaderCustom02: z.optional(z.nullable(NewCustomHeader)),
  HeaderCustom03: z.optional(z.nullable(NewCustomHeader)),
};

/** Body for create and modify (field notes 2.3). `validateCallback` checks what depends on configuration. */
export const AppWebhookUpsert = z
  .strictObject({
    // decided: required, visible ASCII.
    Callback: z.string().check(
      z.maxLength(1024),
      z.regex(/^[!-~]+$/),
      z.refine((text) => URL.canParse(text), 'debe ser una URL absoluta'),
    ),
    ...webhookSettings,
  })
  .check(
    // decided: the three names differ, ignoring case.
    z.superRefine((value, context) => {
      const names = new Set<string>();
      for (const slot of CUSTOM_HEADERS) {
        const name = value[slot]?.Name.toLowerCase();
        if (name !== undefined && names.has(name))
          context.addIssue({ code: 'custom', path: [slot, 'Name'], message: 'ya está en otro encabezado' });
        if (name !== undefined) names.add(name);
      }
    }),
  );
export type AppWebhookUpsert = z.infer<typeof AppWebhookUpsert>;

/** Webhook of a topic. `Secret` is always null (decided): it cannot be read. */
export const AppWebhook = z.object({
  Callback: guaranteed(z.string()),
  Secret: z.null(),
  Description: z.nullable(z.string()),
  Activo: z.boolean(),
  HeaderCustom01: z.nullable(CustomHeader),
  HeaderCustom02: z.nullable(CustomHeader),
  HeaderCustom03: z.nullable(CustomHeader),
  _links: Links,
});
export type AppWebhook = z.infer<typeof AppWebhook>;

/** `topic` of a path (brief 8); case-insensitive (decided). */
export const TopicPath = z.object({
  topic: z.string().check(z.minLength(1), z.maxLength(80), z.regex(/^\P{Cc}*$/u)),
});

// decided: the whole entry; the interface shows neither the list nor topic names.
export const AppWebhookTopic = z.object({
  Topic: guaranteed(z.string()),
  Description: z.nullable(z.string()),
  Configurado: z.boolean(),
  Activo: z.nullable(z.boolean()),
  _links: Links,
});
export const AppWebhooks = listOf(AppWebhookTopic);

/** Payload of the topic `agencia-registrada`; that of `consulta-recibida` is the `Consulta`. */
// decided: the whole payload; the interface shows none.
export const AgenciaRegistrada = z.object({
  AdminMail: guaranteed(z.string()),
  Momento: z.string(),
  _links: Links,
});

export const webhookEndpoints = v3Endpoints({
  listWebhooks: endpoint({
    method: 'GET',
    path: '/v3/appnotificaciones',
    reply: AppWebhooks,
    success: 200,
    errors: [],
  }),
  viewWebhook: endpoint({
    method: 'GET',
    path: '/v3/appnotificaciones/{topic}',
    params: TopicPath,
    reply: AppWebhook,
    success: 200,
    errors: [404],
  }),
  createWebhook: endpoint({
    method: 'POST',
    path: '/v3/appnotificaciones/{topic}',
    params: TopicPath,
    body: AppWebhookUpsert,
    reply: AppWebhook,
    success: 201,
    errors: [403, 409, 400],
  }),
  editWebhook: endpoint({
    method: 'PUT',
    path: '/v3/appnotificaciones/{topic}',
    params: TopicPath,
    body: AppWebhookUpsert,
    reply: AppWebhook,
    success: 200,
    errors: [404, 400],
  }),
  deleteWebhook: endpoint({
    method: 'DELETE',
    path: '/v3/appnotificaciones/{topic}',
    params: TopicPath,
    success: 204,
    errors: [404],
  }),
});
