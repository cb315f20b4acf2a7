import * as z from 'zod/mini';
import { Mail } from '#contract/values.ts';

export const ROLES = ['seller', 'partner', 'support'] as const;
export type Role = (typeof ROLES)[number];

/** A password to be judged: as typed, never trimmed; old ones may be shorter than what is asked of new ones. */
export const GivenPassword = z.string().check(z.minLength(1), z.maxLength(512));

/** What the person types to sign in. */
export const SignIn = z.strictObject({ mail: Mail, password: GivenPassword });
export type SignIn = z.infer<typeof SignIn>;

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

/**
 * What comes after a right password or link: `in`, the second factor, or setting one up where that is required.
 * Only `in` has a session; the cookie of the others is good for that step and nothing else.
 */
export const SignInAnswer = z.object({
  next: z.enum(['in', 'second-factor', 'set-up-second-factor']),
  session: z.nullable(Session),
});
export type SignInAnswer = z.infer<typeof SignInAnswer>;

/** Six digits of the authenticator, or one of the recovery codes; spaces and dashes do not count. */
export const SecondFactorProof = z.strictObject({
  code: z.string().check(z.trim(), z.minLength(6), z.maxLength(40)),
});
export type SecondFactorProof = z.infer<typeof SecondFactorProof>;

/** One of a person's sessions. Times are milliseconds since 1970. */
export const OpenSession = z.object({
  id: z.string(),
  createdAt: z.number(),
  seenAt: z.number(),
  /** Network address it was last used from. */
  address: z.string(),
  /** `User-Agent` of the browser, at most 200 characters. */
  userAgent: z.string(),
  current: z.boolean(),
});
export const OpenSessions = z.object({ sessions: z.array(OpenSession) });
export type OpenSession = z.infer<typeof OpenSession>;

export const SessionParams = z.object({ id: z.string().check(z.regex(/^\w{1,64}$/)) });
