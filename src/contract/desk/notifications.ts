import * as z from 'zod/mini';
import { boundedArray } from '#contract/bounded-array.ts';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { AdminMail } from '#contract/values.ts';

// Mails and notices that the gateway sends by itself: the daily digest, and the alarm of late inquiries.

/** decided: more messages than a handful; fewer are late now and then, and are found by the sweep. */
export const MAX_MISSED_PER_HOUR = 5;

const id = z.string().check(z.maxLength(26));

/** Languages of mails. */
export const LANGUAGES = ['es', 'en'] as const;

/** A person's daily mail with yesterday's figures; `hour` of the day in the service's time zone. */
export const Digest = z.strictObject({
  on: z.boolean(),
  hour: z.int().check(z.minimum(0), z.maximum(23)),
  language: z.enum(LANGUAGES),
});
export type Digest = z.infer<typeof Digest>;

/** null: never set; it is off by default. */
export const SavedDigest = z.object({ digest: z.nullable(Digest) });
export type SavedDigest = z.infer<typeof SavedDigest>;

export const LateAlarmParams = z.object({ adminMail: AdminMail });

// decided: at most a working week of 40 hours after the due time.
const MAX_ALARM_MINUTES = 2400;

/**
 * Recipients who are notified when an inquiry of an agency is still waiting some open minutes after its due
 * time.
 */
export const LateAlarm = z
  .strictObject({
    on: z.boolean(),
    minutes: z.int().check(z.minimum(0), z.maximum(MAX_ALARM_MINUTES)),
    /** Ids of sellers of the agency, and of partners. */
    recipients: boundedArray(id, { max: 50 }),
    /** True if a mail is sent too; the console shows the notice in any case. */
    mail: z.boolean(),
  })
  .check(
    z.refine(({ on, recipients }) => !on || recipients.length > 0, {
      path: ['recipients'],
      error: 'nobody',
    }),
  );
export type LateAlarm = z.infer<typeof LateAlarm>;

const Recipient = z.object({ id: z.string(), name: z.string(), mail: z.string() });
export type Recipient = z.infer<typeof Recipient>;

/** `q`: part of the name or mail of people who can be chosen. */
export const LateAlarmQuery = z.strictObject({ q: z.optional(z.string().check(z.maxLength(100))) });
export type LateAlarmQuery = z.infer<typeof LateAlarmQuery>;

/** decided: more people than this are looked for by name or mail. */
export const RECIPIENTS_PAGE = 50;

/** Version 0: never set. */
export const AgencyLateAlarm = z.object({
  alarm: LateAlarm,
  version: z.number(),
  /** The recipients and the first selectable people that match, sorted by name. */
  people: z.array(Recipient),
  /** Further people match. */
  more: z.boolean(),
});
export type AgencyLateAlarm = z.infer<typeof AgencyLateAlarm>;

/** `version` is the one read: an outdated one is 409 `changed-meanwhile`, except for the same alarm (idempotent). */
export const SetLateAlarm = z.strictObject({ alarm: LateAlarm, version: z.int() });
export type SetLateAlarm = z.infer<typeof SetLateAlarm>;

/** A person's own: whether they are told by mail and by a notice that messages do not arrive. On by default. */
export const WebhookAlarm = z.strictObject({ on: z.boolean() });
export type WebhookAlarm = z.infer<typeof WebhookAlarm>;

export const notificationEndpoints = deskEndpoints({
  /** The signed-in person's own. */
  viewDigest: endpoint({
    method: 'GET',
    path: '/desk/me/digest',
    reply: SavedDigest,
    success: 200,
    errors: [401],
  }),
  setDigest: endpoint({
    method: 'PUT',
    path: '/desk/me/digest',
    body: Digest,
    success: 204,
    errors: [400, 401],
  }),
  viewWebhookAlarm: endpoint({
    method: 'GET',
    path: '/desk/me/webhook-alarm',
    reply: WebhookAlarm,
    success: 200,
    errors: [401, 403],
  }),
  setWebhookAlarm: endpoint({
    method: 'PUT',
    path: '/desk/me/webhook-alarm',
    body: WebhookAlarm,
    success: 204,
    errors: [400, 401, 403],
  }),
  viewLateAlarm: endpoint({
    method: 'GET',
    path: '/desk/late-alarms/{adminMail}',
    params: LateAlarmParams,
    query: LateAlarmQuery,
    reply: AgencyLateAlarm,
    success: 200,
    errors: [400, 401, 403, 404],
  }),
  /** 400 `alarm.recipients.{index}`: nobody who can be chosen. 409 `changed-meanwhile`. */
  setLateAlarm: endpoint({
    method: 'PUT',
    path: '/desk/late-alarms/{adminMail}',
    params: LateAlarmParams,
    body: SetLateAlarm,
    reply: AgencyLateAlarm,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
});
