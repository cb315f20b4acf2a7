import * as z from 'zod/mini';
import type { Role } from '#contract/desk/sessions.ts';
import { lookUp } from '#contract/look-up.ts';
import { Mail } from '#contract/values.ts';
import type { OpenIdConfig } from '#gateway/config.ts';
import type { OpenIdAccount } from '#gateway/sessions/start-session.ts';

/** Verified members of an ID token, and of what the provider adds to it. */
export type Claims = Readonly<Record<string, unknown>>;

const Account = z.object({
  iss: z.string(),
  sub: z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^\P{C}+$/u)),
});
const VerifiedMail = z.object({ email: Mail, email_verified: z.literal(true) });

/** The account that a sign-in is for; undefined: its subject cannot be stored. */
export function getAccount(claims: Claims): OpenIdAccount | undefined {
  const { data } = Account.safeParse(claims);
  return data && { issuer: data.iss, subject: data.sub };
}

/** The mail of an account, if the provider says that it has verified it. A provider that says nothing has not. */
export function getVerifiedMail(claims: Claims): string | undefined {
  return VerifiedMail.safeParse(claims).data?.email;
}

/** The role by a claim that is a text or a list of texts: that of the first value of the configuration that it has. */
export function getRole(
  claims: Claims,
  { claim, byValue }: NonNullable<OpenIdConfig['roles']>,
): Role | undefined {
  const values = new Set([lookUp(claims, claim)].flat());
  return [...byValue].find(([value]) => values.has(value))?.[1];
}
