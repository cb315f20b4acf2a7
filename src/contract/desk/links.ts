import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { Mail } from '#contract/values.ts';
import { NewPassword } from './passwords.ts';
import { SignInAnswer } from './signing-in.ts';

// Links in mails are `/welcome/{token}` and `/recover/{token}`. Calls send the token in the body: no log contains it.

const Token = z.string().check(z.minLength(1), z.maxLength(100));

export const RequestRecovery = z.strictObject({ mail: Mail });
export type RequestRecovery = z.infer<typeof RequestRecovery>;

export const LinkToken = z.strictObject({ token: Token });
export type LinkToken = z.infer<typeof LinkToken>;

/** Person that a link is for; 404 if it was used, expired, was replaced or never existed. */
export const LinkInfo = z.object({
  kind: z.enum(['invitation', 'recovery']),
  mail: z.string(),
  name: z.string(),
});
export type LinkInfo = z.infer<typeof LinkInfo>;

export const UseLink = z.strictObject({ token: Token, password: NewPassword });
export type UseLink = z.infer<typeof UseLink>;

/** Endpoints without a session, authorized by the token. */
export const linkEndpoints = deskEndpoints({
  /** The reply and its timing do not reveal whether the person exists. */
  requestRecovery: endpoint({
    method: 'POST',
    path: '/desk/recoveries',
    body: RequestRecovery,
    success: 202,
    errors: [400, 403, 429],
  }),
  viewLink: endpoint({
    method: 'POST',
    path: '/desk/links/view',
    body: LinkToken,
    reply: LinkInfo,
    success: 200,
    errors: [400, 403, 404, 429],
  }),
  /** Sets the password, ends every session of the person and continues as after sign-in with a password. */
  useLink: endpoint({
    method: 'POST',
    path: '/desk/links/use',
    body: UseLink,
    reply: SignInAnswer,
    success: 200,
    errors: [400, 403, 404, 429],
  }),
});
