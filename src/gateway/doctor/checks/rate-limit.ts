import { MINUTE_MS } from '#contract/durations.ts';
import type { Check } from '#gateway/doctor/check.ts';

export const rateLimit: Check = {
  id: 'rate-limit',
  everyMs: MINUTE_MS,
  severity: 'warning',
  retries: 2,
  title: {
    es: 'Los pedidos al servicio entran en su límite',
    en: 'Calls stay within the limit of the service',
  },
  why: {
    es: 'Pasado el límite el servicio no atiende a nadie por un rato.',
    en: 'Past its limit the service serves nobody for a while.',
  },
  run: async ({ connection, config }) => {
    if ((await connection.getStatus()).state !== 'limited') return [];
    return [
      {
        es: `El servicio responde que hubo demasiados pedidos. RATE_LIMIT es ${config.rateLimit} por minuto.`,
        en: `The service says that there were too many calls. RATE_LIMIT is ${config.rateLimit} a minute.`,
      },
    ];
  },
  remedy: {
    text: {
      es: 'Poné en RATE_LIMIT lo que el servicio permite, o pedile un límite mayor.',
      en: 'Set RATE_LIMIT to what the service allows, or ask it for more.',
    },
  },
};
