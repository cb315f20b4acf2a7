import * as z from 'zod/mini';
import { boundedArray } from '#contract/bounded-array.ts';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { ProvePassword, RecoveryCodes } from './me.ts';
import { SignInAnswer } from './signing-in.ts';

/** Bytes as Web Authentication writes them in JSON. */
const base64Url = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]+$/));

/** Authenticators make ids of at most 1,023 bytes. */
const CredentialId = base64Url(1364);

/** Options of `navigator.credentials`, as Web Authentication defines them in JSON. */
export const PasskeyOptions = z.record(z.string(), z.unknown());
export type PasskeyOptions = z.infer<typeof PasskeyOptions>;

/** `RegistrationResponseJSON` of Web Authentication, without the members that are not verified. */
const PasskeyRegistration = z.object({
  id: CredentialId,
  response: z.object({
    clientDataJSON: base64Url(4000),
    attestationObject: base64Url(20_000),
    /** Ways to reach the authenticator, which the browser gets back as a hint. */
    transports: z.optional(boundedArray(z.string().check(z.regex(/^[a-z-]{1,20}$/)), { max: 10 })),
  }),
});
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>;

/** `AuthenticationResponseJSON` of Web Authentication, without the members that are not verified. */
export const PasskeyAssertion = z.object({
  id: CredentialId,
  response: z.object({
    clientDataJSON: base64Url(4000),
    authenticatorData: base64Url(4000),
    signature: base64Url(8000),
    /** Id of the person; a security key that is no passkey by itself sends none. */
    userHandle: z.optional(base64Url(100)),
  }),
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

export const MAX_PASSKEY_NAME_LENGTH = 60;

export const AddPasskey = z.strictObject({
  name: z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(MAX_PASSKEY_NAME_LENGTH),
    z.refine((name) => !/\p{Cc}/u.test(name) && name.isWellFormed()),
  ),
  credential: PasskeyRegistration,
});
export type AddPasskey = z.infer<typeof AddPasskey>;

export const ProvePasskey = z.strictObject({ credential: PasskeyAssertion });
export type ProvePasskey = z.infer<typeof ProvePasskey>;

const PasskeyParams = z.object({ id: z.string().check(z.regex(/^\w{1,64}$/)) });

/**
 * A cookie binds the challenge of the options to the browser; it can be answered once. 403 `passkey-failed`: the answer
 * could not be verified. 404: browsers have no passkeys for PUBLIC_URL.
 */
export const passkeyEndpoints = deskEndpoints({
  /** Signs in with a passkey alone, of anybody. With OIDC_ONLY 403 `passwords-off`. */
  beginPasskeySignIn: endpoint({
    method: 'POST',
    path: '/desk/session/passkey/options',
    reply: PasskeyOptions,
    success: 200,
    errors: [403, 404],
  }),
  completePasskeySignIn: endpoint({
    method: 'POST',
    path: '/desk/session/passkey',
    body: ProvePasskey,
    reply: SignInAnswer,
    success: 200,
    errors: [400, 403, 404, 429],
  }),
  /** Requires the cookie of the password step. 409 `not-set-up` for somebody without passkeys. */
  beginPasskeyProof: endpoint({
    method: 'POST',
    path: '/desk/session/second-factor/passkey/options',
    reply: PasskeyOptions,
    success: 200,
    errors: [401, 403, 404, 409],
  }),
  /** After five refusals the password is required again. */
  provePasskey: endpoint({
    method: 'POST',
    path: '/desk/session/second-factor/passkey',
    body: ProvePasskey,
    reply: SignInAnswer,
    success: 200,
    errors: [400, 401, 403, 404, 409, 429],
  }),
  /** 409 `too-many-saved` beyond `MAX_PASSKEYS`. */
  beginPasskey: endpoint({
    method: 'POST',
    path: '/desk/me/passkeys/options',
    body: ProvePassword,
    reply: PasskeyOptions,
    success: 200,
    errors: [400, 401, 403, 404, 409, 429],
  }),
  /**
   * Ends the person's other sessions; during sign-in this also starts the full session. Recovery codes are in the reply
   * of a person who had none.
   */
  addPasskey: endpoint({
    method: 'POST',
    path: '/desk/me/passkeys',
    body: AddPasskey,
    reply: RecoveryCodes,
    success: 201,
    errors: [400, 401, 403, 404, 409],
  }),
  /** Ends the person's other sessions. 409 `second-factor-required` for the last second factor of a role that needs one. */
  removePasskey: endpoint({
    method: 'POST',
    path: '/desk/me/passkeys/{id}/removal',
    params: PasskeyParams,
    body: ProvePassword,
    success: 204,
    errors: [400, 401, 403, 404, 409, 429],
  }),
});
