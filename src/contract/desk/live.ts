import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';

const adminMail = z.string();
const sid = z.string();

/** People who have an inquiry open now (presence). */
export const Looking = z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) });
export type Looking = z.infer<typeof Looking>;

/**
 * Server-sent events of `GET /desk/events`: schema of `data` by `event`. People only get events of what they may read;
 * events contain no data of buyers. AdminMails are lower-case, sids upper-case.
 */
export const LIVE_EVENTS = {
  /** An inquiry arrived or was resent. */
  inquiry: z.object({ adminMail, sid }),
  /** An agency completed its registration. */
  agency: z.object({ adminMail }),
  /** The webhook of a topic was changed or deleted by the console. */
  webhook: z.object({ topic: z.string() }),
  /** A follow-up changed. `by`: id of the person. */
  'follow-up': z.object({ adminMail, sid, version: z.number(), by: z.string() }),
  /** A job changed the follow-up of these inquiries. */
  'follow-ups': z.object({ inquiries: z.array(z.object({ adminMail, sid })), by: z.string() }),
  /** An inquiry is late and nobody answered it; `to`: ids of the people who are notified. Others do not get the event. */
  late: z.object({ adminMail, sid, to: z.array(z.string()) }),
  /** A note mentions people: `to` has their ids, `by` the author's name. Others do not get the event. */
  mention: z.object({ adminMail, sid, entry: z.string(), by: z.string(), to: z.array(z.string()) }),
  /** Somebody is reminded of an inquiry that waits; members as above. */
  nudge: z.object({ adminMail, sid, entry: z.string(), by: z.string(), to: z.array(z.string()) }),
  /** Messages of `count` inquiries were missed since a time; `to`: ids of the people who are notified. */
  missed: z.object({ count: z.number(), since: z.number(), to: z.array(z.string()) }),
  /** The canary failed `count` times in a row since a time; `to` as above. */
  canary: z.object({ count: z.number(), since: z.number(), to: z.array(z.string()) }),
  /** Messages are refused for a reason for which none were, or somebody said whether they know of it. */
  incident: z.object({}),
  /** A job began, went on or ended. `by`: id of the person. Others than partner admins get only their own. */
  job: z.object({ id: z.string(), by: z.string() }),
  looking: z.object({ adminMail, sid, people: Looking.shape.people }),
  /** Events were missed or permissions changed: the page must refetch everything. */
  reset: z.object({}),
  /**
   * Heartbeat: at the start, every 20 s, and on change. `receiving`: whether webhooks arrive; if not, pages poll. A page
   * without a pulse for longer has lost its stream.
   */
  pulse: z.object({ receiving: z.boolean() }),
} as const;
export type LiveKind = keyof typeof LIVE_EVENTS;
export type LiveData<Kind extends LiveKind> = z.infer<(typeof LIVE_EVENTS)[Kind]>;
export type LiveEvent = { [Kind in LiveKind]: { kind: Kind; data: LiveData<Kind> } }[LiveKind];

export const PULSE_INTERVAL_MS = 20_000;

/** `after`: id of the last event, for clients that cannot send `Last-Event-ID`, which has precedence. */
export const LiveQuery = z.strictObject({
  after: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
});

export const liveEndpoints = deskEndpoints({
  /**
   * `text/event-stream` of `LIVE_EVENTS`, from now or after `Last-Event-ID`. It does not keep the session alive and ends
   * with it. 429: too many streams of the session.
   */
  streamEvents: endpoint({
    method: 'GET',
    path: '/desk/events',
    query: LiveQuery,
    reply: z.string(),
    success: 200,
    errors: [400, 401, 403, 429],
  }),
});
