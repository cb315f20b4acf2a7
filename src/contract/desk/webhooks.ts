import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { CustomHeader, TopicPath } from '#contract/webhooks.ts';

export const TopicParams = TopicPath;

/** Settings of a topic as they were; whether a secret was among them, never the secret. */
export const KeptSettings = z.object({
  callback: z.string(),
  description: z.nullable(z.string()),
  active: z.boolean(),
  headers: z.array(z.nullable(CustomHeader)),
  /** `kept`: here, encrypted; `unknown`: the service may have one that was set elsewhere; `none`: there is none. */
  secret: z.enum(['kept', 'unknown', 'none']),
});
export type KeptSettings = z.infer<typeof KeptSettings>;

/** What the gateway knows of a topic beside the service. Times are milliseconds since 1970. */
export const WebhookDesk = z.object({
  topic: z.string(),
  secret: z.enum(['kept', 'unknown', 'none']),
  /** Address of this console's receiver for the topic. */
  receiver: z.string(),
  /** When something verified last arrived here for it. */
  lastHeardAt: z.nullable(z.number()),
  /** When a resend was requested that did not arrive here, with nothing received since. */
  unseenAt: z.nullable(z.number()),
  /** `Activo` as it was last written from here; null: never, or deleted since. */
  lastActive: z.nullable(z.boolean()),
});
export const WebhooksDesk = z.object({ topics: z.array(WebhookDesk) });
export type WebhookDesk = z.infer<typeof WebhookDesk>;

/** One change of a topic made from here. `settings` is null for a deletion. */
export const WebhookChange = z.object({
  id: z.string(),
  at: z.number(),
  by: z.string(),
  action: z.enum(['created', 'edited', 'deleted', 'restored']),
  settings: z.nullable(KeptSettings),
  /** Whether writing its settings again would leave the secret that is known now. */
  keepsSecret: z.boolean(),
});
export const WebhookHistory = z.object({ changes: z.array(WebhookChange) });
export type WebhookChange = z.infer<typeof WebhookChange>;

/** Settings of a change are written again, the kept secret included. */
export const RestoreWebhook = z.strictObject({ change: z.string().check(z.maxLength(26)) });
export type RestoreWebhook = z.infer<typeof RestoreWebhook>;

/** What the service was read to have afterwards, and which members differ from what was written. */
export const RestoredWebhook = z.object({ settings: KeptSettings, differing: z.array(z.string()) });
export type RestoredWebhook = z.infer<typeof RestoredWebhook>;

export const webhookDeskRows = {
  listWebhooksDesk: endpoint({
    method: 'GET',
    path: '/desk/webhooks',
    reply: WebhooksDesk,
    success: 200,
    errors: [401, 403],
  }),
  viewWebhookHistory: endpoint({
    method: 'GET',
    path: '/desk/webhooks/{topic}/history',
    params: TopicParams,
    reply: WebhookHistory,
    success: 200,
    errors: [400, 401, 403],
  }),
  /** The service's refusal of the settings is passed on as it came. */
  restoreWebhook: endpoint({
    method: 'POST',
    path: '/desk/webhooks/{topic}/restorations',
    params: TopicParams,
    body: RestoreWebhook,
    reply: RestoredWebhook,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
} as const;
