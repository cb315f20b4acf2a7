import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';

/** Sessions of a person at the same time; one more ends the least recently used one. */
// decided: more than one person's browsers and devices.
export const MAX_SESSIONS = 20;

/** A session of the person. Times are ms since 1970. */
export const OpenSession = z.object({
  id: z.string(),
  createdAt: z.number(),
  seenAt: z.number(),
  /** Network address of the last request. */
  address: z.string(),
  /** `User-Agent` of the browser, at most 200 characters. */
  userAgent: z.string(),
  current: z.boolean(),
});
export const OpenSessions = z.object({ sessions: z.array(OpenSession) });
export type OpenSession = z.infer<typeof OpenSession>;

export const SessionParams = z.object({ id: z.string().check(z.regex(/^\w{1,64}$/)) });

export const openSessionEndpoints = deskEndpoints({
  listSessions: endpoint({
    method: 'GET',
    path: '/desk/sessions',
    reply: OpenSessions,
    success: 200,
    errors: [401],
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/desk/sessions/{id}',
    params: SessionParams,
    success: 204,
    errors: [401, 403, 404],
  }),
});
