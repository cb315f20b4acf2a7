import * as z from 'zod/mini';
import { Links, listOf } from './collection.ts';
import { guaranteed } from './reading.ts';

/** At most three custom headers (field notes 2.3). */
// decided: the limits of Name and Value, and the names that are refused.
const RESERVED_HEADER =
  /^(host|authorization|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-.*|notification-.*|webhook-.*)$/i;
export const CustomHeader = z.strictObject({
  Name: z.string().check(
    z.maxLength(64),
    z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/),
    z.refine((name) => !RESERVED_HEADER.test(name), 'es un nombre reservado'),
  ),
  Value: z.string().check(z.maxLength(256), z.regex(/^[!-~](?:[ -~]*[!-~])?$/)),
});

const settings = {
  Secret: z.optional(z.nullable(z.string().check(z.minLength(16), z.maxLength(256)))),
  Description: z.optional(z.nullable(z.string().check(z.maxLength(256)))),
  Activo: z.optional(z.nullable(z.boolean())),
  HeaderCustom01: z.optional(z.nullable(CustomHeader)),
  HeaderCustom02: z.optional(z.nullable(CustomHeader)),
  HeaderCustom03: z.optional(z.nullable(CustomHeader)),
};

/** Body for create and modify (field notes 2.3). The rules on the callback's scheme depend on configuration. */
export const AppWebhookUpsert = z.strictObject({
  // decided: required.
  Callback: z.url().check(z.maxLength(1024)),
  ...settings,
});
export type AppWebhookUpsert = z.infer<typeof AppWebhookUpsert>;

/** Configuration of one topic. `Secret` is never read back: null (decided). */
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

// decided: all of the entry; the interface shows neither list nor topic names.
export const AppWebhookTopic = z.object({
  Topic: guaranteed(z.string()),
  Description: z.nullable(z.string()),
  Configurado: z.boolean(),
  Activo: z.nullable(z.boolean()),
  _links: Links,
});
export const AppWebhooks = listOf(AppWebhookTopic);
