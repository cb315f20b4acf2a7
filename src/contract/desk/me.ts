import * as z from 'zod/mini';
import { NewPassword } from './passwords.ts';
import { GivenPassword, ROLES } from './sessions.ts';

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
