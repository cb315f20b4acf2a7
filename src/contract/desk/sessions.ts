import * as z from 'zod/mini';
import { Mail } from '#contract/values.ts';

export const ROLES = ['seller', 'partner', 'support'] as const;
export type Role = (typeof ROLES)[number];

/** What the person types to sign in. The password is sent as typed, never trimmed. */
export const SignIn = z.strictObject({
  mail: Mail,
  password: z.string().check(z.minLength(1), z.maxLength(512)),
});
export type SignIn = z.infer<typeof SignIn>;

/** Who is signed in and what the console needs to know before its first row. */
export const Session = z.object({
  person: z.object({ mail: z.string(), name: z.string(), role: z.enum(ROLES) }),
  /** AdminMail of the agencies the person is bound to; null: all of the app's. */
  agencies: z.nullable(z.array(z.string())),
  /** The agency whose inbox the person opened last. */
  lastAgency: z.nullable(z.string()),
  /** Names of the v3 endpoints that the person may call. */
  may: z.array(z.string()),
  /** Zone of the service's calendar days (SERVICE_TIME_ZONE). */
  timeZone: z.string(),
});
export type Session = z.infer<typeof Session>;
