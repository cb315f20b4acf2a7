import { HOUR_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';
import { findCertificateProblems } from '#gateway/doctor/find-certificate-problems.ts';

export const publicCertificate: Check = {
  id: 'public-certificate',
  everyMs: 6 * HOUR_MS,
  severity: 'error',
  retries: 2,
  applies: ({ publicUrl }) => publicUrl.startsWith('https:'),
  title: { es: 'El certificado de esta dirección es válido', en: 'The certificate of this address is valid' },
  why: {
    es: 'Cuando vence, los navegadores no abren la consola y el servicio no entrega avisos.',
    en: 'Once it has ended, browsers do not open the console and the service delivers no messages.',
  },
  run: ({ machine, config }) => findCertificateProblems(machine, config.publicUrl),
  remedy: {
    text: {
      es: 'Renovalo en el proxy. Caddy lo hace solo: su registro dice por qué no pudo.',
      en: 'Renew it at the proxy. Caddy does so by itself: its log says why it could not.',
    },
    command:
      'openssl s_client -connect "${PUBLIC_URL#https://}:443" </dev/null | openssl x509 -noout -issuer -dates',
  },
};
