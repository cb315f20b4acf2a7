import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { NewPassword } from './passwords.ts';
import { ROLES } from './sessions.ts';
import { GivenPassword, SecondFactorProof } from './signing-in.ts';

/** The person who is signed in, to themselves. */
export const Me = z.object({
  mail: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  secondFactor: z.object({
    on: z.boolean(),
    /** The configuration asks it of this role: it cannot be removed. */
    required: z.boolean(),
    recoveryCodesLeft: z.number(),
  }),
});
export type Me = z.infer<typeof Me>;

/** Every session of the person ends; the answer opens one for the browser that asked. */
export const ChangePassword = z.strictObject({ current: GivenPassword, password: NewPassword });
export type ChangePassword = z.infer<typeof ChangePassword>;

/** Who changes the second factor shows the password again; setting one up as part of signing in needs none. */
export const ProvePassword = z.strictObject({ password: z.optional(GivenPassword) });
export type ProvePassword = z.infer<typeof ProvePassword>;

/** A second factor about to be set up: kept once a code of it was shown. */
export const NewSecondFactor = z.object({
  /** Base32, for typing. */
  secret: z.string(),
  /** `otpauth://totp/…`, for the QR code. */
  uri: z.string(),
});
export type NewSecondFactor = z.infer<typeof NewSecondFactor>;

/** Shown once: each opens the account once instead of the authenticator. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const meRows = {
  viewMe: endpoint({ method: 'GET', path: '/desk/me', reply: Me, success: 200, errors: [401] }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/desk/me/password',
    body: ChangePassword,
    success: 204,
    errors: [400, 401, 403, 429],
  }),
  beginSecondFactor: endpoint({
    method: 'POST',
    path: '/desk/me/second-factor',
    body: ProvePassword,
    reply: NewSecondFactor,
    success: 200,
    errors: [400, 401, 403, 409, 429],
  }),
  /** Shows a code of the new one, which holds from now on; the session of somebody signing in is then whole. */
  confirmSecondFactor: endpoint({
    method: 'PUT',
    path: '/desk/me/second-factor',
    body: SecondFactorProof,
    reply: RecoveryCodes,
    success: 200,
    errors: [400, 401, 403, 409, 429],
  }),
  removeSecondFactor: endpoint({
    method: 'POST',
    path: '/desk/me/second-factor/removal',
    body: ProvePassword,
    success: 204,
    errors: [400, 401, 403, 409, 429],
  }),
  /** The former ones are dead. */
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/desk/me/recovery-codes',
    body: ProvePassword,
    reply: RecoveryCodes,
    success: 200,
    errors: [400, 401, 403, 409, 429],
  }),
} as const;
