import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { AdminMail } from '#contract/values.ts';

// What people do about an inquiry: Vitrina's own data, kept by AdminMail and sid; the interface knows nothing of it.

// decided: of what may be a sid, what `sidOf` can find: nothing that a server reads as part of a path.
export const Sid = z.string().check(z.regex(/^[\w.~-]{20,30}$/));

export const FollowUpParams = z.object({ adminMail: AdminMail, sid: Sid });
export const FollowUpAgencyParams = z.object({ adminMail: AdminMail });

/**
 * decided: a first touch makes a new inquiry `answered`, as nothing more is known then; that the buyer was reached
 * (`contacted`) somebody has to say.
 */
export const STATUSES = ['new', 'answered', 'contacted', 'appointment', 'won', 'lost'] as const;
export type Status = (typeof STATUSES)[number];

export const LOST_REASONS = [
  'no-answer',
  'price',
  'bought-elsewhere',
  'not-available',
  'finance',
  'other',
] as const;

/** How somebody turned to the buyer. A touch starts an answer; only a contact says that the buyer was reached. */
export const TOUCHES = ['call', 'mail', 'whatsapp'] as const;
/** `other`: somebody said that it was answered, and not how. */
export const ANSWERS = [...TOUCHES, 'other'] as const;

/** decided: a time that a calendar shows and a person can mean. */
const LATEST_SNOOZE = Date.parse('2100-01-01T00:00:00Z');

const By = z.object({ id: z.string(), name: z.string() });

/** Where an inquiry stands. Times are milliseconds since 1970. An inquiry that nobody touched has version 0. */
export const FollowUp = z.object({
  sid: z.string(),
  status: z.enum(STATUSES),
  lostReason: z.nullable(z.enum(LOST_REASONS)),
  claimedBy: z.nullable(By),
  /** It comes back at this time by itself. */
  snoozedUntil: z.nullable(z.number()),
  /** The first call, mail or message begun from here, or the first time somebody set the status `answered`. */
  firstTouch: z.nullable(z.object({ at: z.number(), by: By, how: z.enum(ANSWERS) })),
  /** The first time somebody said that the buyer was reached, by the status or a note. */
  firstContact: z.nullable(z.object({ at: z.number(), by: By })),
  notes: z.number(),
  version: z.number(),
  changedAt: z.nullable(z.number()),
});
export type FollowUp = z.infer<typeof FollowUp>;

const Change = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('status'),
    status: z.enum(STATUSES),
    lostReason: z.optional(z.nullable(z.enum(LOST_REASONS))),
  }),
  z.strictObject({
    kind: z.literal('snooze'),
    until: z.nullable(z.int().check(z.minimum(0), z.maximum(LATEST_SNOOZE))),
  }),
  z.strictObject({ kind: z.literal('claim'), claimed: z.boolean() }),
  /** To somebody who may already see the inquiry. */
  z.strictObject({
    kind: z.literal('hand-over'),
    to: z.string().check(z.maxLength(26)),
    note: z.optional(z.string().check(z.maxLength(2000))),
  }),
  z.strictObject({
    kind: z.literal('note'),
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(4000)),
    /** Whether it says that the buyer was reached. */
    contact: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('touch'),
    how: z.enum(TOUCHES),
    template: z.optional(z.uuid()),
  }),
  /**
   * Takes back an entry of the timeline: everything stands as without it; of a note the text stays. 409
   * `changed-meanwhile` once it is taken back already, or whatever it set (status, snooze, claim) was set again. An undo is
   * not taken back.
   */
  z.strictObject({ kind: z.literal('undo'), entry: z.uuid() }),
]);

/**
 * `id` is made by the browser, and is that of the timeline's entry: the same change again gives the same answer and
 * changes nothing. `version` as read: a change of status, snooze or claim made meanwhile is 409 `changed-meanwhile`;
 * notes, touches and undos are taken whatever the version.
 */
