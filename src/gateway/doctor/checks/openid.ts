import type { Text } from '#contract/desk/doctor.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';
import { findCertificateProblems } from '#gateway/doctor/find-certificate-problems.ts';
import type { OpenIdFault } from '#gateway/openid/provider.ts';

const FAULTS: Record<OpenIdFault, Text> = {
  unreachable: { es: 'no responde', en: 'does not reply' },
  metadata: {
    es: 'no tiene un documento de descubrimiento que se entienda',
    en: 'has no discovery document that can be read',
  },
  issuer: {
    es: 'dice ser otro emisor que OIDC_ISSUER',
    en: 'says that it is another issuer than OIDC_ISSUER',
  },
  credentials: {
    es: 'no acepta OIDC_CLIENT_ID con OIDC_CLIENT_SECRET',
    en: 'does not accept OIDC_CLIENT_ID with OIDC_CLIENT_SECRET',
  },
};

export const openId: Check = {
  id: 'openid',
  everyMs: 15 * MINUTE_MS,
  severity: 'error',
  retries: 2,
  applies: (config) => config.openId !== undefined,
  title: { es: 'Se puede entrar por OpenID Connect', en: 'People can sign in by OpenID Connect' },
  why: {
    es: 'Quien entra por el proveedor no puede hacerlo de otra manera.',
    en: 'Who signs in by the provider has no other way in.',
  },
  run: async ({ machine, config, openId: provider }) => {
    const issuer = config.openId?.issuer;
    if (!provider || issuer === undefined) return [];
    const certificate = issuer.startsWith('https:') ? await findCertificateProblems(machine, issuer) : [];
    const found = await provider.findFault();
    if (!found) return certificate;
    const { es, en } = FAULTS[found.fault];
    return [
      ...certificate,
      {
        es: `El proveedor ${issuer} ${es}: ${found.reason}`,
        en: `The provider ${issuer} ${en}: ${found.reason}`,
      },
    ];
  },
  remedy: {
    text: {
      es: 'Compará OIDC_* con lo que dice el proveedor. Mientras tanto, person:reset da una contraseña que sirve un día.',
      en: 'Compare OIDC_* with the provider. Meanwhile person:reset prints a password that works for a day.',
    },
    command: 'curl -sS "${OIDC_ISSUER%/}/.well-known/openid-configuration"',
  },
};
