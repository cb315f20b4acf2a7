import * as z from 'zod/mini';
import { ATTEMPT_CAUSES } from '#contract/attempts.ts';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { CustomHeader, TopicPath } from '#contract/webhooks.ts';
import { DeliveryFigures } from './deliveries.ts';
import { UnsolvedIncident } from './incidents.ts';

export const TopicParams = TopicPath;

/** Stored settings of a webhook, without the secret itself. */
export const SavedWebhookSettings = z.object({
  callback: z.string(),
  description: z.nullable(z.string()),
  active: z.boolean(),
  headers: z.array(z.nullable(CustomHeader)),
  /** `kept`: stored here, encrypted; `unknown`: may have been set elsewhere; `none`: no secret. */
  secret: z.enum(['kept', 'unknown', 'none']),
});
export type SavedWebhookSettings = z.infer<typeof SavedWebhookSettings>;

/** State of a topic at the service, with the gateway's own data of it. Times are ms since 1970. */
export const WebhookDesk = z.object({
  topic: z.string(),
  description: z.nullable(z.string()),
  configured: z.boolean(),
  active: z.nullable(z.boolean()),
  /** URL that the service sends it to; null: not configured, or its settings could not be read. */
  callback: z.nullable(z.string()),
  secret: z.enum(['kept', 'unknown', 'none']),
  /** URL of this gateway's receiver for the topic. */
  receiver: z.string(),
  /** True if the name of the receiver leads to a private address, which the service may refuse to call. */
  isPrivate: z.boolean(),
  /** Time at which the last verified message was received. */
  lastHeardAt: z.nullable(z.number()),
  /** Time of a resend that did not arrive, with nothing received since. */
  unseenAt: z.nullable(z.number()),
  /** `Activo` as last set by the console; null: never, or deleted since. */
  lastActive: z.nullable(z.boolean()),
  /** Cause for which the newest message did not reach this gateway within the last hour; null: it did, or none is known. */
  failure: z.nullable(z.enum(ATTEMPT_CAUSES)),
  incidents: z.array(UnsolvedIncident),
  /** Messages of the last 24 hours. */
  lastDay: DeliveryFigures,
});
export const WebhooksDesk = z.object({ topics: z.array(WebhookDesk) });
export type WebhookDesk = z.infer<typeof WebhookDesk>;

/** Returns true if a topic's messages go to this gateway. */
export function isPointedHere({ callback, receiver }: Pick<WebhookDesk, 'callback' | 'receiver'>): boolean {
  return callback === receiver;
}

/** A change of a webhook by the console. `settings` is null for a deletion. */
export const WebhookChange = z.object({
  id: z.string(),
  at: z.number(),
  by: z.string(),
  action: z.enum(['created', 'edited', 'deleted', 'restored']),
  settings: z.nullable(SavedWebhookSettings),
  /** True if restoring it would keep the current secret. */
  keepsSecret: z.boolean(),
});
/** A change that was not made by the console: by somebody else, or by the service. Noticed of the topic of inquiries alone. */
export const NoticedChange = z.object({
  id: z.string(),
  at: z.number(),
  state: z.enum(['here', 'off', 'elsewhere']),
});
export type NoticedChange = z.infer<typeof NoticedChange>;
export const WebhookHistory = z.object({
  changes: z.array(WebhookChange),
  noticed: z.array(NoticedChange),
});
export type WebhookHistory = z.infer<typeof WebhookHistory>;
export type WebhookChange = z.infer<typeof WebhookChange>;

/** Restores the settings of a change, with its stored secret. */
export const RestoreWebhook = z.strictObject({ change: z.string().check(z.maxLength(26)) });
export type RestoreWebhook = z.infer<typeof RestoreWebhook>;

/** Settings at the service after the restoration, and members that differ from those sent. */
export const RestoredWebhook = z.object({ settings: SavedWebhookSettings, differing: z.array(z.string()) });
export type RestoredWebhook = z.infer<typeof RestoredWebhook>;

export const webhookDeskEndpoints = deskEndpoints({
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
  /** Errors of the service are passed on unchanged. */
  restoreWebhook: endpoint({
    method: 'POST',
    path: '/desk/webhooks/{topic}/restorations',
    params: TopicParams,
    body: RestoreWebhook,
    reply: RestoredWebhook,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
});
