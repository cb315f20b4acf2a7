import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';

export const ROLES = ['seller', 'partner', 'support'] as const;
export type Role = (typeof ROLES)[number];

/** The signed-in person, and what the console needs for its first render. */
export const Session = z.object({
  person: z.object({ id: z.string(), mail: z.string(), name: z.string(), role: z.enum(ROLES) }),
  /** AdminMails of the person's agencies; null: all of the app. */
  agencies: z.nullable(z.array(z.string())),
  /** Agencies where the person only sees their own inquiries. */
  ownInquiriesIn: z.array(z.string()),
  /** The agency whose inbox the person opened last. */
  lastAgency: z.nullable(z.string()),
  /** Names of the endpoints of `v3` and `desk` that the person may call, and of their other rights. */
  may: z.array(z.string()),
  /** Time zone of the service's calendar days (SERVICE_TIME_ZONE). */
  timeZone: z.string(),
  /** Media type of the reference form (brief 4.1), with the vendor of the service. */
  referenceType: z.string(),
  /** True if the service uses `REGIONS`, which only the embedded one does. */
  regionsKnown: z.boolean(),
  /** True on a copy of another installation's data, which sends nothing and changes nothing at the service. */
  isHeld: z.boolean(),
  /** Remaining time without activity, ms: the lesser of idle and absolute timeout. */
  endsInMs: z.number(),
  /** Remaining time until the absolute timeout, ms. */
  endsAtLatestInMs: z.number(),
});
export type Session = z.infer<typeof Session>;

/** Separate from `signInEndpoints` to keep the first screen's bundle small. */
export const sessionEndpoints = deskEndpoints({
  viewSession: endpoint({
    method: 'GET',
    path: '/desk/session',
    reply: Session,
    success: 200,
    errors: [401],
  }),
  /** `url`: of the provider by which the person signed in, to sign out there too; null: they are signed out. */
  signOut: endpoint({
    method: 'DELETE',
    path: '/desk/session',
    reply: z.object({ url: z.nullable(z.string()) }),
    success: 200,
    errors: [403],
  }),
});
