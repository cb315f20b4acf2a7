import type { AttemptCause } from '#contract/attempts.ts';
import type { Text } from '#contract/desk/doctor.ts';

export const ATTEMPT_CAUSE_TEXTS: Record<AttemptCause, Text> = {
  'callback-failed': { es: 'esta consola respondió con error', en: 'this console replied with an error' },
  'callback-slow': { es: 'esta consola tardó demasiado', en: 'this console took too long' },
  certificate: {
    es: 'el servicio no acepta el certificado',
    en: 'the service does not accept the certificate',
  },
  unreachable: { es: 'el servicio no llega a esta dirección', en: 'the service cannot reach this address' },
  'private-address': { es: 'la dirección es privada', en: 'the address is private' },
  'unreadable-secret': { es: 'el servicio no pudo firmar', en: 'the service could not sign' },
};
