import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Mail } from '#contract/values.ts';
import { Session } from './sessions.ts';

/** A password to be judged: as typed, never trimmed; old ones may be shorter than what is asked of new ones. */
export const GivenPassword = z.string().check(z.minLength(1), z.maxLength(512));

/** What the person types to sign in. */
export const SignIn = z.strictObject({ mail: Mail, password: GivenPassword });
export type SignIn = z.infer<typeof SignIn>;

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

export const signInRows = {
  signIn: endpoint({
    method: 'POST',
    path: '/desk/session',
    body: SignIn,
    reply: SignInAnswer,
    success: 200,
    errors: [400, 401, 403, 429],
  }),
  /** After the password, while the cookie says so. 401 `wrong-code`; after five of those the password is asked again. */
  proveSecondFactor: endpoint({
    method: 'POST',
    path: '/desk/session/second-factor',
    body: SecondFactorProof,
    reply: SignInAnswer,
    success: 200,
    errors: [400, 401, 403, 409, 429],
  }),
} as const;
