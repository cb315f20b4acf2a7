import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

export const ROLES = ['seller', 'partner', 'support'] as const;
export type Role = (typeof ROLES)[number];

/** Who is signed in and what the console needs to know before its first row. */
export const Session = z.object({
  person: z.object({ id: z.string(), mail: z.string(), name: z.string(), role: z.enum(ROLES) }),
  /** AdminMail of the agencies the person is bound to; null: all of the app's. */
  agencies: z.nullable(z.array(z.string())),
  /** Those of them where the person is shown their own inquiries only. */
  ownInquiriesIn: z.array(z.string()),
  /** The agency whose inbox the person opened last. */
  lastAgency: z.nullable(z.string()),
  /** Names of the endpoints, of both tables, that the person may call. */
  may: z.array(z.string()),
  /** Zone of the service's calendar days (SERVICE_TIME_ZONE). */
  timeZone: z.string(),
  /** Whether the service's regions are those of our table: it is the embedded one. */
  regionsKnown: z.boolean(),
  /** Until the session ends if nothing is done, milliseconds: the nearer of idle and absolute time. */
  endsInMs: z.number(),
  /** Until it ends whatever is done, milliseconds. */
  endsAtLatestInMs: z.number(),
});
export type Session = z.infer<typeof Session>;

/** Carried by the first screen: what else belongs to signing in has files of its own. */
export const sessionRows = {
  viewSession: endpoint({
    method: 'GET',
    path: '/desk/session',
    reply: Session,
    success: 200,
    errors: [401],
  }),
  signOut: endpoint({ method: 'DELETE', path: '/desk/session', success: 204, errors: [403] }),
} as const;
