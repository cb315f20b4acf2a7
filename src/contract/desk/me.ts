import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { NewPassword } from './passwords.ts';
import { ROLES } from './sessions.ts';
import { CurrentPassword, SecondFactorProof } from './signing-in.ts';

/** Passkeys of a person. decided: more than one person's devices and security keys. */
export const MAX_PASSKEYS = 10;

/** A passkey of the person. Times are ms since 1970. */
export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.number(),
  /** null: not used yet. */
  usedAt: z.nullable(z.number()),
});
export type Passkey = z.infer<typeof Passkey>;

/** The signed-in person's account. */
export const Me = z.object({
  mail: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  /** False: the person signs in by OpenID Connect only. */
  hasPassword: z.boolean(),
  secondFactor: z.object({
    /** True if an authenticator app is set up. */
    on: z.boolean(),
    /** Required for the role (REQUIRE_SECOND_FACTOR): it cannot be removed. */
    required: z.boolean(),
    recoveryCodesLeft: z.number(),
  }),
  /** Oldest first. */
  passkeys: z.array(Passkey),
});
export type Me = z.infer<typeof Me>;

/** Ends every session of the person; the reply starts a new one. */
export const ChangePassword = z.strictObject({ current: CurrentPassword, password: NewPassword });
export type ChangePassword = z.infer<typeof ChangePassword>;

/** Changes of the second factor need the password, except its setup during sign-in. */
export const ProvePassword = z.strictObject({ password: z.optional(CurrentPassword) });
export type ProvePassword = z.infer<typeof ProvePassword>;

/** A new second factor, saved once it is confirmed with a code. */
export const NewSecondFactor = z.object({
  /** Base32, for typing. */
  secret: z.string(),
  /** `otpauth://totp/…`, for the QR code. */
  uri: z.string(),
});
export type NewSecondFactor = z.infer<typeof NewSecondFactor>;

/** Single-use codes that replace the authenticator; shown once. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const meEndpoints = deskEndpoints({
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
  /** Confirms and saves the new second factor; during sign-in this also starts the full session. */
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
  /** Invalidates the previous codes. */
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/desk/me/recovery-codes',
    body: ProvePassword,
    reply: RecoveryCodes,
    success: 200,
    errors: [400, 401, 403, 409, 429],
  }),
});
