import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { SignInAnswer } from './signing-in.ts';

/** Path of the page to which the provider of OpenID Connect sends people back. */
export const OPENID_CALLBACK_PATH = '/sign-in/openid';

export const MAX_NEXT_LENGTH = 1000;

/** `next`: the path to open after sign-in. */
export const BeginOpenIdSignIn = z.strictObject({
  next: z.optional(z.string().check(z.maxLength(MAX_NEXT_LENGTH))),
});

/** `query`: that of the callback page, with the response of the provider. */
export const CompleteOpenIdSignIn = z.strictObject({ query: z.string().check(z.maxLength(8000)) });

export const openIdEndpoints = deskEndpoints({
  /** The URL of the provider to go to; a cookie binds the sign-in to this browser. 404: there is no provider. */
  beginOpenIdSignIn: endpoint({
    method: 'POST',
    path: '/desk/session/openid',
    body: BeginOpenIdSignIn,
    reply: z.object({ url: z.string() }),
    success: 200,
    errors: [400, 403, 404, 429],
  }),
  /**
   * Signs in, and links the person's account at the provider the first time. 403 `openid-failed`, `mail-unverified`,
   * `mail-unknown`, `no-role`; 409 `linked-otherwise`, `last-partner`.
   */
  completeOpenIdSignIn: endpoint({
    method: 'POST',
    path: '/desk/session/openid/callback',
    body: CompleteOpenIdSignIn,
    reply: z.extend(SignInAnswer, { returnTo: z.nullable(z.string()) }),
    success: 200,
    errors: [400, 403, 404, 409, 429],
  }),
});
