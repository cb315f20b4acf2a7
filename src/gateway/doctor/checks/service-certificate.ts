import { HOUR_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';
import { findCertificateProblems } from '#gateway/doctor/find-certificate-problems.ts';

export const serviceCertificate: Check = {
  id: 'service-certificate',
  everyMs: 6 * HOUR_MS,
  severity: 'error',
  retries: 2,
  applies: ({ upstreamUrl }) => upstreamUrl.startsWith('https:'),
  title: { es: 'El certificado del servicio es válido', en: 'The certificate of the service is valid' },
  why: {
    es: 'Cuando vence, desde acá no se le puede pedir nada.',
    en: 'Once it has ended, nothing can be asked of the service from here.',
  },
  run: ({ machine, config }) => findCertificateProblems(machine, config.upstreamUrl),
  remedy: {
    text: {
      es: 'Avisale al soporte del servicio. Si lo firma una autoridad propia, nombrala en NODE_EXTRA_CA_CERTS.',
      en: 'Tell the support of the service. If an authority of its own signs it, name that in NODE_EXTRA_CA_CERTS.',
    },
    command:
      'openssl s_client -connect "${UPSTREAM_URL#https://}:443" </dev/null | openssl x509 -noout -issuer -dates',
  },
};
