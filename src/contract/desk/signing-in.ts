import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { Mail } from '#contract/values.ts';
import { Session } from './sessions.ts';

/** A password to verify, never trimmed; old ones may be shorter than `NewPassword` allows. */
export const CurrentPassword = z.string().check(z.minLength(1), z.maxLength(512));

export const SignIn = z.strictObject({ mail: Mail, password: CurrentPassword });
export type SignIn = z.infer<typeof SignIn>;

/** Second factors besides recovery codes: the code of an authenticator app, or a passkey. */
export const SECOND_FACTORS = ['code', 'passkey'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/**
 * Next step after a valid password or link: signed `in`, second factor, or its required setup. Only `in` has a session;
 * the cookie of the other steps is only valid for that step.
 */
export const SignInAnswer = z.object({
  next: z.enum(['in', 'second-factor', 'set-up-second-factor']),
  session: z.nullable(Session),
  /** Those that the person has, if one is next. */
  secondFactors: z.array(z.enum(SECOND_FACTORS)),
});
export type SignInAnswer = z.infer<typeof SignInAnswer>;

/** Six digits of the authenticator, or a recovery code; spaces and dashes are ignored. */
export const SecondFactorProof = z.strictObject({
  code: z.string().check(z.trim(), z.minLength(6), z.maxLength(40)),
});
export type SecondFactorProof = z.infer<typeof SecondFactorProof>;

export const signInEndpoints = deskEndpoints({
  signIn: endpoint({
    method: 'POST',
    path: '/desk/session',
    body: SignIn,
    reply: SignInAnswer,
    success: 200,
    errors: [400, 401, 403, 429],
  }),
  /** Requires the cookie of the password step. 401 `wrong-code`; after five of them the password is required again. */
  proveSecondFactor: endpoint({
    method: 'POST',
    path: '/desk/session/second-factor',
    body: SecondFactorProof,
    reply: SignInAnswer,
    success: 200,
    errors: [400, 401, 403, 409, 429],
  }),
});
