import { ROLES } from '#contract/desk/sessions.ts';
import type { OpenIdConfig } from '#gateway/config.ts';
import { isLoopback } from '#http/is-loopback.ts';
import type { Settings } from './settings.ts';

/** The provider of OpenID Connect; undefined: there is none. */
export function createOpenIdConfig(settings: Settings): OpenIdConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = settings;
  if (!issuer || !clientId || !clientSecret) return undefined;
  const { OIDC_ROLE_CLAIM: claim, OIDC_ROLES = ROLES.map((role) => [role, role] as const) } = settings;
  return {
    issuer,
    clientId,
    clientSecret,
    name: settings.OIDC_NAME ?? new URL(issuer).hostname,
    isOnly: settings.OIDC_ONLY ?? false,
    roles: claim ? { claim, byValue: new Map(OIDC_ROLES) } : undefined,
  };
}

export function findOpenIdProblems(settings: Settings): string[] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ROLE_CLAIM, OIDC_ROLES } = settings;
  const count = [OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET].filter(Boolean).length;
  const problems: string[] = [];
  if (count > 0 && count < 3)
    problems.push('OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET: set all of them or none');
  if (count === 0 && (settings.OIDC_ONLY || OIDC_ROLE_CLAIM))
    problems.push('OIDC_ONLY, OIDC_ROLE_CLAIM: they need OIDC_ISSUER, the provider by which people sign in');
  if (OIDC_ROLES && !OIDC_ROLE_CLAIM)
    problems.push('OIDC_ROLES: OIDC_ROLE_CLAIM must name the claim that has these values');
  if (OIDC_ISSUER && !OIDC_ISSUER.startsWith('https:') && !isLoopback(new URL(OIDC_ISSUER).hostname))
    problems.push(`OIDC_ISSUER: off loopback it must be https (it is ${OIDC_ISSUER})`);
  return problems;
}
