import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Mail } from '#contract/values.ts';
import { NewPassword } from './passwords.ts';
import { SignInAnswer } from './signing-in.ts';

// Links are sent by mail, `/welcome/{token}` and `/recover/{token}`; the token goes in a body, never in an address that
// is asked of the gateway, so no log and no history of addresses holds it.

const Token = z.string().check(z.minLength(1), z.maxLength(100));

export const AskRecovery = z.strictObject({ mail: Mail });
export type AskRecovery = z.infer<typeof AskRecovery>;

export const LinkToken = z.strictObject({ token: Token });
export type LinkToken = z.infer<typeof LinkToken>;

/** Whom a link is for; 404 when it was used, is too old, was replaced by a later one, or never existed. */
export const Link = z.object({
  kind: z.enum(['invitation', 'recovery']),
  mail: z.string(),
  name: z.string(),
});
export type Link = z.infer<typeof Link>;

export const UseLink = z.strictObject({ token: Token, password: NewPassword });
export type UseLink = z.infer<typeof UseLink>;

/** For whoever has the link. */
export const linkRows = {
  /** Answers the same, after the same time, whether or not there is such a person. */
  askRecovery: endpoint({
    method: 'POST',
    path: '/desk/recoveries',
    body: AskRecovery,
    success: 202,
    errors: [400, 403, 429],
  }),
  viewLink: endpoint({
    method: 'POST',
    path: '/desk/links/view',
    body: LinkToken,
    reply: Link,
    success: 200,
    errors: [400, 403, 404, 429],
  }),
  /** Sets the password, ends every session of the person and goes on as after a right password. */
  useLink: endpoint({
    method: 'POST',
    path: '/desk/links/use',
    body: UseLink,
    reply: SignInAnswer,
    success: 200,
    errors: [400, 403, 404, 429],
  }),
} as const;