export const ChangeFollowUp = z.strictObject({ id: z.uuid(), version: z.int(), change: Change });
export type ChangeFollowUp = z.infer<typeof ChangeFollowUp>;

/** One thing that was done, newest first in a timeline. `address` is where it was done from. */
export const TimelineEntry = z.object({
  id: z.string(),
  at: z.number(),
  by: By,
  address: z.string(),
  change: Change,
  /** Who was handed it. */
  to: z.nullable(By),
  /** It was taken back; of a note the text stays. */
  undone: z.boolean(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** Entries in a page of a timeline. */
export const TIMELINE_PAGE = 30;

export const FollowUpDetail = z.object({
  followUp: FollowUp,
  /** A page: the newest entries, or those before the one that was asked for. */
  timeline: z.array(TimelineEntry),
  /** How many entries there are in all. */
  entries: z.number(),
});
export type FollowUpDetail = z.infer<typeof FollowUpDetail>;

/** `before`: the page of the timeline that comes before this entry. */
export const TimelineQuery = z.strictObject({ before: z.optional(z.uuid()) });

const Day = z.iso.date();

/**
 * Of the inquiries of a window, as the list of them is asked for (`inquiryWindow`); `snoozed`: of those that are put
 * off, whatever their age: they rest until a time to come, or are back and open, and nothing was done about them since.
 */
export const FollowUpsQuery = z.strictObject({
  desde: z.optional(Day),
  hasta: z.optional(Day),
  snoozed: z.optional(z.literal('1')),
});
export type FollowUpsQuery = z.infer<typeof FollowUpsQuery>;

export const FollowUps = z.object({
  followUps: z.array(FollowUp),
  /** Sids of those that the person opened. */
  seen: z.array(z.string()),
});
export type FollowUps = z.infer<typeof FollowUps>;

/** `operador`: the inquiry's OperadorResponsable. Who is shown their own inquiries only is there for those alone. */
export const ColleaguesQuery = z.strictObject({ operador: z.optional(z.string().check(z.maxLength(254))) });
export type ColleaguesQuery = z.infer<typeof ColleaguesQuery>;

/** Colleagues who may see an inquiry of an agency and work on it, and so can be handed it. */
export const Colleagues = z.object({ colleagues: z.array(By) });
export type Colleagues = z.infer<typeof Colleagues>;

export const followUpRows = {
  /** Of a window, of what rests or of the person's own: what somebody did something about, and what the person opened. 400: no window of the list. */
  listFollowUps: endpoint({
    method: 'GET',
    path: '/desk/follow-up/{adminMail}',
    params: FollowUpAgencyParams,
    query: FollowUpsQuery,
    reply: FollowUps,
    success: 200,
    errors: [400, 401, 403],
  }),
  viewFollowUp: endpoint({
    method: 'GET',
    path: '/desk/follow-up/{adminMail}/{sid}',
    params: FollowUpParams,
    query: TimelineQuery,
    reply: FollowUpDetail,
    success: 200,
    errors: [400, 401, 403, 404],
  }),
  /**
   * Answers with the newest page. 400 `change.to`: somebody who cannot be handed it. 404: the service shows no such
   * inquiry. 409 `changed-meanwhile`, `timeline-full`.
   */
  changeFollowUp: endpoint({
    method: 'POST',
    path: '/desk/follow-up/{adminMail}/{sid}/changes',
    params: FollowUpParams,
    body: ChangeFollowUp,
    reply: FollowUpDetail,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
  /** The person opened it; each has their own. */
  noteSeen: endpoint({
    method: 'PUT',
    path: '/desk/follow-up/{adminMail}/{sid}/seen',
    params: FollowUpParams,
    success: 204,
    errors: [401, 403, 404],
  }),
  listColleagues: endpoint({
    method: 'GET',
    path: '/desk/agencies/{adminMail}/colleagues',
    params: FollowUpAgencyParams,
    query: ColleaguesQuery,
    reply: Colleagues,
    success: 200,
    errors: [400, 401, 403],
  }),
} as const;
