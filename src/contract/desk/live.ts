import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

const adminMail = z.string();
const sid = z.string();

/** Who has an inquiry open at this moment. */
export const Looking = z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) });
export type Looking = z.infer<typeof Looking>;

/**
 * What `GET /desk/events` tells, `data` by its `event`: that something happened, to those who may read it. Nothing of a
 * buyer is in it. AdminMails are lower-case, sids upper-case.
 */
export const LIVE_EVENTS = {
  /** One arrived, or was sent again. */
  inquiry: z.object({ adminMail, sid }),
  /** It completed its registration. */
  agency: z.object({ adminMail }),
  /** Its settings were written or deleted from here. */
  webhook: z.object({ topic: z.string() }),
  /** `by`: the id of who did it. */
  'follow-up': z.object({ adminMail, sid, version: z.number(), by: z.string() }),
  looking: z.object({ adminMail, sid, people: Looking.shape.people }),
  /** More happened than is known, or rights changed: whatever is shown is to be read again. */
  reset: z.object({}),
  /**
   * Said when a stream begins, every 20 s, and when it changes: whether the service tells this console of inquiries. Where
   * it does not, pages ask. A page that hears none of it for longer than that has lost its stream.
   */
  pulse: z.object({ receiving: z.boolean() }),
} as const;
export type LiveKind = keyof typeof LIVE_EVENTS;
export type LiveData<Kind extends LiveKind> = z.infer<(typeof LIVE_EVENTS)[Kind]>;

/** How often a stream has a pulse. */
export const PULSE_MS = 20_000;

/** Where to go on, for whoever cannot send `Last-Event-ID`, which counts more. */
export const LiveQuery = z.strictObject({
  after: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
});

export const liveRows = {
  /**
   * `text/event-stream` of `LIVE_EVENTS`, from now on or after `Last-Event-ID`. It keeps no session alive and ends with it.
   * 429: the session has many already.
   */
  streamEvents: endpoint({
    method: 'GET',
    path: '/desk/events',
    query: LiveQuery,
    reply: z.string(),
    success: 200,
    errors: [400, 401, 403, 429],
  }),
} as const;
